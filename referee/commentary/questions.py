"""Questions about consequences, as a referee is asked them: this was thrown, touched and played; what stands, who goes back, who
throws next?

Decided here: which throws are worth a question at which level, and which answers are offered. Positions come from games played
out from a seed, so the same seed gives the same question; what is right is what the judge says, as the books are usually read. A
throw after which the referee may choose between several pieces is not asked about. Left out: how questions are shown and counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from games.engine.playout.playout import RandomSource, Throw, throws
from games.engine.playout.strategies import RANDOM
from games.engine.rules import registry
from games.engine.rules.contract import NOTHING, Move, Rules
from games.engine.rules.errors import GameError
from games.engine.rules.speech import Language
from referee.judging import Verdict, judge
from referee.judging.readings import reasons
from referee.judging.sheet import may_go_back
from referee.judging.verdict import Outcome
from referee.judging.wording import sentence

LOOKED_THROUGH = 260  # throws of one game
MOST_GAMES = 60
NOBODY = "none"

PLAYER, TABLE, HEAD = "player", "table", "head"
LEVELS = (PLAYER, TABLE, HEAD)
# What is done in a question: of each level those of the ones before it, too. What is no offence in a book is never found there.
ACTS: Mapping[str, tuple[str, ...]] = {
    PLAYER: ("right", "missed capture", "missed enter", "missed leave", "miscounted"),
    TABLE: ("nothing", "missed go_home", "touched", "six"),
    HEAD: ("missed double", "touched stuck", "touched and missed"),
}


@dataclass(frozen=True)
class Question:
    """`facts` is what the judge is asked; `who` may throw next, and of `pieces` one may have to go back."""

    facts: Mapping[str, Any]
    act: str
    verdicts: tuple[str, ...]
    pieces: tuple[str, ...]  # "Y12", or NOBODY
    who: tuple[str, ...]
    verdict: Verdict
    next_colour: str

    @property
    def right(self) -> dict[str, str]:
        return {"verdict": self.verdict.verdict, "back": self.verdict.sent_back or NOBODY, "next": self.next_colour}

    def words(self, language: Language) -> list[str]:
        """Why, and what another reading of the book would have said."""
        return [sentence(reason, language) for reason in (*self.verdict.reasons, *reasons(self.verdict))]


def acts(book: str, level: str) -> tuple[str, ...]:
    """What can be asked about at a level, by a book: only the tournament book knows touched pieces and double duties."""
    found = [act for name in LEVELS[: LEVELS.index(level) + 1] for act in ACTS[name]]
    if book == "turnier":
        return tuple(found)
    ours = ("right", "miscounted", "nothing", *(() if book == "mauer" else ("missed enter", "missed leave", "six")))
    return tuple([act for act in found if act in ours])


@lru_cache(maxsize=2000)
def question(book: str, level: str, seed: str, number: int) -> Question:
    """The question of this number in the examination of this seed. Its act changes with the number, so that all come up."""
    rules = registry.rules(book)
    possible = acts(book, level)
    offset = Random(f"acts {book} {level} {seed}").randrange(len(possible))
    wanted = possible[(number + offset) % len(possible)]
    for game in range(MOST_GAMES):
        dice = Random(f"question {book} {level} {seed} {number} {game}")
        for found in _of_game(rules, wanted, dice, f"{seed} {number} {game}"):
            return found
    raise LookupError(f"{book} {wanted}: no such throw in {MOST_GAMES} games")


def _of_game(rules: Rules, wanted: str, dice: Random, seed: str) -> Iterator[Question]:
    players = dice.choice([n for n in (3, 4) if rules.players[0] <= n <= rules.players[1]])
    played = list(islice(throws(rules, rules.start(players), RandomSource(seed), RANDOM), LOOKED_THROUGH))
    dice.shuffle(played)
    for throw in played:
        for touched, move in _done(rules, throw, wanted, dice):
            if (found := _asked(rules, throw, wanted, touched, move)) is not None:
                yield found


def _done(rules: Rules, throw: Throw, wanted: str, dice: Random) -> Iterator[tuple[str | None, str]]:
    """What somebody may have touched and played with this throw, so that it is what is wanted."""
    legal, permitted = rules.moves(throw.before, throw.roll)
    demand = rules.demand(throw.before, throw.roll)
    if demand is None or len(legal) < 2:
        return
    missed = [move for move in legal if move not in permitted]
    is_double = demand.code.startswith("double")
    bound = bool(missed) or rules.id == "mauer"
    if wanted == "right" and bound:
        yield None, dice.choice(permitted).text
    elif wanted == "six" and throw.roll == 6 and missed:
        yield None, dice.choice([*permitted, *missed]).text
    elif wanted == "nothing":
        yield None, NOTHING
    elif wanted == "miscounted" and (others := _miscounted(rules, throw, legal)):
        yield None, dice.choice(others)
    elif (wanted == "missed double" and is_double and missed) or (
        wanted.startswith("missed ") and missed and demand.code == wanted.removeprefix("missed ")
    ):
        yield None, dice.choice(missed).text
    elif wanted.startswith("touched"):
        yield from _touched(wanted, legal, permitted, missed, dice)


def _touched(
    wanted: str, legal: Sequence[Move], permitted: Sequence[Move], missed: Sequence[Move], dice: Random
) -> Iterator[tuple[str | None, str]]:
    may, could = {move.origin for move in permitted}, {move.origin for move in legal}
    if wanted == "touched" and len(may) > 1:
        move = dice.choice(permitted)
        yield dice.choice(sorted(may - {move.origin})), move.text
    elif wanted == "touched stuck" and (idle := could - may):
        yield dice.choice(sorted(idle)), dice.choice(permitted).text
    elif wanted == "touched and missed" and missed and may:
        yield dice.choice(sorted(may)), dice.choice(missed).text


def _miscounted(rules: Rules, throw: Throw, legal: Sequence[Move]) -> list[str]:
    """Moves that another throw would have allowed."""
    here = {move.text for move in legal}
    others = [roll for roll in rules.rolls if roll != throw.roll]
    return sorted({move.text for roll in others[:12] for move in rules.legal(throw.before, roll)} - here)


def _asked(rules: Rules, throw: Throw, act: str, touched: str | None, played: str) -> Question | None:
    """None where the referee may choose which piece goes back, where the game is over, or where it cannot be asked at all."""
    view = rules.view(throw.before)
    facts: dict[str, Any] = {
        "rules": rules.id,
        "options": {},
        "position": rules.write(throw.before),
        "roll": list(throw.roll) if isinstance(throw.roll, tuple) else throw.roll,
        "touched": touched,
        "played": played,
        "choice": None,
    }
    try:
        verdict = judge(rules, throw.before, throw.roll, touched, played)
    except GameError:
        return None
    if rules.over(verdict.position) or may_go_back(facts, verdict.verdict):
        return None
    own = [f"{view.to_move}{field}" for field in dict(view.groups)[view.to_move] if field not in "B"]
    verdicts = (
        [Outcome.CORRECT, Outcome.VOID] if rules.id != "turnier" else [Outcome.CORRECT, Outcome.ENFORCED, Outcome.VOID]
    )
    return Question(
        facts=facts,
        act=act,
        verdicts=tuple([str(each) for each in verdicts]),
        pieces=(NOBODY, *own) if rules.has_duties else (),
        who=tuple([colour for colour, _fields in view.groups]),
        verdict=verdict,
        next_colour=rules.view(verdict.position).to_move,
    )
