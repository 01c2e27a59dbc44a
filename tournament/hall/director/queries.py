"""What each screen shows now and next, and its programme."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournament.finals.queries import KINDS
from tournament.hall.screen.panels import PANELS, Now, Panel, meant
from tournament.hall.screen.phases import USUAL, WORDS, Phase, after
from tournament.models import Screen
from tournament.rounds.clocks.clock import NONE


@dataclass(frozen=True)
class Directed:
    """A screen as the director sees it. `following`: the next phase, None at the end or while something is held."""

    screen: Screen
    name: str
    panels: tuple[str | Promise, ...]
    following: Phase | None

    @property
    def is_held(self) -> bool:
        """Something was chosen that stays until something else is."""
        return bool(self.screen.shows or self.screen.step or self.screen.is_night)

    @property
    def next_name(self) -> str | Promise:
        return WORDS[self.following][0] if self.following else ""


@dataclass(frozen=True)
class Programme:
    """Of one phase: `chosen` are the panels ticked; `is_usual`: nobody has changed it."""

    phase: Phase
    name: str | Promise
    when: str | Promise
    panels: tuple[tuple[Panel, bool], ...]
    is_usual: bool
    is_now: bool

    @property
    def chosen(self) -> list[str | Promise]:
        return [panel.name for panel, is_on in self.panels if is_on]


def directed(screen: Screen, now: Now, panels: Sequence[Panel] = PANELS) -> Directed:
    shown = tuple(panel.name for panel in meant(screen, now, panels))
    is_held = bool(screen.shows or screen.step or screen.is_night)
    return Directed(
        screen, screen.name or _("Screen %(n)d") % {"n": screen.number}, shown, None if is_held else _next(now)
    )


def _next(now: Now) -> Phase | None:
    phase = Phase.LAST if now.is_last else now.phase
    is_last = phase == Phase.STANDINGS and (stage := now.step.stage) is not None and stage.kind in KINDS
    return after(phase, has_clock=now.clock.state != NONE, is_last=is_last)


def programme_of(screen: Screen, phase: Phase, now: Now, panels: list[Panel]) -> Programme:
    name, when = WORDS[phase]
    own = screen.programme.get(phase, ())
    codes = own or USUAL[phase]
    ticked = tuple((panel, panel.code in codes) for panel in panels)
    return Programme(phase, name, when, ticked, not own, phase == (Phase.LAST if now.is_last else now.phase))
