"""The panels of the hall screens, shown one after the other, always with public names. Other apps add theirs to `PANELS`; the
organisers' notices are panels too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.actors import ANONYMOUS
from tournament.entries.queries import entry_lines
from tournament.finals.bracket.letters import X_HEIGHT
from tournament.finals.bracket.poster import drawn
from tournament.finals.bracket.steps import fitting
from tournament.finals.end_result import final_ranking, is_over
from tournament.finals.queries import KINDS, bracket_of
from tournament.finals.short_words import ShortWords
from tournament.hall.screen.ceremony import steps_of
from tournament.hall.screen.phases import USUAL, Phase, phase_of
from tournament.models import Entry, Notice, Result, Round, Screen, Stage, Tournament
from tournament.models.stages import ENDS, StageKind
from tournament.people.names import entry_name, looked_up, numbered
from tournament.rounds.clocks.clock import NONE, RUNNING, Clock
from tournament.rounds.queries import RoundView, Step, current_rounds, round_view, step_now
from tournament.standings.groups.queries import categories_of, main_view, teams_of
from tournament.standings.qualifying import settled_in
from tournament.standings.queries import kept_cut, standings_of

LEAST_SECONDS, MOST_SECONDS = 4, 120
SOON = 300  # seconds before the end; the screen's script counts them too
# Pixels on a screen of 1920 × 1080, and on one that stands upright: the area for a drawing, and the font size that can be read
# from six metres.
ROOM, TALL, LETTERS, EDGE = (1832, 822), (1012, 1632), 28, 4


@dataclass(frozen=True)
class Now:
    """The state of the tournament that decides which panels are shown; `rounds`: those being played; `is_tall`: the screen
    stands upright."""

    tournament: Tournament
    rounds: tuple[RoundView, ...]
    kinds: frozenset[str]  # of the stages that have a public round
    is_tall: bool = False
    found: "dict[str, Context]" = field(default_factory=dict, compare=False)  # by panel: several screens show the same

    @cached_property
    def step(self) -> Step:
        """What the organisers do next."""
        return step_now(self.tournament)

    @property
    def is_begun(self) -> bool:
        return bool(self.kinds)

    @property
    def clock(self) -> Clock:
        """The clock of the running round; the big and the small final are started together."""
        clocks = [view.clock for view in self.rounds if view.clock.state != NONE]
        return max(clocks, key=lambda clock: clock.ends_at is not None, default=Clock(NONE))

    @property
    def tables(self) -> int:
        return sum(len(view.tables) for view in self.rounds)

    @property
    def missing(self) -> list[int]:
        return [number for view in self.rounds for number in view.missing]

    @property
    def is_last(self) -> bool:
        """The last five minutes run."""
        return self.clock.state == RUNNING and self.clock.seconds <= SOON

    @property
    def phase(self) -> Phase:
        return phase_of(
            is_begun=self.is_begun,
            is_final=any(view.stage.kind in KINDS for view in self.rounds),
            is_over=not self.rounds and is_over(self.tournament),
            clock=self.clock.state,
            tables=self.tables,
            missing=len(self.missing),
        )


Context = dict[str, Any] | None
COLOURS = "YGRKBW"


@dataclass(frozen=True)
class Panel:
    """`find`: the template context, None if there is nothing to show; in it `about`, of which another is a new list that begins
    at its first page. `fits`: whether to show it when no panel was chosen."""

    code: str
    name: str | Promise
    template: str
    find: Callable[[Now], Context]
    fits: Callable[[Now], bool]


def now_of(tournament: Tournament, *, is_tall: bool = False) -> Now:
    views = tuple(round_view(round_, full=False) for round_ in current_rounds(tournament))
    public = Round.objects.public().filter(stage__tournament=tournament)
    return Now(tournament, views, frozenset(public.values_list("stage__kind", flat=True)), is_tall)


def screens_of(tournament: Tournament) -> list[Screen]:
    """There is always a first one."""
    kept = list(Screen.objects.filter(tournament=tournament).order_by("number"))
    return kept if kept and kept[0].number == 1 else [Screen(tournament=tournament), *kept]


def screen_of(tournament: Tournament, number: int = 1) -> Screen:
    """The first one if there is none with the number."""
    screens = screens_of(tournament)
    return next((screen for screen in screens if screen.number == number), screens[0])


Shown = list[tuple["Panel", dict[str, Any]]]


def panels_for(screen: Screen, now: Now) -> Shown:
    """The chosen panels that have something to show; if there is none, the programme of the moment. A ceremony is alone."""
    steps = steps_of(now.tournament) if screen.step else []
    if screen.step and screen.step <= len(steps):
        return [(CEREMONY, {"step": steps[screen.step - 1], "about": str(screen.step)})]
    return shown(screen.shows, now) or programme(screen, now)


def programme(screen: Screen, now: Now) -> Shown:
    """Of the phase, and while the clock runs that of the last five minutes too (`is_last`): the page knows when these are."""
    panels = of_phase(screen, now.phase, now)
    if now.clock.state == RUNNING:
        last = of_phase(screen, Phase.LAST, now)
        panels += [(panel, {**context, "is_last": True}) for panel, context in last]
    return panels


def of_phase(screen: Screen, phase: Phase, now: Now) -> Shown:
    """What was chosen for the phase; if there is nothing of it, what fits the moment."""
    return shown(screen.programme.get(phase, ()), now) or _with_context(_usual(phase, now), now)


def _usual(phase: Phase, now: Now) -> "list[Panel]":
    return [panel for panel in PANELS if (panel is LAST) == (phase == Phase.LAST) and panel.fits(now)]


def meant(screen: Screen, now: Now, panels: "Sequence[Panel]") -> "list[Panel]":
    """What is to be shown now, as far as there is any of it; without looking, so that it costs a page nothing."""
    if screen.step:
        return [CEREMONY]
    phase = Phase.LAST if now.is_last else now.phase
    codes = screen.shows or screen.programme.get(phase, ())
    usual = [panel for panel in _usual(phase, now) if panel.code in USUAL[phase]]
    return [panel for panel in panels if panel.code in codes] or usual


def shown(codes: Iterable[str], now: Now) -> Shown:
    """What there is of them, in the order of all panels."""
    wanted = set(codes)
    return (
        _with_context([panel for panel in every_panel(now.tournament) if panel.code in wanted], now) if wanted else []
    )


def only(code: str, now: Now) -> Shown:
    """One panel, or a step of the ceremony (`ceremony-2`), before it is shown; none if there is nothing of it yet."""
    name, _dash, step = code.partition("-")
    if name == CEREMONY.code and step.isascii() and step.isdigit():
        return [pair for pair in panels_for(Screen(step=int(step[:3]) or MOST_SECONDS), now) if pair[0] is CEREMONY]
    return shown([code], now)


def every_panel(tournament: Tournament) -> "list[Panel]":
    """The notices come last."""
    return [*PANELS, *map(_as_panel, Notice.objects.filter(tournament=tournament).order_by("number"))]


def _as_panel(notice: Notice) -> "Panel":
    context = {"notice": notice, "about": f"{notice.number} {notice.version}"}
    return Panel(f"notice-{notice.number}", notice.title, "hall/screen/notice.html", lambda _now: context, _never)


def _with_context(panels: list[Panel], now: Now) -> Shown:
    for panel in panels:
        if panel.code not in now.found:
            now.found[panel.code] = panel.find(now)
    pairs = [(panel, now.found[panel.code]) for panel in panels]
    return [(panel, context) for panel, context in pairs if context is not None]


def _entered(now: Now) -> Context:
    lines = [line for line in entry_lines(now.tournament, full=False) if line.state in ("registered", "present")]
    lines.sort(key=lambda line: looked_up(line.name))
    return {
        "lines": [(line, _letter(line.name)) for line in lines],
        "missing": sum(line.state == "registered" for line in lines),
    }


def _clock(now: Now) -> Context:
    return {"clock": now.clock, "views": now.rounds} if now.clock.state != NONE else None


def _last(now: Now) -> Context:
    """The page itself shows it when so little is left."""
    return {"clock": now.clock, "is_last": True} if now.clock.state == RUNNING else None


def _throw_off(now: Now) -> Context:
    """Who throws for a place, and what was thrown so far."""
    step = now.step
    if step.code != "settle" or step.stage is None:
        return None
    step.stage.tournament = now.tournament
    source = settled_in(step.stage)
    thrown = [turn for off in source.throw_offs.order_by("thrown_at", "pk") for turn in off.throws]
    tied = set(kept_cut(step.stage).tied) | {int(entry) for turn in thrown for entry in turn}
    people = Entry.objects.select_related("person").in_bulk(tied)
    if not people:
        return None
    lines = [
        (numbered(entry.number, entry_name(entry, full=False)), [turn[str(pk)] for turn in thrown if str(pk) in turn])
        for pk, entry in sorted(people.items(), key=lambda each: each[1].number)
    ]
    return {"stage": step.stage, "lines": lines}


def _seats(now: Now) -> Context:
    """Sorted by the public name, so that the order reveals nothing of a hidden one."""
    seats = [(seat, table.number) for view in now.rounds for table in view.tables for seat in table.seats]
    seats.sort(key=lambda line: looked_up(line[0].name))
    if not seats:
        return None
    boards = {seat.entry: table.board for view in now.rounds for table in view.tables for seat in table.seats}
    return {
        "lines": [(seat, table, boards[seat.entry], _letter(seat.name)) for seat, table in seats],
        "twins": _twins(seat.name for seat, _table in seats),
        "colours": sorted({seat.colour for seat, _table in seats}, key=COLOURS.index),
        "about": " ".join(str(view.id) for view in now.rounds),
    }


def _twins(names: Iterable[str]) -> set[str]:
    """Shown names that several people have: only with their numbers can these tell which is theirs."""
    return {name for name, times in Counter(names).items() if times > 1}


def _letter(name: str) -> str:
    """The initial that people look for in the list."""
    is_number, _number, parts = looked_up(name)
    return "#" if is_number or not parts else parts[0][:1].upper()


def _missing(now: Now) -> Context:
    return {"tables": now.missing, "of": now.tables} if now.rounds else None


def _played(now: Now) -> Iterator[Stage]:
    """The stages that have a result, the latest first."""
    counting = Result.objects.of(now.tournament).counting()
    stages = now.tournament.stages.filter(pk__in=counting.values("table__round__stage"))
    for stage in stages.order_by("-position"):
        stage.tournament = now.tournament
        yield stage


def _standings(now: Now) -> Context:
    for stage in _played(now):
        if stage.kind == StageKind.TEAM_FINAL:
            if rows := teams_of(stage, ANONYMOUS):
                return {"stage": stage, "lines": rows, "twins": ()}
            continue
        view = main_view(standings_of(stage, ANONYMOUS))
        if any(line.singles for line in view.lines):
            played = max(single.round for line in view.lines for single in line.singles)
            twins = _twins(line.name for line in view.lines)
            return {"stage": stage, "lines": view.lines, "twins": twins, "about": f"{stage.pk} {played}"}
    return None


def _teams(now: Now) -> Context:
    """The team standings of the rounds that everybody plays; finals have panels of their own."""
    for stage in _played(now):
        if stage.kind not in ENDS and (rows := teams_of(stage, ANONYMOUS)):
            return {"stage": stage, "lines": rows}
    return None


def _categories(now: Now) -> Context:
    for stage in _played(now):
        if stage.kind not in KINDS and (groups := categories_of(stage, ANONYMOUS)):
            twins = _twins(line.name for lines in groups.values() for _rank, line in lines)
            return {"stage": stage, "groups": groups.items(), "twins": twins}
    return None


def _end(now: Now) -> Context:
    if not is_over(now.tournament):
        return None
    lines = final_ranking(now.tournament, ANONYMOUS)
    return {"lines": lines, "twins": _twins(line.name for line in lines)}


def _bracket(now: Now) -> Context:
    """The latest columns of the bracket that can be read across the hall; if not even one can, a list of the current tables."""
    bracket = bracket_of(now.tournament)
    if not bracket.columns:
        return None
    words, (across, down) = ShortWords(now.tournament), TALL if now.is_tall else ROOM
    newest = max((at for at, boxes in enumerate(bracket.columns) if boxes[0].is_drawn), default=0)
    for first in range(newest + 1):
        steps = fitting(bracket.later(first), words).on(across, down, readable=LETTERS * X_HEIGHT)
        if steps.em >= LETTERS:
            sizes = (across + 2 * EDGE, down + 2 * EDGE)
            picture = drawn(steps, on_screen=True).svg(*sizes, _("Bracket"), left=-EDGE, top=-EDGE, unit="px")
            return {"picture": mark_safe(picture)}  # noqa: S308  (our drawing, names escaped in it)
    boxes = bracket.columns[newest]
    return {"round": words.column(boxes), "boxes": [(words.heading(box), words.seats(box)) for box in boxes]}


def _never(_now: Now) -> bool:
    """For panels that are shown only if somebody chose them."""
    return False


def _is_playing(now: Now) -> bool:
    return bool(now.rounds)


def _is_late(now: Now) -> bool:
    """At least half of the tables have finished, so the list of the missing ones is short."""
    return bool(now.rounds) and 0 < len(now.missing) <= now.tables / 2


def _is_in_finals(now: Now) -> bool:
    return not now.kinds.isdisjoint(KINDS)


def _is_between(now: Now) -> bool:
    """Show standings once results come in, not while people look for their seats, and not once the end result is there."""
    return now.is_begun and (len(now.missing) < now.tables if now.rounds else not is_over(now.tournament))


CEREMONY = Panel("ceremony", gettext_lazy("Ceremony"), "hall/screen/ceremony.html", lambda _now: None, _never)
LAST = Panel("last", gettext_lazy("The last five minutes"), "hall/screen/last.html", _last, _is_playing)
PANELS = [
    Panel(
        "entered",
        gettext_lazy("Who is entered"),
        "hall/screen/entered.html",
        _entered,
        lambda now: not now.is_begun,
    ),
    Panel("clock", gettext_lazy("The clock alone"), "hall/screen/clock.html", _clock, _never),
    LAST,
    Panel("throw_off", gettext_lazy("Throw-off"), "hall/screen/throw_off.html", _throw_off, lambda now: now.is_begun),
    Panel("seats", gettext_lazy("Where everybody sits"), "hall/screen/seats.html", _seats, _is_playing),
    Panel("missing", gettext_lazy("Results that are missing"), "hall/screen/missing.html", _missing, _is_late),
    Panel("standings", gettext_lazy("Standings"), "hall/screen/standings.html", _standings, _is_between),
    Panel("teams", gettext_lazy("Standings of the teams"), "hall/screen/teams.html", _teams, _never),
    Panel("categories", gettext_lazy("Standings by category"), "hall/screen/categories.html", _categories, _never),
    Panel("bracket", gettext_lazy("Bracket"), "hall/screen/bracket.html", _bracket, _is_in_finals),
    Panel("end", gettext_lazy("End result"), "hall/screen/end.html", _end, lambda now: now.is_begun and not now.rounds),
]
