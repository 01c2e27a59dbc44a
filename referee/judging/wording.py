"""A verdict in words: one sentence for each reason, two or three in all.

Decided here: the words for the data of a reason, and the rule numbers beside the sentence. Left out: the sentences
(`codes`), and the engine's sentences on why a move is impossible (`games.engine.rules.wording`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.engine.rules import wording as engine_wording
from games.engine.rules.codes import Demand
from games.engine.rules.contract import Reason, Roll
from games.engine.rules.notation import WAITING
from games.engine.rules.ring_refusals import RingImpossible
from games.engine.rules.speech import SOURCE, Language, Plural, Text
from games.engine.rules.wording import cited, colour_name

from .said_moves import move_in_words
from .verdict import Outcome

VERDICTS: Mapping[str, Outcome] = {str(outcome): outcome for outcome in Outcome}
# More moves than these are only counted.
MOST_NAMED = 4
WAITING_PIECE = Text("a waiting piece of {colour}")
PIECE = Text("{colour}'s piece on {field}")
OTHERS = Text("one of {count} others")
EITHER = Text("{one} or {other}")
BOTH = Text("{one} and {other}")
AND_OWN_PIECE = Text("{why}, and an own piece stands there")
HOW = Text("{title}: {value}")
THROWS_LEFT = Plural("one throw", "{count} throws")


def explain(reasons: Iterable[Reason], language: Language = SOURCE) -> str:
    """What a referee reads out."""
    return " ".join([sentence(reason, language) for reason in reasons])


def sentence(reason: Reason, language: Language = SOURCE) -> str:
    """One sentence, with the rules it rests on."""
    text = _text(reason, language)
    if not text.startswith(tuple(str(reason.data[key]) for key in ("played", "move") if key in reason.data)):
        text = text[0].upper() + text[1:]  # some also stand inside a sentence; a move in notation is written as it is
    return f"{text} {cited(reason.rules, language)}".rstrip() + "."


def verdict_name(verdict: str, language: Language = SOURCE) -> str:
    return VERDICTS[verdict].said(language)


def _text(reason: Reason, language: Language) -> str:
    text = reason.code.ruling if isinstance(reason.code, Demand) else reason.code.text
    return text.said(language, {name: _in_words(name, value, language) for name, value in reason.data.items()})


def _in_words(name: str, value: object, language: Language) -> object:
    """One item of a reason's data in words."""
    speak = SPOKEN.get(name)
    return speak(value, language) if speak else value


def _piece(piece: tuple[str, str] | None, language: Language) -> str:
    if piece is None:
        return ""
    text = WAITING_PIECE if piece[1] == WAITING else PIECE
    return text.said(language, {"colour": colour_name(piece[0], language), "field": piece[1]})


def _moves(moves: Sequence[str], language: Language) -> str:
    """The first few moves by name, the others as a count."""
    spoken = [move_in_words(move, language) for move in moves[:MOST_NAMED]]
    named = spoken
    if len(moves) > MOST_NAMED:
        more = len(moves) - MOST_NAMED + 1
        named = [*spoken[: MOST_NAMED - 1], OTHERS.said(language, {"count": more})]
    return ", ".join([*named[:-2], _joined(named[-2:], EITHER, language)])


def _roll(roll: Roll, language: Language) -> str:
    return str(roll) if isinstance(roll, int) else _joined(roll, BOTH, language)


def _joined(things: Sequence[object], text: Text, language: Language) -> str:
    """Two things as one, or the only one there is."""
    if len(things) < 2:
        return str(things[0])
    return text.said(language, {"one": things[0], "other": things[1]})


def _because(faults: Sequence[Reason], language: Language) -> str:
    """What makes a move impossible; of several reasons the first, and that an own piece stands there."""
    first = engine_wording.reason(Reason(faults[0].code, (), faults[0].data), language).rstrip(".")
    if any(fault.code == RingImpossible.OWN_PIECE for fault in faults[1:]):
        return AND_OWN_PIECE.said(language, {"why": first})
    return first


def _how(reading: tuple[Text, Text], language: Language) -> str:
    title, value = reading
    return HOW.said(language, {"title": title.said(language), "value": value.said(language)})


def _until(value: Text, language: Language) -> str:
    return value.said(language)


def _numbers(rules: Sequence[int], language: Language) -> str:
    return ", ".join(str(number) for number in rules)


def _left(throws: int, language: Language) -> str:
    return THROWS_LEFT.said(language, throws)


SPOKEN: Mapping[str, Callable[[Any, Language], str]] = {
    "colour": colour_name,
    "mover": colour_name,
    "giver": colour_name,
    "piece": _piece,
    "moves": _moves,
    "move": move_in_words,
    "played": move_in_words,
    "roll": _roll,
    "because": _because,
    "left": _left,
    "how": _how,
    "until": _until,
    "broken": _numbers,
    "next": _text,
}
