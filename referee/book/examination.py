"""The examination: ten throws, and what a referee would rule.

Its seed is in the address, so that a club can hold the same one with all its people; so is what was answered. Nothing is stored.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.engine.drawing import View, draw, note_of
from games.engine.rules import registry
from referee.book import queries
from referee.commentary import questions
from referee.commentary.finding import alike
from referee.judging.wording import verdict_name
from tournament.core.access import gate
from tournament.core.guard import of_network, take
from tournament.core.languages import spoken
from tournament.core.whole_numbers import whole_number

QUESTIONS, ENOUGH = 10, 8
PER_WINDOW = 600  # examinations of one network in a quarter of an hour: a hall shares one address
NAMES: dict[str, Promise] = {
    questions.PLAYER: _("Player"),
    questions.TABLE: _("Table referee"),
    questions.HEAD: _("Head referee"),
}


@dataclass(frozen=True)
class Part:
    """One of the things asked about a throw: its choices, what was ticked, what is right."""

    name: str
    choices: tuple[tuple[str, str], ...]  # value, and what is written beside it
    ticked: str
    right: str

    @property
    def is_right(self) -> bool:
        return self.ticked == self.right


@dataclass(frozen=True)
class Asked:
    """A question as the page shows it."""

    number: int
    board: SafeString
    note: str  # what the board says about itself
    mover: str
    roll: str
    touched: str
    played: str
    parts: dict[str, Part]
    words: tuple[str, ...]
    after: SafeString
    case: str  # the case of the book most like it
    slug: str

    @property
    def is_right(self) -> bool:
        return all(part.is_right for part in self.parts.values())


@gate("public.see")
def examination(request: HttpRequest) -> HttpResponse:
    """Without a seed what may be chosen; with one the questions; with answers the result, with every explanation."""
    take(of_network("examination", request, PER_WINDOW))
    book, level, seed = (request.GET.get(name, "")[:24] for name in ("book", "level", "seed"))
    context: dict[str, Any] = {
        "books": queries.books(),
        "levels": list(NAMES.items()),
        "new_seed": secrets.token_hex(4),
    }
    if not seed:
        return render(request, "referee/book/choose_examination.html", context)
    if book not in registry.RULE_SETS or level not in questions.LEVELS or not (seed.isalnum() and seed.isascii()):
        raise Http404
    is_done = "done" in request.GET
    asked = [_asked(request, book, level, seed, n, is_done=is_done) for n in _numbers(request)]
    right = sum(one.is_right for one in asked)
    context |= {
        "book": book,
        "name": registry.rule_class(book).names[spoken()],
        "level": level,
        "level_name": NAMES[level],
        "seed": seed,
        "asked": asked,
        "is_done": is_done,
        "right": right,
        "enough": ENOUGH,
        "is_whole": len(asked) == QUESTIONS,
        "is_passed": len(asked) == QUESTIONS and right >= ENOUGH,
        "wrong": ",".join(str(one.number) for one in asked if not one.is_right),
    }
    return render(request, "referee/book/examination.html", context)


def _numbers(request: HttpRequest) -> list[int]:
    """Which of the questions are asked: all, or only those that were answered wrongly before."""
    said = [whole_number(word, QUESTIONS) for word in request.GET.get("only", "")[:40].split(",") if word]
    return sorted({number for number in said if number}) or list(range(1, QUESTIONS + 1))


def _asked(request: HttpRequest, book: str, level: str, seed: str, number: int, *, is_done: bool) -> Asked:
    found = questions.question(book, level, seed, number)
    facts, look = found.facts, View(language=spoken(), with_numbers=True, with_note=False)
    rules = registry.rules(book)
    near = alike(facts, 1)[0] if is_done else None
    roll = facts["roll"]
    return Asked(
        number=number,
        board=mark_safe(draw(facts["position"], view=look)),  # noqa: S308  (our drawing)
        note=note_of(rules.view(rules.read(facts["position"])).board, spoken()),
        mover=rules.view(rules.read(facts["position"])).to_move,
        roll=" + ".join(map(str, roll)) if isinstance(roll, list) else str(roll),
        touched=facts["touched"] or "",
        played=facts["played"],
        parts={part.name: part for part in _parts(request, found, number)},
        words=tuple(found.words(spoken())) if is_done else (),
        after=mark_safe(draw(rules.write(found.verdict.position), view=look)) if is_done else mark_safe(""),  # noqa: S308  (ours)
        case=near.number if near else "",
        slug=near.slug if near else "",
    )


def _parts(request: HttpRequest, found: questions.Question, number: int) -> list[Part]:
    offered = {"verdict": found.verdicts, "back": found.pieces, "next": found.who}
    return [
        Part(
            name,
            tuple((value, _said(name, value)) for value in values),
            _ticked(request, name, number),
            found.right[name],
        )
        for name, values in offered.items()
        if values
    ]


def _ticked(request: HttpRequest, name: str, number: int) -> str:
    return request.GET.get(f"{name}{number}", "")[:20]


def _said(name: str, value: str) -> str:
    """What is written beside a choice; colours are shown with their shape by the page."""
    if name == "verdict":
        return verdict_name(value, spoken())
    return "" if name == "next" or value == questions.NOBODY else value[1:]
