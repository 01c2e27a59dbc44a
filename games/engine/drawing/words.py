"""A position in words for screen readers, and the few words in the drawing itself."""

from collections.abc import Sequence

from ..rules.contract import Move
from ..rules.layout import BOARD
from ..rules.notation import GOAL, WAITING, Written
from ..rules.speech import Language as Language
from ..rules.speech import Text
from ..rules.wording import colour_name

RING = Text("board with {track} fields")
LANES = Text("Mauerhüpfen, {track} fields")
TURN = Text("{colour} to move")
WAITS = Text("{count} waiting")
FIELD = Text("field {field}")
INSIDE = Text("goal {field}")
LAST = Text("last move: {colour} {move}")
CAPTURED = Text("captured: {pieces}")
ON = Text("{colour} on {field}")
PERMITTED = Text("permitted: {moves}")
HOUSE = Text("waiting field {colour}")
OWN_GOAL = Text("goal {field} {colour}")


def title(board: str, track: int, to_move: str, language: Language) -> str:
    board_name = (LANES if board == BOARD else RING).said(language, {"track": track})
    return f"{_capital(board_name)}: {TURN.said(language, {'colour': colour_name(to_move, language)})}"


def description(written: Written, last: Move | None, permitted: Sequence[Move], language: Language) -> str:
    """Every colour's pieces, the last move, the permitted moves."""
    sentences = [_pieces(colour, fields, language) for colour, fields in written.groups]
    if last:
        sentences.append(_last(last, language))
    if permitted:
        sentences.append(PERMITTED.said(language, {"moves": ", ".join(move.text for move in permitted)}))
    return " ".join(f"{_capital(sentence)}." for sentence in sentences)


def _pieces(colour: str, fields: Sequence[str], language: Language) -> str:
    waiting = fields.count(WAITING)
    parts = [WAITS.said(language, {"count": waiting})] if waiting else []
    parts += [
        (INSIDE if field in GOAL else FIELD).said(language, {"field": field}) for field in fields if field != WAITING
    ]
    return f"{colour_name(colour, language)}: {', '.join(parts)}"


def _last(move: Move, language: Language) -> str:
    text = LAST.said(language, {"colour": colour_name(move.colour, language), "move": move.text})
    if not move.captures:
        return text
    pieces = [ON.said(language, {"colour": colour_name(c[0], language), "field": c[1:]}) for c in move.captures]
    return f"{text}, {CAPTURED.said(language, {'pieces': ', '.join(pieces)})}"


def spot_name(colour: str, field: str, pieces: Sequence[str], language: Language) -> str:
    """The name of a field for screen readers: "Feld 17: Rot"."""
    name = colour_name(colour, language) if colour else ""
    kind = FIELD if not colour else HOUSE if field == WAITING else OWN_GOAL
    field_name = _capital(kind.said(language, {"field": field, "colour": name}))
    return f"{field_name}: {', '.join(colour_name(piece, language) for piece in pieces)}" if pieces else field_name


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
