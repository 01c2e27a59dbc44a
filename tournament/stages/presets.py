"""Presets: the kinds of tournament that clubs play. Every number can be changed afterwards.

A preset has the rules, the stages in order, how boards are counted when the clock ends, and how many go on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.stages import FINAL, KNOCKOUT, ROUNDS, SMALL_FINAL
from tournament.standings.ranking.model import Scheme

USUAL = ("wins", "seconds", "thirds", "share", "direct", "lot")
BY_THROW = ("wins", "seconds", "thirds", "share", "throw_off")  # no lot: a tie stays until a throw-off decides it


@dataclass(frozen=True)
class StagePlan:
    kind: str
    name: Promise | str
    rounds: int = 1
    minutes: int = 0  # 0: no clock
    scheme: Scheme = field(default_factory=Scheme)
    unfinished: str = ""
    size: int = 0  # how many come into it; 0: everybody
    going_on: int = 0  # how many of each table go on, in a knock-out
    lengths: tuple[int, ...] = ()  # minutes of the first rounds, where each has its own
    rules: str = ""  # its own, with its own options; empty: those of the preset
    options: Mapping[str, Any] = field(default_factory=dict)
    threes_first: bool = True


@dataclass(frozen=True)
class Preset:
    id: str
    name: Promise | str
    about: Promise | str
    rules: str
    stages: tuple[StagePlan, ...]
    options: Mapping[str, Any] = field(default_factory=dict)  # of the rules
    is_own: bool = False  # kept by the club
    for_minors: bool = False  # everybody who is entered is under 16
    is_exchanged: bool = False  # played by another book than the kind usually is

    def plays(self, stage: StagePlan) -> tuple[str, Mapping[str, Any]]:
        """The rules of one of its stages, with their options."""
        return (stage.rules, stage.options) if stage.rules else (self.rules, self.options)

    def chosen_for(self, stage: StagePlan, chosen: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Its options where the wizard has `chosen` others: they are those of all stages that play like the first one."""
        return chosen if chosen is not None and self._is_like_first(stage) else self.plays(stage)[1]

    def _is_like_first(self, stage: StagePlan) -> bool:
        return self.plays(stage) == self.plays(self.stages[0])

    def _kept_apart(self, stage: StagePlan) -> StagePlan:
        rules, options = ("", {}) if self._is_like_first(stage) else self.plays(stage)
        return replace(stage, rules=rules, options=options)

    def by_book(self, rules: str, options: Mapping[str, Any]) -> "Preset":
        """All stages that play like the first one by another book instead; the others keep theirs."""
        stages = tuple(map(self._kept_apart, self.stages))
        return replace(self, rules=rules, options=options, stages=stages, is_exchanged=True)


FAMILY = "classic6"  # the edition with both boards: tables of three sit at six-sided ones
EVERYBODY_GETS_IN = {"three_throws": True}  # of the books' own options: nobody waits long for a 6

NEUTRAL_AT_THREES = {"neutral": "K"}  # the plain book has no board for six: tables of three sit at one for four


def _final(size: int, scheme: Scheme, minutes: int = 0, unfinished: str = "", kind: str = "final") -> StagePlan:
    name = SMALL_FINAL if kind == "small_final" else FINAL
    return StagePlan(kind, name, 1, minutes, scheme, unfinished, size)


def _knockout(size: int, scheme: Scheme, minutes: int, unfinished: str) -> StagePlan:
    return StagePlan("knockout", KNOCKOUT, 1, minutes, scheme, unfinished, size, going_on=2)


CHAMPIONSHIP = Scheme((5, 3, 1, 0), (5, 3, 1), breaks=BY_THROW)
OPEN = Scheme((5, 3, 2, 1), (5, 3, 1), breaks=USUAL)
OPEN_KNOCKOUT = Scheme((5, 3, 2, 1), (5, 3, 1), breaks=BY_THROW)
VILLAGE = Scheme((55, 30, 10, 0), (55, 30, 10), breaks=BY_THROW)
COUNTED = Scheme(by_count=True, breaks=("best", "wins", "share", "direct", "lot"))
CHILDREN = Scheme((4, 3, 2, 1), (4, 3, 2), breaks=("wins", "seconds", "best", "lot"))

PRESETS: tuple[Preset, ...] = (
    Preset(
        "championship",
        _("Schlagpflicht championship"),
        _("Three rounds by the tournament rules, the best four into the final."),
        "turnier",
        (StagePlan("all", ROUNDS, 3, 50, CHAMPIONSHIP, "fields"), _final(4, CHAMPIONSHIP, 60, "fields")),
    ),
    Preset(
        "open",
        _("Open, original rules"),
        _("Four short rounds by the family rules, eight go on, four reach the final."),
        FAMILY,
        (
            StagePlan("all", ROUNDS, 4, 25, OPEN, "steps"),
            _knockout(8, OPEN_KNOCKOUT, 25, "steps"),
            _final(4, OPEN, 25, "steps"),
        ),
    ),
    Preset(
        "open_long",
        _("Open, long"),
        _("Five rounds, then the final of the best four."),
        FAMILY,
        (StagePlan("all", ROUNDS, 5, 25, OPEN, "steps"), _final(4, OPEN, 25, "steps")),
    ),
    Preset(
        "village",
        _("Village evening"),
        _("Three rounds without a clock, then the big and the small final."),
        FAMILY,
        (
            StagePlan("all", ROUNDS, 3, 0, VILLAGE),
            _final(4, VILLAGE),
            _final(8, VILLAGE, kind="small_final"),
        ),
        EVERYBODY_GETS_IN,
    ),
    Preset(
        "counted",
        pgettext_lazy("kind of tournament", "Counted"),
        _("Four rounds to the whistle, each as long as announced; the board itself is counted."),
        FAMILY,
        (StagePlan("all", ROUNDS, 4, 30, COUNTED, "fields", lengths=(30, 30, 30)),),
    ),
    Preset(
        "knockout",
        _("Knock-out"),
        _("The best two of each table go on, filled up with drawn losers, to the last table."),
        FAMILY,
        (_knockout(0, OPEN_KNOCKOUT, 45, "steps"), _final(4, OPEN, 45, "steps")),
    ),
    Preset(
        "children",
        _("Children"),
        _("Two short rounds, a final, a certificate for everybody."),
        "verboten",
        (StagePlan("all", ROUNDS, 2, 20, CHILDREN, "home"), _final(4, CHILDREN, 20, "home")),
        EVERYBODY_GETS_IN,
        for_minors=True,
    ),
    Preset(
        "plain",
        _("Family game, boards for four alone"),
        _("Three rounds and a final by the plain book. Where three sit at a table, the fourth colour is everybody's."),
        "classic",
        (StagePlan("all", ROUNDS, 3, 40, OPEN, "steps"), _final(4, OPEN, 40, "steps")),
        NEUTRAL_AT_THREES,
    ),
)
BY_ID = {preset.id: preset for preset in PRESETS}
