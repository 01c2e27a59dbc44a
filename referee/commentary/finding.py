"""Cases found by words, rule, verdict, book and option, and by likeness: the same mistake with the same pieces.

Decided here: what makes two throws alike. Both are judged; what was done, which duty came first, what follows, which kinds of
fields the pieces stood on and how far they had come are compared, all as seen from the seat of the colour that threw, so that
a position and the same one turned are alike to the last bit. Left out: what is right.
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from games.engine.rules import registry
from games.engine.rules.contract import NOTHING, Move, Position, Rules
from games.engine.rules.errors import GameError
from games.engine.rules.notation import WAITING, read_played
from games.engine.rules.speech import Language
from referee.commentary.book import DATA, Case, cases, in_language, rules
from referee.judging import judge

SIGNS = DATA / "signs.json"
MOST_ALIKE = 3
FAMILY = ("classic", "classic6", "verboten")


@dataclass(frozen=True)
class Wanted:
    """What is looked for; what is empty does not count."""

    words: str = ""
    book: str = ""
    rule: str = ""
    verdict: str = ""
    option: str = ""


def find(wanted: Wanted, language: Language) -> list[Case]:
    """The cases that have all that is wanted, in the order of the book."""
    words = folded(wanted.words).split()
    return [case for case in cases().values() if _fits(case, wanted) and _says(case, words, language)]


def _fits(case: Case, wanted: Wanted) -> bool:
    return (
        wanted.book in ("", case.book)
        and wanted.rule in ("", case.rule)
        and wanted.verdict in ("", case.verdict)
        and (not wanted.option or wanted.option in case.options)
    )


def _says(case: Case, words: Iterable[str], language: Language) -> bool:
    said = _words_of(case.number, language)
    return all(word in said for word in words)


@cache
def _words_of(number: str, language: Language) -> str:
    """Everything that a reader may look for, written small and without marks."""
    case = cases()[number]
    rule = rules()[case.rule]
    titles = [option.title.said(language) for option in _chosen(case)]
    texts = [case.title, case.why, rule.title]
    return folded(" ".join([case.number, case.slug, *[in_language(text, language) for text in texts], *titles]))


def _chosen(case: Case) -> list[Any]:
    return [option for option in registry.rule_class(case.book).choices if option.name in case.options]


def folded(text: str) -> str:
    """Without capitals and marks, so that "Zuge" finds "Züge"."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


# Likeness


@dataclass(frozen=True)
class Signs:
    """What a throw is compared by."""

    book: str  # the three books of the family game count as one
    verdict: str
    done: str  # what was done
    first: str  # what came first: the duty that was missed or fulfilled
    broken: frozenset[object]
    faults: frozenset[object]  # why it was impossible
    sent_back: str  # the kind of field from which a piece goes back
    moved: frozenset[object]  # the kinds of fields that the move began and ended on
    wanted: frozenset[object]  # those of the moves that were permitted
    is_six: bool
    how_far: frozenset[object]  # of the pieces involved, counted from the own start field
    options: frozenset[object]


# How much each agreement is worth. What was missed and why weighs most: it decides the ruling.
WEIGHTS: Mapping[str, float] = {
    "verdict": 3,
    "done": 3,
    "first": 5,
    "broken": 3,
    "faults": 5,
    "sent_back": 3,
    "moved": 2,
    "wanted": 2,
    "is_six": 1,
    "how_far": 1,
    "options": 1,
}


def alike(facts: Mapping[str, Any], most: int = MOST_ALIKE) -> list[Case]:
    """The cases most like this throw (as `judge` is asked about it), the likest first; GameError if it cannot be judged."""
    here = signs(facts)
    scored = [(likeness(here, there), number) for number, there in _known().items() if there.book == here.book]
    scored.sort(key=lambda pair: -pair[0])
    return [cases()[number] for _score, number in scored[:most]]


def likeness(one: Signs, other: Signs) -> float:
    return sum(weight * _agreement(getattr(one, name), getattr(other, name)) for name, weight in WEIGHTS.items())


def _agreement(one: object, other: object) -> float:
    """1 if they are the same, 0 if they have nothing in common; of sets the share that both have."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return len(one & other) / len(one | other) if one | other else 1
    return float(one == other)


def signs(facts: Mapping[str, Any]) -> Signs:
    rules_here = registry.rules(facts["rules"], facts.get("options"))
    position, roll = rules_here.read(facts["position"]), rules_here.read_roll(facts["roll"])
    played = facts["played"]
    verdict = judge(rules_here, position, roll, facts.get("touched"), played, facts.get("choice"))
    permitted = rules_here.permitted(position, roll)
    ends = [*_ends_of(rules_here, position, played), *[end for move in permitted for end in _ends(move)]]
    back = verdict.sent_back
    return Signs(
        book="family" if rules_here.id in FAMILY else rules_here.id,
        verdict=verdict.verdict,
        done=verdict.reasons[0].code,
        first=verdict.reasons[1].code if len(verdict.reasons) > 2 else "",
        broken=frozenset(verdict.broken),
        faults=frozenset(reason.code for reason in rules_here.why_not(position, roll, played)),
        sent_back=_kind(rules_here, position, back[0], back[1:]) if back else "",
        moved=frozenset(_kind(rules_here, position, *end) for end in _ends_of(rules_here, position, played)),
        wanted=frozenset(_kind(rules_here, position, *end) for move in permitted for end in _ends(move)),
        is_six=roll == 6,
        how_far=frozenset(_progress(rules_here, position, *end) for end in ends),
        options=frozenset(name for name, value in (facts.get("options") or {}).items() if value),
    )


@cache
def _known() -> Mapping[str, Signs]:
    """Of every case that is about a throw: worked out beforehand, because a phone would take seconds to judge them all."""
    rows = json.loads(SIGNS.read_text(encoding="utf-8"))
    return {number: _of_data(row) for number, row in rows.items()}


def worked_out() -> dict[str, dict[str, object]]:
    """What stands in the file: the signs of every case that is about a throw."""
    return {case.number: _as_data(signs(case.ask)) for case in cases().values() if case.is_throw}


def _as_data(found: Signs) -> dict[str, object]:
    values = {field.name: getattr(found, field.name) for field in fields(found)}
    listed = {name: sorted(value, key=str) for name, value in values.items() if isinstance(value, frozenset)}
    return {name: listed.get(name, value) for name, value in values.items()}


def _of_data(row: Mapping[str, Any]) -> Signs:
    values: dict[str, Any] = {
        name: frozenset(value) if isinstance(value, list) else value for name, value in row.items()
    }
    return Signs(**values)


def _ends(move: Move) -> tuple[tuple[str, str], tuple[str, str]]:
    return (move.colour, move.origin), (move.colour, move.target)


def _ends_of(rules_here: Rules, position: Position, played: str) -> list[tuple[str, str]]:
    """Where the move that was made began and ended, also if it was impossible."""
    if played == NOTHING:
        return []
    mover = rules_here.view(position).to_move
    try:
        letter, origin, target = read_played(played)
    except GameError:  # of two dice
        return [(mover, field) for field in (_first_field(played), played.rpartition("=")[2].partition("x")[0])]
    return [(letter or mover, origin), (letter or mover, target)]


def _first_field(played: str) -> str:
    return next((played[:n] for n, letter in enumerate(played) if letter in "+-^"), played)


def _kind(rules_here: Rules, position: Position, colour: str, field: str) -> str:
    """Waiting, start, track or goal; on the track also who stands there."""
    if field == WAITING:
        return "waiting"
    if not field.isdigit():
        return "goal"
    view = rules_here.view(position)
    stands = next((letter for letter, fields in view.groups if field in fields), "")
    whose = "" if not stands else "own" if stands == colour else "foreign"
    return ("start" if _progress(rules_here, position, colour, field) == 0 else "track") + whose


def _progress(rules_here: Rules, position: Position, colour: str, field: str) -> int:
    try:
        return rules_here.progress(position, colour, field)
    except (KeyError, GameError):
        return -2
