"""All rounds of an event at once: a schedule, which player is which of its numbers, and the seats.

The schedule comes from the catalogue or from algebra. Where neither has so many rounds, they give as many as
they can and the rest is searched around those. Left out: boards, and the report.
"""

from dataclasses import replace

from tournament.draw.seating import algebra, catalogue, labels, nextround, seats
from tournament.draw.seating.model import Request, Round, Watch
from tournament.draw.seating.split import split

CHUNK = 8
"""How many rounds are searched together where the known ones run out."""


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    if request.history:
        return nextround.redraw(request, watch, request.plan)
    rounds = schedule(request, watch)
    return seats.seat_all(labels.label(rounds, request, watch), request.dice("seats"))


def schedule(request: Request, watch: Watch) -> tuple[Round, ...]:
    """The rounds by the numbers of the schedule; wishes and ids play no part."""
    if len(split(request.n)) == 1:
        return ((tuple(range(request.n)),),) * request.rounds
    rounds = _known(request)
    while len(rounds) < request.rounds:
        more = replace(
            request,
            rounds=min(CHUNK, request.rounds - len(rounds)),
            history=rounds,
            wishes=(),
            fixed={},
            scores=(),
            plan=(),
        )
        rounds += nextround.redraw(more, watch)
    return rounds


def _known(request: Request) -> tuple[Round, ...]:
    """As many rounds as are known, at most as many as requested."""
    n, first = request.n, request.first
    rounds = catalogue.look_up(n, request.rounds, first)
    if rounds is None:
        rounds = algebra.rounds_without_repeat(n, request.rounds, request.dice("shifts"))
        stored = min(request.rounds, catalogue.longest(n, first))
        if stored > len(rounds):
            rounds = catalogue.look_up(n, stored, first) or rounds
    return rounds
