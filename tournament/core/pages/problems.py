"""What can be refused, by code: a page for each, where its `type` leads, and the list of all."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core import problems
from tournament.core.access import gate


@gate("public.see")
def all_of_them(request: HttpRequest) -> HttpResponse:
    return render(request, "core/problems.html", {"problems": problems.catalogue().values()})


@gate("public.see")
def one(request: HttpRequest, code: str) -> HttpResponse:
    found = problems.catalogue().get(code)
    if found is None:
        raise Http404
    return render(request, "core/problem.html", {"problem": found})
