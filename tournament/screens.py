"""What a hall screen can show, one panel after the other. Other apps add theirs (`PANELS`) when they are ready.

Everything stands there in the names that the public may see.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import ANONYMOUS
from tournament.bracket.drawing import svg
from tournament.bracket.sheet import for_page
from tournament.clocks import NONE, Clock
from tournament.fields import ENDS
from tournament.models import Result, Round, Screen, Stage, Tournament
from tournament.models.stages import StageKind
from tournament.names import looked_up
from tournament.queries import entry_lines
from tournament.queries_bracket import KINDS, BracketWords, bracket_of
from tournament.queries_final import final_ranking, is_over
from tournament.queries_groups import categories_of, main_view, teams_of
from tournament.queries_rounds import RoundView, current_rounds, round_view
from tournament.queries_standings import standings_of

LEAST_SECONDS, MOST_SECONDS = 4, 120
ROOM, LETTERS = (
    (1800, 600),
    24,
)  # pixels of a screen of 1920 × 1080: the place for a drawing, what is read at six metres


@dataclass(frozen=True)
class Now:
    """The moment: the rounds that are played, and those that were."""

    tournament: Tournament
    rounds: tuple[RoundView, ...]
    kinds: frozenset[str]  # of the stages that anything public was drawn in

    @property
    def is_begun(self) -> bool:
        return bool(self.kinds)

    @property
    def clock(self) -> Clock:
        """Of the round whose time is running; big and small final are started together."""
        clocks = [view.clock for view in self.rounds if view.clock.state != NONE]
        return max(clocks, key=lambda clock: clock.ends_at is not None, default=Clock(NONE))

    @property
    def tables(self) -> int:
        return sum(len(view.tables) for view in self.rounds)

    @property
    def missing(self) -> list[int]:
        return [number for view in self.rounds for number in view.missing]


Found = dict[str, Any] | None


@dataclass(frozen=True)
class Panel:
    """`find`: what it shows now, None where there is nothing of it. `fits`: whether it is shown unasked."""

    code: str
    name: str | Promise
    template: str
    find: Callable[[Now], Found]
    fits: Callable[[Now], bool]


def now_of(tournament: Tournament) -> Now:
    views = tuple(round_view(round_, full=False) for round_ in current_rounds(tournament))
    public = Round.objects.public().filter(stage__tournament=tournament)
    return Now(tournament, views, frozenset(public.values_list("stage__kind", flat=True)))


def screen_of(tournament: Tournament) -> Screen:
    return Screen.objects.filter(tournament=tournament).first() or Screen(tournament=tournament)


def panels_for(screen: Screen, now: Now) -> list[tuple[Panel, dict[str, Any]]]:
    """Those that were chosen, as far as there is something to see; else those that fit the moment."""
    chosen = [panel for panel in PANELS if panel.code in screen.shows]
    found = _found(chosen, now)
    return found or _found([panel for panel in PANELS if panel.fits(now)], now)


def _found(panels: list[Panel], now: Now) -> list[tuple[Panel, dict[str, Any]]]:
    found = [(panel, panel.find(now)) for panel in panels]
    return [(panel, shown) for panel, shown in found if shown is not None]


def _entered(now: Now) -> Found:
    lines = [line for line in entry_lines(now.tournament, full=False) if line.state in ("registered", "present")]
    lines.sort(key=lambda line: looked_up(line.name))
    return {
        "lines": [(line, _letter(line.name)) for line in lines],
        "missing": sum(line.state == "registered" for line in lines),
    }


def _clock(now: Now) -> Found:
    return {"clock": now.clock, "views": now.rounds} if now.clock.state != NONE else None


def _seats(now: Now) -> Found:
    """By the name as it is shown: what is hidden decides no order either."""
    seats = [(seat, table.number) for view in now.rounds for table in view.tables for seat in table.seats]
    seats.sort(key=lambda line: looked_up(line[0].name))
    return {"lines": [(seat, table, _letter(seat.name)) for seat, table in seats]} if seats else None


def _letter(name: str) -> str:
    """That one looks for."""
    is_number, _number, parts = looked_up(name)
    return "#" if is_number or not parts else parts[0][:1].upper()


def _missing(now: Now) -> Found:
    return {"tables": now.missing, "of": now.tables} if now.rounds else None


def _played(now: Now) -> Iterator[Stage]:
    """The stages in which there is a result, the newest first."""
    counting = Result.objects.filter(table__round__stage__tournament=now.tournament, superseded_at=None)
    stages = now.tournament.stages.filter(pk__in=counting.values("table__round__stage"))
    for stage in stages.order_by("-position"):
        stage.tournament = now.tournament
        yield stage


def _standings(now: Now) -> Found:
    for stage in _played(now):
        if stage.kind == StageKind.TEAM_FINAL:
            if rows := teams_of(stage, ANONYMOUS):
                return {"stage": stage, "lines": rows}
            continue
        view = main_view(standings_of(stage, ANONYMOUS))
        if any(line.singles for line in view.lines):
            return {"stage": stage, "lines": view.lines}
    return None


def _teams(now: Now) -> Found:
    """Of the rounds that everybody plays: what comes after them has its own."""
    for stage in _played(now):
        if stage.kind not in ENDS and (rows := teams_of(stage, ANONYMOUS)):
            return {"stage": stage, "lines": rows}
    return None


def _categories(now: Now) -> Found:
    for stage in _played(now):
        if stage.kind not in KINDS and (found := categories_of(stage, ANONYMOUS)):
            return {"stage": stage, "groups": found.items()}
    return None


def _end(now: Now) -> Found:
    if not is_over(now.tournament):
        return None
    return {"lines": final_ranking(now.tournament, ANONYMOUS)}


def _bracket(now: Now) -> Found:
    """As much of it as can be read across the hall; if not even what is played now can, that table by table."""
    found = bracket_of(now.tournament)
    if not found.columns:
        return None
    words = BracketWords(now.tournament)
    newest = max((at for at, boxes in enumerate(found.columns) if boxes[0].is_drawn), default=0)
    for first in range(newest + 1):
        sheet = for_page(found.later(first), *ROOM)
        if sheet.scale * sheet.picture.measure.letters >= LETTERS:
            picture = svg(sheet.picture, words, _("Bracket"))
            return {"picture": mark_safe(picture)}  # noqa: S308  (our drawing, names escaped in it)
    boxes = found.columns[newest]
    return {"round": words.column(boxes), "boxes": [(words.heading(box), words.seats(box)) for box in boxes]}


def _never(_now: Now) -> bool:
    """Only where somebody wants it."""
    return False


def _is_playing(now: Now) -> bool:
    return bool(now.rounds)


def _is_late(now: Now) -> bool:
    """Half of the tables are through: who is missing is worth a look."""
    return bool(now.rounds) and 0 < len(now.missing) <= now.tables / 2


def _is_in_finals(now: Now) -> bool:
    return not now.kinds.isdisjoint(KINDS)


def _is_between(now: Now) -> bool:
    """Standings are looked at when results come in, not while people look for their seats; in the end there is the end result."""
    return now.is_begun and (len(now.missing) < now.tables if now.rounds else not is_over(now.tournament))


PANELS = [
    Panel(
        "entered",
        gettext_lazy("Who is entered"),
        "tournament/hall/entered.html",
        _entered,
        lambda now: not now.is_begun,
    ),
    Panel("clock", gettext_lazy("The clock alone"), "tournament/hall/clock.html", _clock, _never),
    Panel("seats", gettext_lazy("Where everybody sits"), "tournament/hall/seats.html", _seats, _is_playing),
    Panel("missing", gettext_lazy("Results that are missing"), "tournament/hall/missing.html", _missing, _is_late),
    Panel("standings", gettext_lazy("Standings"), "tournament/hall/standings.html", _standings, _is_between),
    Panel("teams", gettext_lazy("Standings of the teams"), "tournament/hall/teams.html", _teams, _never),
    Panel("categories", gettext_lazy("Standings by category"), "tournament/hall/categories.html", _categories, _never),
    Panel("bracket", gettext_lazy("Bracket"), "tournament/hall/bracket.html", _bracket, _is_in_finals),
    Panel(
        "end", gettext_lazy("End result"), "tournament/hall/end.html", _end, lambda now: now.is_begun and not now.rounds
    ),
]
