"""Find duplicate names: the same name, first name and surname exchanged, or a similar spelling.

Decided here: what counts as the same (ignoring case, blanks, umlauts written out or left out), and as close (one letter more,
fewer, different, or two neighbours exchanged, in names long enough for it). Left out: what is done about a match
(`tournament.entries.imports.reading`).
"""

import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kind = Literal["same", "exchanged", "spelling", "close"]
SHORTEST = 6  # letters of the whole name; in shorter ones a different letter is hardly a typing error
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "ø": "oe", "ł": "l", "đ": "d", "ı": "i"})


class Match(NamedTuple, Generic[Key]):
    kind: Kind
    key: Key


def plain(text: str) -> str:
    """Normalise for a comparison in which spelling matters: lower case, single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def folded(text: str) -> str:
    """Normalise for a comparison of similar spellings: no accents, ü and ue both as u, letters and digits only."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).casefold().translate(_LETTERS))
    letters = "".join(char if char.isalnum() else " " for char in decomposed if not unicodedata.combining(char))
    for long, short in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        letters = letters.replace(long, short)
    return " ".join(letters.split())


class Names(Generic[Key]):
    """An index of names. Where several people have the same name, the first one added is found."""

    def __init__(self, known: Iterable[tuple[Key, str, str]] = ()) -> None:
        self._plain: dict[tuple[str, str], Key] = {}
        self._folded: dict[str, Key] = {}
        self._nearly: dict[str, list[tuple[str, Key]]] = defaultdict(list)
        for key, given, family in known:
            self.add(key, given, family)

    def add(self, key: Key, given: str, family: str) -> None:
        self._plain.setdefault((plain(given), plain(family)), key)
        whole = folded(f"{given} {family}")
        self._folded.setdefault(whole, key)
        for hint in _without_one(whole):
            self._nearly[hint].append((whole, key))

    def find(self, given: str, family: str) -> Match[Key] | None:
        """The best match: the same name before exchanged names before similar spellings."""
        if (same := self._plain.get((plain(given), plain(family)))) is not None:
            return Match("same", same)
        if family and (other := self._plain.get((plain(family), plain(given)))) is not None:
            return Match("exchanged", other)
        return self._by_spelling(folded(f"{given} {family}"), folded(f"{family} {given}"))

    def _by_spelling(self, whole: str, exchanged: str) -> Match[Key] | None:
        ways: tuple[tuple[Kind, str], ...] = (("spelling", whole), ("exchanged", exchanged))
        for kind, text in ways:
            if (key := self._folded.get(text)) is not None:
                return Match(kind, key)
        if len(whole) < SHORTEST:
            return None
        for hint in _without_one(whole):
            for other, key in self._nearly.get(hint, ()):
                if is_one_slip(whole, other):
                    return Match("close", key)
        return None


def _without_one(text: str) -> Iterator[str]:
    """Index keys: the text, and the text without each of its letters. Two texts one slip apart share at least one."""
    if len(text) >= SHORTEST - 1:
        yield text
        yield from {text[:i] + text[i + 1 :] for i in range(len(text))}


def is_one_slip(one: str, other: str) -> bool:
    """Whether the texts differ by one letter added, missing or replaced, or by two neighbours exchanged."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[start:], other[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else a == b[1:]
