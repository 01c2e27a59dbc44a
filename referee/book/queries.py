"""The commentary as its pages show it: the books, a rule with its cases and readings, a case with those that are like it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import note_of
from games.engine.rules import registry
from referee.commentary import finding
from referee.commentary.book import LETTER_OF, Case, Rule, cases_of, duties, in_language, rules, rules_of
from referee.commentary.card import Card, card, position_of
from referee.commentary.ladder import ladder
from referee.judging.verdict import Outcome
from referee.judging.wording import verdict_name
from referee.rule_book.readings import register
from tournament.core.languages import colour, spoken


@dataclass(frozen=True)
class Book:
    """One of the five; `rows` are its rules with the number of their cases."""

    id: str
    letter: str
    name: str
    rules: int
    cases: int


def books() -> list[Book]:
    return [_book(rules_id) for rules_id in registry.RULE_SETS]


def _book(rules_id: str) -> Book:
    own = rules_of(rules_id)
    name = registry.rule_class(rules_id).names[spoken()]
    return Book(rules_id, LETTER_OF[rules_id], name, len(own), sum(len(cases_of(rule.number)) for rule in own))


@dataclass(frozen=True)
class Told:
    """A rule in the reader's language."""

    number: str
    book: str
    place: int
    title: str
    says: str
    breaks: str
    follows: str
    yields: str
    cases: int
    readings: tuple[int, ...]


def told(rule: Rule, read: list[register.Entry] | None = None) -> Told:
    language = spoken()
    return Told(
        rule.number,
        rule.book,
        rule.place,
        title=in_language(rule.title, language),
        says=in_language(rule.says, language),
        breaks=in_language(rule.breaks, language),
        follows=in_language(rule.follows, language),
        yields=in_language(rule.yields, language) if rule.yields else "",
        cases=len(cases_of(rule.number)),
        readings=_readings(rule, read if read is not None else register.entries(language)),
    )


def _readings(rule: Rule, read: list[register.Entry]) -> tuple[int, ...]:
    """Of the tournament book, which numbers its rules, those that cite this one."""
    return tuple([entry.number for entry in read if rule.book == "turnier" and rule.place in entry.rules])


def readings_of_book(book: str) -> list[register.Entry]:
    """Of a book without numbers: all its open readings stand on the page of the book."""
    family = "classic" if book in finding.FAMILY else book
    read = register.entries(spoken())
    return [entry for entry in read if entry.is_of_book and not {book, family}.isdisjoint(entry.books)]


def told_of(book: str) -> list[Told]:
    read = register.entries(spoken())
    return [told(rule, read) for rule in rules_of(book)]


def beside(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The rule before it in its book, and the one after it."""
    found = rules()
    letter = rule.number.partition(" ")[0]
    return found.get(f"{letter} {rule.place - 1}"), found.get(f"{letter} {rule.place + 1}")


def stair(book: str) -> SafeString:
    """The order of duties as one picture."""
    return _drawn(ladder(book, spoken(), _("The order of duties")))


def steps(book: str) -> list[tuple[str, str]]:
    """The same in words."""
    return [(in_language(step.title, spoken()), in_language(step.costs, spoken())) for step in duties(book)]


@dataclass(frozen=True)
class Shown:
    """A card with its drawings ready for a page, and who throws next in words."""

    card: Card
    before: SafeString
    after: SafeString
    goes_on: str
    note: str  # what the board says about itself; too small in the drawing


def shown(case: Case) -> Shown:
    drawn = card(case, spoken())
    board = position_of(case).partition(" ")[0]
    return Shown(drawn, _drawn(drawn.before), _drawn(drawn.after), goes_on(drawn), note_of(board, spoken()))


def goes_on(drawn: Card) -> str:
    """Who throws next, in words."""
    who = " / ".join(colour(letter) for letter in drawn.next_colour)
    said = {
        "same": _("%(who)s plays the same throw again."),
        "again": _("%(who)s throws again."),
        "left": _("%(who)s throws again, for a 6."),
        "other": _("%(who)s throws next."),
        "over": _("The game is over."),
        "opening": _("%(who)s begins."),
        "throw_off": _("Still to throw: %(who)s."),
    }
    return said[drawn.next_is] % {"who": who}


def verdicts() -> Iterator[tuple[str, str]]:
    yield from ((outcome, verdict_name(outcome, spoken())) for outcome in Outcome)


def options() -> list[tuple[str, str]]:
    """Those that a case is about."""
    used = {name for case in finding.find(finding.Wanted(), spoken()) for name in case.options}
    found: dict[str, Any] = {}
    for rules_id in registry.RULE_SETS:
        for option in registry.rule_class(rules_id).choices:
            if option.name in used:
                found[option.name] = option.title.said(spoken())
    return list(found.items())


def _drawn(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308  (our drawing)
