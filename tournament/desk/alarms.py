"""Alarms of the rounds under way: tables that report a problem, and reports that contradict each other."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.alarms import Alarm
from tournament.models import Table, Tournament
from tournament.models.stages import RoundState
from tournament.rounds.queries import current_rounds, disputed


def troubled_tables(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    """Published tables with an open problem."""
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
