"""Tournaments of any size for documents: two rounds played, the third drawn, and names as bad as people make them."""

from django.utils import translation

from tests.tournament.evening import Evening, by_chance
from tournament.models import Person, Tournament
from tournament.paper.printing import print_out
from tournament.paper.registry import DOCUMENTS, Order

GIVEN = ("Anna", "Bernd", "Clara", "Dieter", "Elif", "Friedrich-Wilhelm", "Greta", "Jürgen", "Łucja", "Mia")
FAMILY = ("Graf", "Müller-Lüdenscheidt", "Weiß", "von der Heidenau-Oberpfaffenhofen", "Yılmaz", "Kurz", "Dvořák")
NASTY = (
    ("<b>Bobby</b><script>", "</style><img src=http://127.0.0.1:1/x>"),
    ("שלום‮", "עולם"),
    ("محمد", "العربي"),
    ("A" + "\u0301\u0302\u0303\u0304" * 19, "Z\u0489\u0489\u0489"),
    ("W" * 80, "M" * 80),
    ("🎲🎯😀", "👩‍👩‍👧"),
    ("Ольга", "Петрова"),
)


def a_hall(club, players: int, *, rounds: int = 2, is_nasty: bool = False) -> Tournament:
    """`rounds` of them are played; one more is published."""
    evening = Evening(club, "open")
    entries = evening.come(players)
    people = [entry.person for entry in entries]
    for n, person in enumerate(people):
        person.given_name, person.family_name = GIVEN[n % 10], FAMILY[n % 7]
        if is_nasty and n < len(NASTY):
            person.given_name, person.family_name = NASTY[n]
            person.shows_full_name = True
    Person.objects.bulk_update(people, ["given_name", "family_name", "shows_full_name"])
    drawn = evening.draw(1)
    for round_ in drawn[:rounds]:
        evening.play(round_, by_chance(round_.number))
    evening.publish(drawn[rounds])
    return Tournament.objects.select_related("club", "stream").get(pk=evening.tournament.pk)


def a_knockout(club, players: int, *, played: int = 0) -> Tournament:
    """`played` rounds of it are over; the next is published."""
    evening = Evening(club, "knockout")
    evening.come(players)
    for _ in range(played):
        evening.play(evening.draw(1)[0], by_chance(players))
    evening.publish(evening.draw(1)[0])
    return Tournament.objects.select_related("club", "stream").get(pk=evening.tournament.pk)


OPTIONS = {
    "certificates": {"numbers": "1"},  # who gets an award of one's own
    "standings": {"why": True},
    "numbers": {"first": 1, "last": 12},
    "wifi": {"network": "Vereinsheim Gäste", "password": "würfel-sechs-6"},
}


def an_order(tournament: Tournament, code: str, **more) -> Order:
    """As somebody would have it who only taps."""
    document = DOCUMENTS[code]
    of = str(document.of(tournament)[0][0]) if document.of else ""
    given = {"of": of, "options": OPTIONS.get(code, {}), "origin": "http://192.168.178.20:8000"}
    return Order(tournament, **{**given, **more})


def printed(tournament, code: str, **more) -> bytes:
    order = an_order(tournament, code, **more)
    with translation.override(order.language):
        return print_out(DOCUMENTS[code].build(order).parts)[0]
