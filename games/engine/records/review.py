"""Every irregular throw of a record, also one that was taken back, with what settled it.

Decided here: which throw was irregular when it was entered, and which later entry let the game go on. Left out: what should
have been played (the rule set), and what a referee says about it (`referee.judging`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from ..rules.contract import Position
from ..rules.placing import Places
from .record import Back, Comment, Entry, Excluded, Record, Ruled, Throw, Undo
from .replay import Ply, Running, Stop, begin
from .taking_back import TakingBack


class Found(NamedTuple):
    """`number`: of the throw. `settled`: the place of the entry that settled it among those of the record; None: none did."""

    number: int
    throw: Throw
    before: Position
    last: Ply | None  # the throw before it, where nothing was ruled since
    stop: Stop
    settled: int | None


class _State(NamedTuple):
    position: Position
    places: Places
    plies: int
    excluded: tuple[str, ...]
    settled: int
    stopped: Stop | None
    number: int


def irregular(record: Record, boards: Mapping[str, object] | None = None) -> tuple[Found, ...]:
    """In the order of the throws. Taking back goes back to a state that is kept, so that a long record is read once."""
    game, standing, number = begin(record, boards), TakingBack[Entry](), 0
    if game.stopped:
        return ()
    before: list[_State] = []  # before each entry that stands
    found: dict[int, Found] = {}
    for place, entry in enumerate(record.entries):
        match entry:
            case Back():
                standing.back(entry.throw, entry)
            case Undo():
                standing.undo()
            case Throw() | Ruled() | Excluded():
                number += isinstance(entry, Throw)
                standing.add(number, entry)
            case Comment():
                continue
        was = game.stopped
        if len(standing.left) < len(before):
            _go_back(game, before[len(standing.left)])
            del before[len(standing.left) :]
        for of, more in standing.left[len(before) :]:
            before.append(_state(game))
            game.take(of, more)
            if game.stopped and isinstance(more, Throw) and game.stopped.number == of:
                found.setdefault(of, _found(game, game.stopped, more, before[-1].position))
        if was and game.stopped != was and was.number in found:
            found[was.number] = found[was.number]._replace(settled=place)
        if game.stopped and game.stopped.number in found:  # perhaps again: what settled it was taken back
            found[game.stopped.number] = found[game.stopped.number]._replace(settled=None)
    return tuple([found[number] for number in sorted(found)])


def _found(game: Running, stop: Stop, throw: Throw, before: Position) -> Found:
    ply = game.plies[-1] if game.plies and game.plies[-1].after == before else None
    return Found(stop.number, throw, before, ply, stop, None)


def _state(game: Running) -> _State:
    return _State(
        game.position,
        game.places,
        len(game.plies),
        tuple(game.excluded),
        len(game.settled),
        game.stopped,
        game.number,
    )


def _go_back(game: Running, state: _State) -> None:
    game.position, game.places, game.stopped, game.number = state.position, state.places, state.stopped, state.number
    game.excluded = list(state.excluded)
    del game.plies[state.plies :]
    del game.settled[state.settled :]
