"""The end as a ceremony: who is called up, one after the other. The third, the second, the first, the podium, and then the
best of each category and of the teams. Public names only: everybody in the hall reads them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.core.actors import ANONYMOUS
from tournament.core.cache import Kept
from tournament.core.languages import spoken
from tournament.core.pages.everybody import state_of_club
from tournament.finals.end_result import FinalLine, final_ranking, is_over
from tournament.hall.screen.pawn import pawn
from tournament.models import Seat, Tournament
from tournament.models.stages import ENDS, StageKind
from tournament.standings.groups.queries import categories_of, team_ranking, teams_of

_steps: "Kept[list[Step]]" = Kept(most=16)
PLACES = (3, 2, 1)  # in the order in which they are called up
BELOW = 4  # named below the podium


@dataclass(frozen=True)
class Honoured:
    """`colour`: theirs in the final, empty for whoever did not play in it, and for a team."""

    name: str
    number: int
    colour: str
    is_first: bool = False

    @property
    def picture(self) -> SafeString:
        return mark_safe(pawn(self.colour, is_first=self.is_first))  # noqa: S308  (our drawing)


@dataclass(frozen=True)
class Step:
    """`code`: place, podium, category or team. `places`: of a podium, with those on each step of it, the first in the middle."""

    code: str
    title: str
    place: int
    people: tuple[Honoured, ...]
    places: tuple[tuple[int, tuple[Honoured, ...]], ...] = ()
    below: tuple[Honoured, ...] = ()


def steps_of(tournament: Tournament) -> list[Step]:
    """Nothing before the end result is there. Kept for each state of the club, in which a name may be hidden elsewhere."""
    if not is_over(tournament):
        return []
    key = tournament.public_id, state_of_club(tournament), spoken()
    return _steps.get(key, lambda: _steps_of(tournament))


def _steps_of(tournament: Tournament) -> list[Step]:
    lines = [line for line in final_ranking(tournament, ANONYMOUS) if line.rank is not None]
    by_place = _by_place(tournament, lines)
    if not by_place:
        return []
    return [*_places(by_place), _podium(by_place), *_categories(tournament), *_teams(tournament)]


def _by_place(tournament: Tournament, lines: list[FinalLine]) -> dict[int, tuple[Honoured, ...]]:
    colours = _colours(tournament)
    found: dict[int, tuple[Honoured, ...]] = {}
    for line in lines:
        if line.rank is not None and line.rank <= BELOW:
            honoured = Honoured(line.name, line.number, colours.get(line.entry, ""), is_first=line.rank == 1)
            found[line.rank] = (*found.get(line.rank, ()), honoured)
    return found


def _colours(tournament: Tournament) -> dict[int, str]:
    seats = Seat.objects.filter(round__stage__tournament=tournament, round__stage__kind=StageKind.FINAL)
    return dict(seats.order_by("round__number").values_list("entry", "colour"))


def _places(by_place: dict[int, tuple[Honoured, ...]]) -> Iterator[Step]:
    for place in PLACES:
        if place in by_place:
            yield Step("place", _("Place %(n)d") % {"n": place}, place, by_place[place])


def _podium(by_place: dict[int, tuple[Honoured, ...]]) -> Step:
    """As it stands in a hall: the second on the left, the third on the right."""
    places = tuple((place, by_place[place]) for place in (2, 1, 3) if place in by_place)
    return Step("podium", _("The podium"), 0, (), places, by_place.get(BELOW, ()))


def _categories(tournament: Tournament) -> Iterator[Step]:
    """The best of each, of the rounds that everybody plays."""
    stage = next((one for one in tournament.stages.order_by("position") if one.kind not in ENDS), None)
    if stage is None or stage.kind == StageKind.KNOCKOUT:
        return
    stage.tournament = tournament
    for name, ranked in categories_of(stage, ANONYMOUS).items():
        first = tuple(Honoured(line.name, line.number, "", is_first=True) for rank, line in ranked if rank == 1)
        if first:
            yield Step("category", name, 1, first)


def _teams(tournament: Tournament) -> Iterator[Step]:
    if not tournament.teams.exists():
        return
    rows = team_ranking(tournament, ANONYMOUS)
    if not rows:
        stage = next((one for one in tournament.stages.order_by("position") if one.kind not in ENDS), None)
        if stage is None or stage.kind == StageKind.KNOCKOUT:
            return
        stage.tournament = tournament
        rows = teams_of(stage, ANONYMOUS)
    first = tuple(Honoured(row.name, 0, "", is_first=True) for row in rows if row.rank == 1)
    if first:
        yield Step("team", _("The teams"), 1, first)
