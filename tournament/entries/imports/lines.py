"""Understand a line that somebody typed or copied: "3) Müller, Jürgen (TSV Adorf) 0171 2345678 bezahlt". PURE.

Decided here: which words are the name, which word is the surname, what else the line says, and what is in doubt. What a piece
looks like: `parts`. Nothing is stored that was not recognised: what is left over is shown beside what was read.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.core.person_names import PARTICLES, split_words
from tournament.entries.imports import parts
from tournament.entries.imports.given_names import begins_with_given, is_given
from tournament.entries.imports.not_names import (
    CHAT,
    SOMEBODY_ELSE,
    is_chat,
    is_formula,
    is_greeting,
    is_heading,
    is_note,
)
from tournament.entries.imports.parts import Part

GIVEN, FAMILY = "given", "family"


class Doubt(StrEnum):
    """Why somebody has to look at a line before it is entered."""

    NONE = ""
    HEADING = "heading"  # more likely a title than a person
    SEVERAL = "several"  # more than one person
    FORMULA = "formula"
    NUMBERS = "numbers"  # digits in the name
    SENTENCE = "sentence"  # words that are no name: "Petra kommt später"
    CHAT = "chat"  # what somebody wrote in a chat


@dataclass(frozen=True)
class Line:
    """What was read: the cells by the codes of the columns, and the pieces that are not kept."""

    cells: dict[str, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    doubt: Doubt = Doubt.NONE
    count: int | None = None  # a number before the name: of the line, or of the player


_QUOTED = re.compile(r"^(?:\s*>)+\s*")
_BULLET = re.compile(r"^\s*(?:[-+*•‣▪◦–—·>]+|\[[ xX✓]?\]|[☐☑✓✔✗])\s+")
_COUNTED = re.compile(r"^\s*\(?\d{1,4}\s*[.):]\)?(?!\s?\d)\s*")
_NUMBERED = re.compile(r"^\s*(?P<count>\d{1,4})(?:\s*[\t;|]\s*|\s+[-–]\s+|\s+(?=[^\W\d_]))")
_TITLE = re.compile(
    r"(?<!\w)(?:prof|dr|dipl|ing|med|mag|hr|fr|frl)\.(?:[\s-]*(?:ing|med|phil|jur|h\.\s?c|rer\.\s?nat)\.)*(?=\W|$)"
    r"|\b(?:Prof|Dr|Herrn?|Frau|Mr|Mrs|Ms|Miss|Sir|Pfarrer(?:in)?|Pastor(?:in)?)\b\.?(?=\s)",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_BETWEEN = re.compile(r"[;|\t]|:\s|\s[-–—]+\s|\s/\s|\s{3,}")
_AND = re.compile(r"\s(?:und|and|u\.|&|\+)\s", re.IGNORECASE)
_LETTERS = re.compile(r"(?:[^\W\d_]|[ .'’´`-])+")
_ENDS_WITH_DOT = re.compile(r"(?:\b[^\W\d_]|jr|sen|jun)\.$", re.IGNORECASE)
_TOGETHER = re.compile(r"^(?:familie|fam\.|ehepaar|eheleute|geschwister|family)\s|[^\W\d_]/[^\W\d_]", re.IGNORECASE)
_ANYWHERE = (
    (Part.EMAIL, parts.EMAIL),
    (Part.NUMBER, parts.NUMBER),
    (Part.BORN, parts.DAY),
    (Part.PHONE, parts.PHONE),
    (Part.BORN, parts.AGE),
    (Part.BORN, parts.YEAR),
    (Part.UNPAID, parts.UNPAID),
    (Part.PAID, parts.PAID),
    (Part.MONEY, parts.MONEY),
)
LONGEST = 300  # letters of a line that are read: looking for parts anywhere takes the square of it
_KEPT_BY_NOBODY = (Part.PHONE, Part.MONEY)


def read(text: str, *, is_family_first: bool = False) -> Line:
    """`is_family_first`: in this list the surname stands before the first name, without a comma."""
    text, rest = text[:LONGEST], text[LONGEST:]
    if is_chat(text):
        return Line(left=(text.strip(),), doubt=Doubt.CHAT)
    text, count = _without_count(_tidied(text))
    line = _Reader(text, count)
    line.left += [rest[:LONGEST]] if rest.strip() else []
    if is_formula(line.text):
        return Line(left=(line.text,), doubt=Doubt.FORMULA)
    if is_heading(text):
        return Line(left=(text,), doubt=Doubt.HEADING)
    line.take_anywhere()
    line.take_from_brackets()
    line.take_titles()
    return line.finished(is_family_first=is_family_first)


def read_all(texts: Sequence[str]) -> list[Line]:
    """The lines of one list, of which some things are known only from all: the order of the names, and what numbers are."""
    is_turned = is_family_first(texts)
    found = _without_signatures([read(text, is_family_first=is_turned) for text in texts])
    if counts_lines(line.count for line in found):
        return found
    return [line if line.count is None else _with_number(line, line.count) for line in found]


def _without_signatures(found: list[Line]) -> list[Line]:
    """One word below a greeting is who wrote the mail."""
    checked, is_after_greeting = [], False
    for line in found:
        is_alone = not line.cells.get(FAMILY) and len(line.cells) <= 2
        is_signature = is_after_greeting and is_alone and GIVEN in line.cells
        checked.append(Line(left=(line.cells[GIVEN],), doubt=Doubt.HEADING) if is_signature else line)
        is_after_greeting = line.doubt == Doubt.HEADING and is_greeting(" ".join(line.left))
    return checked


def _with_number(line: Line, number: int) -> Line:
    return replace(line, cells={Part.NUMBER.value: str(number), **line.cells})


def is_family_first(texts: Iterable[str]) -> bool:
    """Whether the names of a list, without commas, begin with the surname, by the first names that are common."""
    votes = [_vote(read(text)) for text in texts if "," not in text]
    return votes.count(-1) > 2 * votes.count(1) and votes.count(-1) > 1


def _vote(line: Line) -> int:
    """1: the first name is where it is expected; -1: at the end."""
    given, family = line.cells.get(GIVEN, ""), line.cells.get(FAMILY, "")
    if not given or not family:
        return 0
    return is_given(given.split()[0]) - is_given(family.split()[-1])


def _tidied(text: str) -> str:
    """Without emoji, bullets, the stamp of a chat, and the number that only counts the lines."""
    plain = "".join(char for char in text if not _is_emoji(char))
    text = plain if plain == text else plain.replace("\u200d", "")  # what joins the parts of one emoji
    text = CHAT.sub("", _QUOTED.sub("", text).strip(" \"'„“”*_"))
    return _BULLET.sub("", text)


def _is_emoji(char: str) -> bool:
    return (
        (unicodedata.category(char) == "So" and char not in "☐☑✓✔✗")
        or char == "\ufe0f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _without_count(text: str) -> tuple[str, int | None]:
    """ "3." or "3)" counts the lines of the list; what "3" alone is, the whole list says (`counts_lines`)."""
    if _COUNTED.match(text):
        return _COUNTED.sub("", text), None
    match = _NUMBERED.match(text)
    return (text[match.end() :], int(match["count"])) if match else (text, None)


def counts_lines(counts: Iterable[int | None]) -> bool:
    """Whether the numbers before the names only count: 1, 2, 3 and so on."""
    there = [count for count in counts if count is not None]
    return there == list(range(1, len(there) + 1))


class _Reader:
    """Takes one recognised piece after the other out of a line; what remains is the name."""

    def __init__(self, text: str, count: int | None) -> None:
        self.text, self.count = text, count
        self.cells: dict[str, str] = {}
        self.left: list[str] = []

    def keep(self, part: Part, piece: str) -> None:
        piece = piece.strip()
        if part in _KEPT_BY_NOBODY or part == Part.WORD or part in self.cells:
            self.left.append(piece)
        elif part != Part.UNPAID:
            self.cells[part.value] = parts.value(part, piece)

    def take_from_brackets(self) -> None:
        """Words in brackets beside a name are a club, if nothing else fits."""
        for inside in _BRACKET.findall(self.text):
            for piece in filter(None, (one.strip() for one in re.split(r"[,;/]", inside))):
                part = parts.kind(piece)
                if re.fullmatch(r"\d{1,2}", piece):
                    part = Part.BORN
                is_club = part == Part.WORD and piece[0].isupper() and not is_note(piece)
                self.keep(Part.CLUB if is_club else part, piece)
        self.text = _BRACKET.sub(" ; ", self.text)

    def take_anywhere(self) -> None:
        for part, pattern in _ANYWHERE:
            for match in pattern.finditer(self.text):
                self.keep(part, match[0])
            self.text = pattern.sub(" ; ", self.text)

    def take_titles(self) -> None:
        self.text = _TITLE.sub(" ", self.text)

    def finished(self, *, is_family_first: bool) -> Line:
        self.left += SOMEBODY_ELSE.findall(self.text)
        pieces = [piece for piece in map(_stripped, _BETWEEN.split(SOMEBODY_ELSE.sub("", self.text))) if piece]
        names: list[str] = []
        for piece in pieces:
            names += self._names_in(piece, is_first=not names)
        doubt = self._name(names, has_comma=any("," in piece for piece in pieces), is_family_first=is_family_first)
        return Line(self.cells, tuple(self.left), doubt, self.count)

    def _names_in(self, piece: str, *, is_first: bool) -> list[str]:
        """The words between commas that are no club, no team and no "Kind", which are kept."""
        words: list[str] = []
        for one in filter(None, map(_stripped, piece.split(","))):
            part = parts.kind(one)
            if part not in (Part.WORD, Part.CLUB) or (part == Part.CLUB and (words or not is_first)):
                self.keep(part, one)
            else:
                words += self._without_club(one, is_first=is_first and not words)
        return words

    def _without_club(self, words: str, *, is_first: bool) -> list[str]:
        """ "Jürgen Müller TSV Adorf": from the word by which one knows a club it is the club, if a name stands before it."""
        club = parts.CLUB.search(words)
        before = _stripped(words[: club.start()]) if club else ""
        if club is None or (is_first and " " not in before and not (club.start() == 0 and " " in words)):
            return [words]
        self.keep(Part.CLUB, club[0])
        return [before] if before else []

    def _name(self, names: list[str], *, has_comma: bool, is_family_first: bool) -> Doubt:
        if not names:
            return Doubt.NONE
        if _are_several(names):
            self.left = [*names, *self.left]
            return Doubt.SEVERAL
        given, family, rest = _given_and_family(names, has_comma=has_comma, is_family_first=is_family_first)
        self.cells[GIVEN], self.cells[FAMILY] = capitalised(given, family)
        for piece in rest:
            self.keep(Part.CLUB if _may_be_club(piece) else Part.WORD, piece)
        return _doubt_of(f"{given} {family}".split())


def _stripped(piece: str) -> str:
    piece = " ".join(piece.split()).strip(' ,;:-–—/"')
    return piece if _ENDS_WITH_DOT.search(piece) else piece.rstrip(" .")


def _may_be_club(piece: str) -> bool:
    """Several words with capitals, as "Bauernstürmer Bad Ems"."""
    words = piece.split()
    return (
        len(words) > 1
        and all(word[0].isupper() or word.isdigit() for word in words)
        and not begins_with_given(piece)
        and not is_note(piece)
    )


def _doubt_of(words: list[str]) -> Doubt:
    if any(map(str.isdigit, words)):
        return Doubt.NUMBERS
    main = [word for word in words if word.casefold() not in PARTICLES]
    small = sum(map(str.islower, main))
    is_sentence = 0 < small < len(main) or (small > 2 and not begins_with_given(words[0]))
    return Doubt.SENTENCE if is_sentence else Doubt.NONE


def _are_several(names: list[str]) -> bool:
    """ "Anna und Bert Kühn", "Anna Kühn, Bert Blau", "Anna, Bert, Kim", "Familie Kühn"."""
    if any(_AND.search(f" {name} ") or _TOGETHER.search(name) for name in names):
        return True
    known = [name for name in names if begins_with_given(name)]
    whole = [name for name in known if len(name.split()) > 1]
    return len(whole) > 1 or (len(known) > 2 and len(known) == len(names))


def _given_and_family(names: list[str], *, has_comma: bool, is_family_first: bool) -> tuple[str, str, list[str]]:
    first, *more = names
    if more and _stand_apart(first, more[0], has_comma=has_comma):
        return *_in_two(first, more[0], has_comma=has_comma), more[1:]
    given, family = split_words(first, is_family_first=is_family_first)
    return given, family, more


def _stand_apart(first: str, second: str, *, has_comma: bool) -> bool:
    """Whether these are the surname and the first name, not a whole name and something else."""
    if len(first.split()) == 1 or first.split()[0].casefold() in PARTICLES:
        return _is_given(second) or (has_comma and _is_capitalised(second))
    is_double = len(first.split()) == 2 and not any(map(is_given, first.split()))
    return is_double and begins_with_given(second)


def _is_given(name: str) -> bool:
    words = name.split()
    return len(words) <= 3 and all(word[0].isalpha() for word in words) and (len(words) < 2 or begins_with_given(name))


def _is_capitalised(name: str) -> bool:
    words = name.split()
    return len(words) <= 3 and all(word[0].isupper() for word in words)


def _in_two(first: str, second: str, *, has_comma: bool) -> tuple[str, str]:
    """First name and surname of two pieces. A comma stands behind the surname; elsewhere common first names decide."""
    is_turned = begins_with_given(second) and not begins_with_given(first)
    return (second, first) if has_comma or is_turned else (first, second)


def capitalised(given: str, family: str) -> tuple[str, str]:
    """ "jürgen MÜLLER" as one writes it; a name in mixed letters, or with other signs than names have, stays as it is."""
    return _cased(given), _cased(family)


def _cased(name: str) -> str:
    is_loud_or_low = len(name) > 2 and (name.isupper() or name.islower())
    if is_loud_or_low and _LETTERS.fullmatch(name) and name.casefold() not in PARTICLES:
        return " ".join(word.lower() if word.lower() in PARTICLES else _word_cased(word) for word in name.split())
    return name


def _word_cased(word: str) -> str:
    return re.sub(r"[^\W\d_]+", lambda letters: letters[0][0].upper() + letters[0][1:].lower(), word)
