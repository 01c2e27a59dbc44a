"""The register: every sentence of the five books that can be read in more than one way, and how it is read here.

Decided here: the order, and that options that are readings and what we have decided for all stand in one list. Left out: what
is read how (`Option`, `Decided`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import ngettext

from games.engine.rules import registry
from games.engine.rules.options import Option
from games.engine.rules.speech import Language, Text
from referee.rule_book.readings.decided import Decided
from referee.rule_book.readings.family import FAMILY
from referee.rule_book.readings.tournament import TOURNAMENT
from referee.rule_book.readings.walls import WALLS

DECIDED: tuple[Decided, ...] = (*TOURNAMENT, *FAMILY, *WALLS)


@dataclass(frozen=True)
class Entry:
    """One open sentence in the reader's language. `option` can be switched by a tournament; without one we decided,
    unless another reading is `chosen_by` it, or a board that the club has entered answers it."""

    number: int
    cited: str
    rules: tuple[int, ...]  # of the tournament book, by number
    books: tuple[str, ...]  # the rule sets; it stands under the first
    title: str
    asks: str
    ours: str
    others: tuple[str, ...]
    why: str
    decides: str
    option: str
    chosen_by: int = 0
    has_own_board: bool = False

    @property
    def is_of_book(self) -> bool:
        """Whether the page of a book without numbers tells it: those of the tournament book stand with its rules."""
        return not self.rules or len(self.books) > 1


def entries(language: Language) -> list[Entry]:
    """All of them by number, in the language that is spoken."""
    switched = [_of_option(option, language) for option in switchable()]
    return sorted([*switched, *[_of_decided(decided, language) for decided in DECIDED]], key=lambda entry: entry.number)


def switchable() -> list[Option]:
    """The readings that a tournament chooses, each once."""
    books = [registry.rule_class(rules_id) for rules_id in registry.RULE_SETS]
    found = [option for book in books for option in (*book.readings, *book.at_table)]
    return list({option.number: option for option in found if option.number}.values())


def numbers_of(readings: Iterable[Mapping[str, Any]]) -> list[int]:
    """The numbers of the readings that decided a verdict, as it is stored."""
    by_name = {option.name: option.number for option in switchable()}
    return [number for reading in readings if (number := by_name.get(reading["option"]))]


def _of_option(option: Option, language: Language) -> Entry:
    ours, *others = sorted(option.values, key=lambda value: value != option.default)
    return Entry(
        option.number or 0,
        _cited(option.books, language),
        tuple(_rules(option.books)),
        _books(option.books),
        option.title.said(language),
        _said(option.asks, language),
        option.values[ours].said(language),
        tuple([option.values[value].said(language) for value in others]),
        _said(option.why, language),
        option.decides.said(language),
        option.name,
    )


def _said(text: Text | None, language: Language) -> str:
    return text.said(language) if text else ""


def _of_decided(decided: Decided, language: Language) -> Entry:
    return Entry(
        decided.number,
        _cited(decided.books, language),
        tuple(_rules(decided.books)),
        _books(decided.books),
        "",
        str(decided.asks),
        str(decided.ours),
        tuple([str(other) for other in decided.others]),
        str(decided.why),
        str(decided.decides),
        "",
        decided.chosen_by,
        decided.has_own_board,
    )


def _books(books: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cited.partition(" ")[0] for cited in books))


def _rules(books: tuple[str, ...]) -> Iterator[int]:
    for cited in books:
        book, _space, rule = cited.partition(" ")
        if book == "turnier" and rule:
            yield int(rule)


def _cited(books: tuple[str, ...], language: Language) -> str:
    """ "The tournament game, rules 10, 11"; the names of the books that say the same, each with its rules if it numbers them."""
    said = list[str]()
    for book in _books(books):
        numbers = [rule for cited, _space, rule in (one.partition(" ") for one in books) if cited == book and rule]
        name = registry.rule_class(book).names[language]
        with_rules = ngettext("%(book)s, rule %(numbers)s", "%(book)s, rules %(numbers)s", len(numbers))
        said.append(with_rules % {"book": name, "numbers": ", ".join(numbers)} if numbers else name)
    return ("; " if _any_numbered(books) else ", ").join(said)


def _any_numbered(books: tuple[str, ...]) -> bool:
    return any(" " in cited for cited in books)
