"""The handbook as pages: for everybody, without an account."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournament.core.access import gate
from tournament.core.actors import Request
from tournament.handbook import queries
from tournament.handbook.card import SIDES

KEEP = "Phone-Keep"  # read by keeper.js: the page opens without network on the phone of whoever is signed in


@gate("public.see")
def contents(request: Request) -> HttpResponse:
    parts = (queries.DAY, queries.BESIDE, queries.PEOPLE)
    return _kept(request, render(request, "handbook/contents.html", {"parts": parts}))


@gate("public.see")
def chapter(request: Request, code: str) -> HttpResponse:
    found = queries.CHAPTERS.get(code)
    if found is None:
        raise Http404
    before, after = queries.beside(found)
    context = {"chapter": found, "before": before, "after": after}
    return _kept(request, render(request, "handbook/chapter.html", context))


@gate("public.see")
def whole(request: Request) -> HttpResponse:
    """All of it on one page, to print or to search in."""
    return _kept(request, render(request, "handbook/whole.html", {"chapters": queries.CHAPTERS.values()}))


@gate("public.see")
def quick_card(request: Request) -> HttpResponse:
    """Two sides of A4 that lie on the desk."""
    return _kept(request, render(request, "handbook/card.html", {"sides": SIDES}))


def _kept(request: Request, answer: HttpResponse) -> HttpResponse:
    if request.actor.account:
        answer[KEEP] = request.actor.account.public_id
    return answer
