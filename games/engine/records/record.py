"""A whole game as it was recorded, and as text that people can read, mail and compare line by line.

Decided here: what a record holds and how it is written. Left out: how text becomes a record (`reader`), and
whether what was recorded was allowed (`replay`): a record says what happened. The format is explained in docs/record.md.

A record only grows: what is taken back stays in it, followed by the entry that takes it back.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..rules.contract import NOTHING, Roll

FIRST_LINE = "Augengenau 1"
TEXTS = ("event", "table", "date")
# Control characters, surrogates, line and paragraph separators: not allowed in a text.
UNWRITABLE = {"Cc", "Cs", "Zl", "Zp"}


@dataclass(frozen=True)
class Throw:
    """`played` is what was done, permitted or not: a move as it is written, or from and to, or nothing."""

    colour: str
    roll: Roll
    played: str = NOTHING
    touched: str | None = None  # the field of the first own piece touched, where that was noted
    comment: str = ""


@dataclass(frozen=True)
class Back:
    """This throw, and whatever came after it, is taken back."""

    throw: int
    comment: str = ""


@dataclass(frozen=True)
class Undo:
    """The last entry that stands is taken back, whatever it is; of a `Back`, what it took back stands again."""

    comment: str = ""


@dataclass(frozen=True)
class Ruled:
    """A referee set the position."""

    position: str
    comment: str = ""


@dataclass(frozen=True)
class Excluded:
    """A referee excluded a player (`turnier 15`)."""

    colour: str
    comment: str = ""


@dataclass(frozen=True)
class Comment:
    comment: str


Entry = Throw | Back | Undo | Ruled | Excluded | Comment
# Who threw what, in one round of throwing for the first move.
Round = tuple[tuple[str, int], ...]
# Best place first; those who share one stand together.
Result = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Record:
    rules: str
    start: str
    event: str = ""
    table: str = ""
    date: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    players: tuple[tuple[str, str], ...] = ()  # colour and name
    opening: tuple[Round, ...] = ()
    entries: tuple[Entry, ...] = ()
    result: Result = ()


def write(record: Record) -> str:
    """The canonical text: two records are one if this is one."""
    lines = [FIRST_LINE, *_head(record), "", *body(record)]
    if record.result:
        lines += ["", "result: " + " ".join("=".join(colours) for colours in record.result)]
    return "\n".join(lines).rstrip("\n") + "\n"


def line(text: str) -> str:
    """A text that somebody wrote, made fit for one line."""
    if text.isprintable():
        return text.strip(" ")
    return "".join([" " if unicodedata.category(c) in UNWRITABLE else c for c in text]).strip(" ")


def _head(record: Record) -> Iterator[str]:
    for name in TEXTS:
        if text := line(getattr(record, name)):
            yield f"{name}: {text}"
    yield f"rules: {record.rules}"
    yield from [f"option: {name} {written_option(value)}" for name, value in sorted(record.options.items())]
    yield from [f"player: {colour} {line(name)}".rstrip(" ") for colour, name in record.players]
    yield from ["opening: " + " ".join(f"{colour}{roll}" for colour, roll in thrown) for thrown in record.opening]
    yield f"start: {record.start}"


def written_option(value: object) -> str:
    return str(value) if isinstance(value, str) else "yes" if value else "no"


def body(record: Record) -> Iterator[str]:
    number = 0
    for entry in record.entries:
        number += isinstance(entry, Throw)
        comment = line(entry.comment)
        words = _words(entry, number) + (["; " + comment] if comment else [])
        if words:
            yield " ".join(words)


def _words(entry: Entry, number: int) -> list[str]:
    match entry:
        case Throw():
            touched = ["touched", entry.touched] if entry.touched else []
            return [str(number), entry.colour, written_roll(entry.roll), entry.played, *touched]
        case Back():
            return ["back", str(entry.throw)]
        case Undo():
            return ["undo"]
        case Ruled():
            return ["ruled", entry.position]
        case Excluded():
            return ["excluded", entry.colour]
        case Comment():
            return []


def written_roll(roll: Roll) -> str:
    return str(roll) if isinstance(roll, int) else ",".join(str(die) for die in roll)
