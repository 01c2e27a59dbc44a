"""What follows from an exclusion, said before it is signed: table, standings, draw, final, record under way; and who can take it
back. Read from what `exclude_entry` and `put_right` will meet."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.rules.wording import colour_name
from games.recording.queries import latest_game
from referee.rulings.recorded import playing
from tournament.core.access import MATRIX
from tournament.core.languages import spoken
from tournament.models import Account, Entry, Grant, Result, Seat, Table, Tournament
from tournament.models.stages import RoundState
from tournament.standings.queries import kept_lines


@dataclass(frozen=True)
class Consequences:
    sentences: tuple[str, ...]
    by: tuple[str, ...]  # who can take it back


def of_exclusion(table: Table, entry: Entry) -> Consequences:
    return Consequences(tuple(_sentences(table, entry)), tuple(one.login for one in who_readmits(table.tournament)))


def who_readmits(tournament: Tournament) -> list[Account]:
    """Those who may let somebody in again whom a ruling excluded (`restore_entry`)."""
    able = MATRIX["entries.change"] & MATRIX["entries.exclude"]
    here = Grant.objects.filter(tournament=None, club=tournament.club) | Grant.objects.filter(tournament=tournament)
    return list(
        Account.objects.filter(grants__in=here.filter(role__in=able), is_active=True).distinct().order_by("login")
    )


def _sentences(table: Table, entry: Entry) -> Iterator[str]:
    said = {"number": entry.number, "table": table.number}
    if Result.objects.filter(table=table).exists():
        yield _("Table %(table)d has a result: it stays as it is.") % said
    else:
        yield _("Table %(table)d: number %(number)d comes last and gets no points, the others play on.") % said
    rank = next((line.rank for line in kept_lines(table.round.stage) if line.player.id == entry.pk), None)
    if rank:
        yield _("Standings: number %(number)d has no rank any more (now rank %(rank)d).") % {**said, "rank": rank}
    else:
        yield _("Standings: number %(number)d has no rank.") % said
    yield _("Number %(number)d is drawn no more.") % said
    for seat in _drawn(table, entry):
        drawn = {"round": seat.table.round.number, "table": seat.table.number, "stage": seat.table.round.stage.called}
        yield (
            _("%(stage)s, round %(round)d is drawn with a seat at table %(table)d: it has to be changed there.") % drawn
        )
    for stage in table.tournament.stages.filter(position__gt=table.round.stage.position).order_by("position"):
        yield _("%(stage)s is played without number %(number)d.") % {**said, "stage": stage.called}
    game, colour = latest_game(table), table.seats.filter(entry=entry).values_list("colour", flat=True).first()
    if game and colour and colour in playing(game):
        pieces = {"colour": colour_name(colour, spoken()), **said}
        yield _("The record of table %(table)d goes on without the pieces of %(colour)s.") % pieces


def _drawn(table: Table, entry: Entry) -> list[Seat]:
    seats = Seat.objects.filter(entry=entry, table__round__state__in=(RoundState.DRAFT, RoundState.PUBLISHED))
    return list(seats.exclude(table=table).select_related("table__round__stage").order_by("pk"))
