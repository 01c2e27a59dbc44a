"""What if: a game played on otherwise from one of its entries. The branch stands in the address alone, so it can be kept and
shared, and the game stays as it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.playout import playout
from games.engine.records.record import written_roll
from games.engine.records.stepping import Choice, choices
from games.engine.rules.contract import NOTHING, Move, Position, Roll, Rules
from games.engine.rules.errors import GameError
from games.live.chances import FEWER, GAMES
from games.recording.game import Sheet, read_roll
from tournament.core.cache import Kept
from tournament.core.languages import spoken

LONGEST = 60  # throws
_shares: Kept[dict[str, float]] = Kept(most=500)


class Step(NamedTuple):
    """One throw of a branch. `written` is what the address says of it."""

    written: str
    colour: str
    roll: str
    played: str


@dataclass(frozen=True)
class Branch:
    rules: Rules
    position: Position
    steps: tuple[Step, ...]
    last: Move | None  # of its last throw
    choices: tuple[Choice, ...]  # of the throw that follows
    rolled: str

    @property
    def is_over(self) -> bool:
        return self.rules.over(self.position)

    @property
    def chosen(self) -> Choice | None:
        return next((one for one in self.choices if one.roll == self.rolled), None)

    def wins(self) -> dict[str, float]:
        """The chances in per cent from where it stands; empty where working them out takes too long for a page."""
        if self.rules.id in FEWER or self.is_over:
            return {}
        written = self.rules.write(self.position)
        key = (self.rules.id, repr(sorted(self.rules.options.items())), written)

        def work_out() -> dict[str, float]:
            shares = playout.chances(self.rules, self.position, GAMES, seed=written)
            return {colour: 100 * shares.share(colour) for colour in shares.taken}

        return _shares.get(key, work_out)


def branch(recorded: Sheet, written: Sequence[str], rolled: str) -> Branch | None:
    """None where nothing can be thrown: before it is known who begins, after the end, at a throw that is not settled.
    What the address says is followed as far as it is permitted."""
    rules, position = recorded.rules, recorded.position
    if not recorded.opening.begins or recorded.replay.stopped or recorded.is_over:
        return None
    steps, last = list[Step](), None
    for one in written[:LONGEST]:
        if rules.over(position) or (step := _read(rules, position, one)) is None:
            break
        roll, last = step
        colour = rules.view(position).to_move
        steps.append(Step(one, colour, written_roll(roll), last.text if last else NOTHING))
        position = rules.follow(position, roll, last)
    is_open = len(steps) < LONGEST and not rules.over(position)
    offered = tuple(choices(rules, position, spoken())) if is_open else ()
    return Branch(rules, position, tuple(steps), last, offered, rolled)


def _read(rules: Rules, position: Position, written: str) -> tuple[Roll, Move | None] | None:
    dice, _colon, played = written.partition(":")
    try:
        roll = read_roll(rules, dice)
    except GameError:
        return None
    permitted = rules.permitted(position, roll)
    if played == NOTHING and not permitted:
        return roll, None
    return next(((roll, move) for move in permitted if move.text == played), None)
