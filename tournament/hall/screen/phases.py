"""The phases of an evening in the hall: each has a programme of its own on every screen."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournament.rounds.clocks.clock import NONE, OVER, READY


class Phase(StrEnum):
    ARRIVAL = "arrival"
    SEATS = "seats"
    PLAY = "play"
    LAST = "last"
    RESULTS = "results"
    STANDINGS = "standings"
    FINALS = "finals"
    CEREMONY = "ceremony"


# What each is called, and when it is.
WORDS: dict[Phase, tuple[str | Promise, str | Promise]] = {
    Phase.ARRIVAL: (gettext_lazy("Arrival"), gettext_lazy("until the first round is published")),
    Phase.SEATS: (gettext_lazy("Finding the seats"), gettext_lazy("from publishing until the clock starts")),
    Phase.PLAY: (gettext_lazy("Play"), gettext_lazy("while a round is played")),
    Phase.LAST: (gettext_lazy("The last five minutes"), gettext_lazy("while less is left on the clock")),
    Phase.RESULTS: (
        gettext_lazy("Results"),
        gettext_lazy("when time is up, or at most half of the tables are missing"),
    ),
    Phase.STANDINGS: (gettext_lazy("Standings"), gettext_lazy("between two rounds")),
    Phase.FINALS: (gettext_lazy("Finals"), gettext_lazy("while a knock-out or a final is played")),
    Phase.CEREMONY: (
        gettext_lazy("The end"),
        gettext_lazy("when the end result is there, before and after the ceremony"),
    ),
}

# What each shows as long as nobody has chosen anything, as far as there is any of it.
USUAL: dict[Phase, tuple[str, ...]] = {
    Phase.ARRIVAL: ("entered",),
    Phase.SEATS: ("seats",),
    Phase.PLAY: ("seats", "standings"),
    Phase.LAST: ("last",),
    Phase.RESULTS: ("seats", "missing", "standings"),
    Phase.STANDINGS: ("throw_off", "standings", "bracket"),
    Phase.FINALS: ("seats", "missing", "standings", "bracket", "game"),
    Phase.CEREMONY: ("bracket", "end"),
}


def phase_of(*, is_begun: bool, is_final: bool, is_over: bool, clock: str, tables: int, missing: int) -> Phase:
    """`tables`: of the rounds that are played now, none between two rounds; `missing`: those without a result. The last five
    minutes are not told apart here: whoever shows the clock knows them to the second."""
    if not is_begun:
        return Phase.ARRIVAL
    if not tables:
        return Phase.CEREMONY if is_over else Phase.STANDINGS
    if is_final:
        return Phase.FINALS
    if clock == OVER or missing <= tables / 2:
        return Phase.RESULTS
    if missing == tables and clock in (READY, NONE):
        return Phase.SEATS
    return Phase.PLAY


def after(phase: Phase, *, has_clock: bool, is_last: bool) -> Phase | None:
    """Which comes next; `has_clock`: of the round; `is_last`: what is drawn next is a knock-out or a final."""
    following = {
        Phase.ARRIVAL: Phase.SEATS,
        Phase.SEATS: Phase.PLAY,
        Phase.PLAY: Phase.LAST if has_clock else Phase.RESULTS,
        Phase.LAST: Phase.RESULTS,
        Phase.RESULTS: Phase.STANDINGS,
        Phase.STANDINGS: Phase.FINALS if is_last else Phase.SEATS,
        Phase.FINALS: Phase.CEREMONY,
    }
    return following.get(phase)
