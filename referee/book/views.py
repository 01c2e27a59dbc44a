"""The commentary as pages: five books, their rules, the cases that can be cited and found."""

import json
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.engine.protocol import Desk
from games.engine.records.record import written_roll
from games.engine.rules import registry
from referee.book import queries
from referee.commentary import finding
from referee.commentary.book import CASES, LETTER_OF, Case, cases_of, in_language, named, rules
from referee.commentary.card import position_of
from referee.commentary.protocol import OPS
from referee.judging.wording import verdict_name
from tournament.core.access import gate
from tournament.core.guard import of_network, take
from tournament.core.languages import spoken
from tournament.core.pages.qr import qr_image
from tournament.stages.options import Played, as_query

LONGEST = 2000  # characters of a question
PER_WINDOW = 1500  # requests of one network in a quarter of an hour: a hall shares one address
_desk = Desk(OPS)


@gate("public.see")
def book(request: HttpRequest, book: str) -> HttpResponse:
    """One of the five books: its rules, the order of its duties, what it leaves open."""
    if book not in registry.RULE_SETS:
        raise Http404
    context = {
        "name": registry.rule_class(book).names[spoken()],
        "book": book,
        "books": queries.books(),
        "rules": queries.told_of(book),
        "stair": queries.stair(book),
        "steps": queries.steps(book),
        "open": queries.readings_of_book(book),
    }
    return render(request, "referee/book/book.html", context)


@gate("public.see")
def rule(request: HttpRequest, book: str, place: int) -> HttpResponse:
    """A rule: what it says, a position that shows it, what breaks it, what follows, what it gives way to, its cases."""
    found = rules().get(f"{LETTER_OF.get(book, '')} {place}")
    if found is None:
        raise Http404
    before, after = queries.beside(found)
    own = cases_of(found.number)
    picture = next(case for case in own if case.number == found.picture)
    context = {
        "name": registry.rule_class(book).names[spoken()],
        "rule": queries.told(found),
        "picture": queries.shown(picture),
        "try": _try(picture),
        "cases": [queries.shown(case) for case in own],
        "before": before and queries.told(before, []),
        "after": after and queries.told(after, []),
    }
    return render(request, "referee/book/rule.html", context)


@gate("public.see")
def cases(request: HttpRequest) -> HttpResponse:
    """The cases found by words, rule, verdict, book and option."""
    take(of_network("book", request, PER_WINDOW))
    asked = {
        name: " ".join(request.GET.get(name, "").split())[:60] for name in ("q", "book", "rule", "verdict", "option")
    }
    if (case := named(asked["q"])) is not None:
        return redirect("case", case.slug)
    wanted = finding.Wanted(asked["q"], asked["book"], asked["rule"], asked["verdict"], asked["option"])
    found = finding.find(wanted, spoken())
    context = {
        **asked,
        "found": [(one, in_language(one.title, spoken()), verdict_name(one.verdict, spoken())) for one in found],
        "books": queries.books(),
        "verdicts": list(queries.verdicts()),
        "options": queries.options(),
    }
    return render(request, "referee/book/cases.html", context)


@gate("public.see")
def case(request: HttpRequest, slug: str) -> HttpResponse:
    """A case as a card: before and after, verdict, who throws next, why; its number and its address."""
    found = named(slug)
    if found is None:
        raise Http404
    if found.slug != slug:
        return redirect("case", found.slug, permanent=True)
    address = request.build_absolute_uri(reverse("case", args=[found.slug]))
    context = {
        "shown": queries.shown(found),
        "name": registry.rule_class(found.book).names[spoken()],
        "rule": queries.told(rules()[found.rule]),
        "try": _try(found),
        "address": address,
        "qr": qr_image(address),
        "alike": [queries.shown(one) for one in _alike_to(found)],
    }
    return render(request, "referee/book/case.html", context)


def _try(found: Case) -> str:
    """The page where the position is set up already and every throw can be tried."""
    roll = found.ask.get("roll")
    thrown = {} if roll is None else {"roll": written_roll(tuple(roll) if isinstance(roll, list) else roll)}
    set_up = urlencode({"position": position_of(found), **thrown})
    return f"{reverse('learn')}?{as_query(Played(found.book, dict(found.options)))}&{set_up}"


def _alike_to(found: Case) -> list[Case]:
    if not found.is_throw:
        return []
    return [case for case in finding.alike(found.ask, finding.MOST_ALIKE + 1) if case is not found][
        : finding.MOST_ALIKE
    ]


@gate("public.see")
def as_data(_request: HttpRequest) -> HttpResponse:
    """All cases as one JSON file, with its licence and its version."""
    answer = HttpResponse(CASES.read_bytes(), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="augengenau-cases.json"'
    return answer


@gate("public.see")
def alike(request: HttpRequest) -> HttpResponse:
    """Has this happened before? What the op `alike` of the protocol answers, for a phone that cannot ask itself."""
    take(of_network("book", request, PER_WINDOW))
    asked = request.GET.get("asked", "")[:LONGEST]
    answered = json.loads(_desk.answer(json.dumps({**_read(asked), "op": "alike"}).encode()))
    return JsonResponse(answered, status=422 if "error" in answered else 200)


def _read(asked: str) -> dict[str, Any]:
    try:
        found = json.loads(asked)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
