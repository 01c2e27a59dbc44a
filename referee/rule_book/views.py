"""The sixteen rules in our words, and the register of readings, as pages."""

from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.engine.rules import registry
from referee.book.queries import books
from referee.judging.book import explained
from referee.rule_book.readings import register
from tournament.core.access import gate, may
from tournament.core.actors import Actor, Request
from tournament.core.languages import spoken
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.entries.queries import clubs_of
from tournament.models import Stage, Tournament
from tournament.stages.options import declared, played_by
from tournament.stages.own_boards.queries import board_option


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
    stages = list(tournament.stages.all()) if tournament else []
    by_book = groupby(register.entries(spoken()), key=lambda entry: entry.books[0])
    books = [_book(book, list(entries), stages) for book, entries in by_book]
    switches = _to_try() | (_switches(tournament, stages, may_change=may_change) if tournament else {})
    context = {"books": books, "tournament": tournament, "may_change": may_change, "switches": switches}
    more = {"own_boards": _own_boards(request.actor, tournament)}
    return render(request, "referee/readings.html", {**context, **more})


class Switch(NamedTuple):
    """Where a reading is chosen. `chosen`: how the tournament reads it, in words; empty where it plays no book of it."""

    address: str
    chosen: str = ""


def _book(book: str, entries: list[register.Entry], stages: list[Stage]) -> tuple[str, list[register.Entry], bool]:
    """Its name, what is read of it, and whether the tournament plays other books."""
    read = {rules for entry in entries if not entry.option for rules in entry.books}
    return registry.rule_class(book).names[spoken()], entries, bool(stages) and read.isdisjoint(s.rules for s in stages)


def _own_boards(actor: Actor, tournament: Tournament | None) -> dict[str, list[tuple[str, str]]]:
    """By book, where its board is entered: the name of each club whose boards this actor may change, and the address."""
    if actor.account is None:
        return {}
    clubs = [tournament.club] if tournament else clubs_of(actor)
    theirs = [club for club in clubs if may(actor, "club.change", club)]
    kinds = {book: option.kind for book in registry.RULE_SETS if (option := board_option(book))}
    return {
        book: [(club.name, f"{reverse('own_board', args=[club.public_id])}?kind={kind}") for club in theirs]
        for book, kind in kinds.items()
    }


def _to_try() -> dict[str, Switch]:
    """Every reading that can be chosen, tried out on the page that explains."""
    books = {option.name: option.books[0].partition(" ")[0] for option in register.switchable()}
    return {name: Switch(f"{reverse('learn')}?rules={book}&options=1#row-{name}") for name, book in books.items()}


def _switches(tournament: Tournament, stages: list[Stage], *, may_change: bool) -> dict[str, Switch]:
    """Of the books that are played here: in the tournament's settings for who may change them, else on its page of rules."""
    said, found = reverse("how_we_play", args=[tournament.public_id]), dict[str, Switch]()
    for option in register.switchable():
        those = [stage for stage in stages if option in declared(stage.rules)]
        if those:
            own = f"{reverse('stage', args=[tournament.public_id])}?stage={those[0].pk}#row-{those[0].rules}-{option.name}"
            values = (played_by(stage).every[option.name] for stage in those)
            words = " / ".join(dict.fromkeys(option.worded(value).said(spoken()) for value in values))
            found[option.name] = Switch(own if may_change else f"{said}#row-{option.name}", words)
    return found
