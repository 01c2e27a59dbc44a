"""The book: what each rule says in our words, and the cases that can be cited.

Decided here: how both are read from `data`, where every text stands in German and English, how it is said in a language that was
added as a catalogue, and how a case is named. A number that was
published once stays with its case for ever ("T 11 c": the third case of rule 11 of the tournament book). Left out: what is
ruled; a test asks the judge about every case. Left out too: the open readings, which have a register of their own.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.rules.speech import SOURCE, Language, Text, add_catalogues

DATA = Path(__file__).parent / "data"
CASES = DATA / "cases.json"

# The letter of each book, as it stands in front of a number.
LETTERS = {"T": "turnier", "F": "classic", "Z": "classic6", "V": "verboten", "M": "mauer"}
LETTER_OF = {book: letter for letter, book in LETTERS.items()}

ByLanguage = Mapping[Language, str]

# A further language is a catalogue of the English texts; deploy/messages writes the German one from `data`, to translate beside.
add_catalogues(Path(__file__).parent / "locale")


def in_language(text: ByLanguage, language: Language) -> str:
    return text[language] if language in text else Text(text[SOURCE]).said(language)


@dataclass(frozen=True)
class Case:
    """`ask` is what the judge is asked (or, with `what`, what was done at the table), `ruling` what it answers."""

    number: str  # "T 11 c"
    book: str
    title: ByLanguage
    ask: Mapping[str, Any]
    ruling: Mapping[str, Any]
    why: ByLanguage

    @property
    def rule(self) -> str:
        return self.number.rpartition(" ")[0]

    @property
    def slug(self) -> str:
        """The number as it stands in an address."""
        return self.number.replace(" ", "")

    @property
    def is_throw(self) -> bool:
        return "what" not in self.ask

    @property
    def verdict(self) -> str:
        """The verdict on a throw; of what concerns the table, whether it stands."""
        if self.is_throw:
            return str(self.ruling["verdict"])
        return "correct" if self.ruling.get("stands", True) else "void"

    @property
    def options(self) -> Mapping[str, object]:
        return self.ask.get("options") or {}


@dataclass(frozen=True)
class Rule:
    """A rule of a book: by its own number in the tournament book, by ours in the others, which number none."""

    number: str  # "T 11"
    book: str
    picture: str  # the number of the case that shows it
    title: ByLanguage
    says: ByLanguage
    breaks: ByLanguage
    follows: ByLanguage
    yields: ByLanguage | None  # what it gives way to

    @property
    def place(self) -> int:
        return int(self.number.partition(" ")[2])

    def said(self, language: Language) -> tuple[str, str]:
        return in_language(self.title, language), in_language(self.says, language)


@dataclass(frozen=True)
class Step:
    """A step of the order of duties: what comes first, what missing it costs, and the places of its rules."""

    title: ByLanguage
    costs: ByLanguage
    rules: tuple[int, ...]


@cache
def cases() -> Mapping[str, Case]:
    """By number, in the order of the book."""
    rows = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    names = ("number", "book", "title", "ask", "ruling", "why")
    return {row["number"]: Case(**{name: row[name] for name in names}) for row in rows}


@cache
def rules() -> Mapping[str, Rule]:
    """By number, in the order of the book. A rule that two books share is written once."""
    rows = _told()["rules"]
    by_number = {row["number"]: row for row in rows}
    names = ("title", "says", "breaks", "follows")
    found = {}
    for row in rows:
        words = by_number[row["like"]] if "like" in row else row
        texts = {name: words[name] for name in names}
        found[row["number"]] = Rule(row["number"], row["book"], row["picture"], **texts, yields=words.get("yields"))
    return found


@cache
def duties(book: str) -> tuple[Step, ...]:
    """The order of duties, the strongest first."""
    rows = _told()["duties"][book]
    return tuple([Step(row["title"], row["costs"], tuple(row["rules"])) for row in rows])


@cache
def _told() -> Any:
    return json.loads((DATA / "rules.json").read_text(encoding="utf-8"))


def rules_of(book: str) -> list[Rule]:
    return [rule for rule in rules().values() if rule.book == book]


def cases_of(rule: str) -> list[Case]:
    return [case for case in cases().values() if case.rule == rule]


def named(text: str) -> Case | None:
    """The case of a number, however it is written: "T 11 c", "T11c", "t11C"."""
    return _by_slug().get("".join(text.split()).casefold())


@cache
def _by_slug() -> Mapping[str, Case]:
    return {case.slug.casefold(): case for case in cases().values()}
