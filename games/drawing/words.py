"""A position in words, for those who hear the drawing, and the few words that stand in it. German and English."""

from collections.abc import Sequence
from typing import Literal

from games.rules.contract import Move
from games.rules.layout import BOARD
from games.rules.notation import GOAL, WAITING, Written
from games.rules.wording import colour_name

Language = Literal["de", "en"]

_WORDS = {
    "de": {
        "ring": "Brett mit {track} Feldern",
        "lanes": "Mauerhüpfen, {track} Felder",
        "turn": "{colour} ist am Zug",
        "waiting": "{count} wartend",
        "field": "Feld {field}",
        "goal": "Ziel {field}",
        "last": "Zuletzt zog {colour} {move}",
        "captured": "geschlagen: {pieces}",
        "on": "{colour} auf {field}",
        "permitted": "Erlaubt: {moves}",
        "house": "Wartefeld {colour}",
        "own goal": "Ziel {field} {colour}",
    },
    "en": {
        "ring": "board with {track} fields",
        "lanes": "Mauerhüpfen, {track} fields",
        "turn": "{colour} to move",
        "waiting": "{count} waiting",
        "field": "field {field}",
        "goal": "goal {field}",
        "last": "last move: {colour} {move}",
        "captured": "captured: {pieces}",
        "on": "{colour} on {field}",
        "permitted": "permitted: {moves}",
        "house": "waiting field {colour}",
        "own goal": "goal {field} {colour}",
    },
}


def word(language: Language, key: str, **data: object) -> str:
    return _WORDS[language][key].format(**data)


def title(board: str, track: int, to_move: str, language: Language) -> str:
    called = word(language, "lanes" if board == BOARD else "ring", track=track)
    return f"{_capital(called)}: {word(language, 'turn', colour=colour_name(to_move, language))}"


def description(written: Written, last: Move | None, permitted: Sequence[Move], language: Language) -> str:
    """Every colour's pieces, the last move, the permitted moves."""
    sentences = [_pieces(colour, fields, language) for colour, fields in written.groups]
    if last:
        sentences.append(_last(last, language))
    if permitted:
        sentences.append(word(language, "permitted", moves=", ".join(move.text for move in permitted)))
    return " ".join(f"{_capital(sentence)}." for sentence in sentences)


def _pieces(colour: str, fields: Sequence[str], language: Language) -> str:
    waiting = fields.count(WAITING)
    parts = [word(language, "waiting", count=waiting)] if waiting else []
    parts += [word(language, "goal" if field in GOAL else "field", field=field) for field in fields if field != WAITING]
    return f"{colour_name(colour, language)}: {', '.join(parts)}"


def _last(move: Move, language: Language) -> str:
    text = word(language, "last", colour=colour_name(move.colour, language), move=move.text)
    if not move.captures:
        return text
    pieces = [word(language, "on", colour=colour_name(c[0], language), field=c[1:]) for c in move.captures]
    return f"{text}, {word(language, 'captured', pieces=', '.join(pieces))}"


def spot_name(colour: str, field: str, pieces: Sequence[str], language: Language) -> str:
    """What a field is called when it is read out by itself: "Feld 17: Rot"."""
    name = colour_name(colour, language) if colour else ""
    key = "field" if not colour else "house" if field == WAITING else "own goal"
    called = _capital(word(language, key, field=field, colour=name))
    return f"{called}: {', '.join(colour_name(piece, language) for piece in pieces)}" if pieces else called


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
