"""The sixteen rules in our words, and the register of readings, as pages."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.engine.rules import registry
from referee.book.queries import books
from referee.judging.book import explained
from referee.rule_book.readings import register
from tournament.core.access import gate, may
from tournament.core.actors import Request
from tournament.core.languages import spoken
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.models import Tournament
from tournament.stages.options import declared


@gate("public.see")
def rules(request: HttpRequest) -> HttpResponse:
    """The sixteen rules in our words, searched by number or by word."""
    query = " ".join(request.GET.get("q", "").split())[:60]
    matching = explained(spoken())
    if (number := whole_number(query, MOST_ID)) is not None:
        matching = [rule for rule in matching if rule["number"] == number]
    else:
        matching = [rule for rule in matching if query.casefold() in f"{rule['title']} {rule['text']}".casefold()]
    read = register.entries(spoken())
    for rule in matching:
        rule["readings"] = [entry.number for entry in read if rule["number"] in entry.rules]
    return render(request, "referee/rules.html", {"found": matching, "q": query, "books": books()})


@gate("public.see")
def readings(request: Request) -> HttpResponse:
    """Every open sentence of the books, and how it is read here. `?t=`: each leads to its switch in this tournament."""
    tournament = Tournament.objects.standing().filter(public_id=request.GET.get("t", "")[:20]).first()
    may_change = tournament is not None and may(request.actor, "tournament.change", tournament)
    by_book = groupby(register.entries(spoken()), key=lambda entry: entry.book)
    books = [(registry.rule_class(book).names[spoken()], list(entries)) for book, entries in by_book]
    switches = _switches(tournament, may_change=may_change)
    context = {"books": books, "tournament": tournament, "may_change": may_change, "switches": switches}
    return render(request, "referee/readings.html", context)


def _switches(tournament: Tournament | None, *, may_change: bool) -> dict[str, str]:
    """Where each reading is chosen: in the tournament's settings, said on its page of rules, or tried out."""
    options = register.switchable()
    if tournament is None:
        books = {option.name: option.books[0].partition(" ")[0] for option in options}
        return {name: f"{reverse('learn')}?rules={book}&options=1#row-{name}" for name, book in books.items()}
    said = reverse("how_we_play", args=[tournament.public_id])
    found = {option.name: f"{said}#row-{option.name}" for option in options}
    for stage in reversed(tournament.stages.all()) if may_change else ():
        address = f"{reverse('stage', args=[tournament.public_id])}?stage={stage.pk}"
        found |= {option.name: f"{address}#row-{stage.rules}-{option.name}" for option in declared(stage.rules)}
    return found
