"""What cannot wait, shown on top of the desk's page. Other apps add what they know of (`SOURCES`) when they are ready."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import may
from tournament.actors import Actor
from tournament.models import Table, Tournament
from tournament.models.stages import RoundState
from tournament.queries_rounds import current_rounds, disputed


@dataclass(frozen=True)
class Alarm:
    """What is wrong, and where it is set right."""

    words: str
    address: str
    label: str


def alarms_for(tournament: Tournament, actor: Actor) -> list[Alarm]:
    """Most pressing first: in the order in which the sources were added."""
    return [alarm for source in SOURCES for alarm in source(tournament, actor)]


def troubled_tables(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    """Somebody at a table says that something is wrong."""
    if not may(actor, "results.report", tournament):
        return
    tables = Table.objects.of(tournament).filter(round__state=RoundState.PUBLISHED).exclude(problem="")
    for table in tables:
        words = _("Table %(table)d: %(problem)s") % {"table": table.number, "problem": table.problem}
        yield Alarm(words, reverse("desk_table", args=[tournament.public_id, table.public_id]), _("To the table"))


def differing_reports(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    if not may(actor, "results.confirm", tournament):
        return
    for round_ in current_rounds(tournament):
        numbers = disputed(round_)
        if numbers:
            words = _("Reports differ at table %(tables)s.") % {"tables": ", ".join(map(str, numbers))}
            yield Alarm(words, reverse("results", args=[tournament.public_id]), _("Decide"))


SOURCES: list[Callable[[Tournament, Actor], Iterable[Alarm]]] = [troubled_tables, differing_reports]
