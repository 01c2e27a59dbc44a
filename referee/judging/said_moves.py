"""A written move in the words of a referee: which piece went where, and whether it captured.

Decided here: the words, from the notation alone, also for a move that the book does not allow. Left out: the moves of two dice
(`games.engine.rules.mauer_words`).
"""

from games.engine.rules.errors import BadMove
from games.engine.rules.mauer_words import in_words
from games.engine.rules.notation import COLOURS, WAITING, Played, read_played
from games.engine.rules.speech import SOURCE, Language, Text
from games.engine.rules.wording import colour_name

MOVE = Text("the move from {origin} to {target}")
BACK = Text("the capture backwards from {origin} on {target}")
CAPTURE = Text("the capture from {origin} on {target}")
ENTERED = Text("entering on {target}")
CAPTURED = Text("entering with a capture on {target}")
OF = Text("{move} with a piece of {colour}")


def move_in_words(move: str, language: Language = SOURCE) -> str:
    """What is no move stays as it is written."""
    try:
        played = read_played(move)
    except BadMove:
        return in_words(move, language)
    if not _is_plain(played):
        return in_words(move, language)
    text = _text(played, move).said(language, {"origin": played.origin, "target": played.target})
    if played.colour is None:
        return text
    return OF.said(language, {"move": text, "colour": colour_name(played.colour, language)})


def _is_plain(played: Played) -> bool:
    """Not the moves of two dice, whose fields carry more than a name."""
    named = all(field.isalnum() for field in (played.origin, played.target))
    return named and (played.colour is None or (len(played.colour) == 1 and played.colour in COLOURS))


def _text(played: Played, move: str) -> Text:
    is_capture = "x" in move or "<" in move
    if played.origin == WAITING:
        return CAPTURED if is_capture else ENTERED
    if "<" in move:
        return BACK
    return CAPTURE if is_capture else MOVE
