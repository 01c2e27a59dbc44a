"""Whoever is known on a device comes first on every page, while the pages stay the same for all."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, a_club, by_number, settle, text
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Person
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.django_db
PAGES = ("tournament", "public_tables", "public_standings", "public_bracket", "games", "public_draws")


@pytest.fixture
def evening() -> Evening:
    """Eight people; of the first of three rounds one table has a result."""
    evening = Evening(a_club(), "village")
    evening.come(8)
    evening.rounds = evening.draw(1)
    evening.publish(evening.rounds[0])
    return evening


def part(evening: Evening, *numbers: int) -> str:
    asked = ",".join(map(str, numbers))
    return text(Client().get(reverse("me_part", args=[evening.tournament.public_id]), {"me": asked}))


def test_table_colour_opponents_come_first(evening):
    table = evening.rounds[0].tables.first()
    me, *others = [seat.entry for seat in table.seats.order_by("order")]
    shown = part(evening, me.number)
    assert f"Tisch {table.number}" in shown
    assert all(f"{other.number} {other.person.given_name}" in shown for other in others)


def test_it_brings_what_the_open_page_says_when_it_changes(evening):
    address = reverse("me_part", args=[evening.tournament.public_id])
    table = evening.rounds[0].tables.first()
    me = table.seats.order_by("order").first().entry

    def told() -> list[str]:
        page = Client().get(address, {"me": me.number}).content.decode()
        return re.findall(r'data-(?:news|said)="([^"]*)"', page)

    before = told()
    assert before[1].startswith(f"Gast{me.number} G.: Tisch {table.number}, ")
    evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    after = told()
    assert before[0] != after[0] and "das Ergebnis zählt, Platz" in after[1]
    evening.enter(1)
    assert told() == after, "what concerns others is no news"


def test_a_family_stands_side_by_side_in_the_order_named(evening):
    shown = part(evening, 5, 2)
    assert shown.index("Gast5 G.") < shown.index("Gast2 G.")


def test_then_the_result_the_rank_and_what_is_next(evening):
    first = evening.rounds[0]
    for table in first.tables.all():
        evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    shown = part(evening, 1)
    assert "Platz 1" in shown and "Rang 1 von 8" in shown and "Als Nächstes: Runde 2 von 3." in shown


def test_of_a_final_it_is_said_who_plays_in_it(evening):
    for round_ in evening.rounds:
        (evening.play if round_ != evening.rounds[0] else lambda *_: None)(round_, by_number)
    first = evening.rounds[0]
    for table in first.tables.all():
        evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    close_round(evening.tournament, by=evening.by, round_id=first.pk)
    settle(evening, 2)
    evening.tournament.stream.refresh_from_db()
    assert "Du spielst in „" in part(evening, 1)


def test_whoever_is_hidden_or_gone_or_nobody_is_not_given_away(evening):
    Person.objects.filter(entries__number=1).update(given_name="Canary", is_hidden=True)
    assert "Canary" not in part(evening, 1) and "Nummer 1" in part(evening, 1)
    assert part(evening, 99).strip() == "" == part(evening).strip()
    gone = evening.tournament.entries.get(number=8)
    withdraw_entry(evening.tournament, by=evening.by, entry_id=gone.public_id)
    assert part(evening, 8).strip() == ""


@pytest.mark.parametrize("asked", ["x", "-1", "1,,", "²", "9" * 200, "0"])
def test_nonsense_names_nobody_or_those_that_it_names(evening, asked):
    answer = Client().get(reverse("me_part", args=[evening.tournament.public_id]), {"me": asked})
    assert answer.status_code == 200
    assert ("Gast1 G." in text(answer)) is (asked == "1,,")


@pytest.mark.parametrize("name", PAGES)
def test_without_a_script_the_address_says_who_looks_and_the_tabs_carry_it_along(evening, name):
    address = reverse(name, args=[evening.tournament.public_id])
    page = Client().get(address, {"me": "3"}).content.decode()
    assert page.index("Gast3 G.") < page.index("<h1")
    if name != "public_draws":
        assert f'href="{reverse("public_tables", args=[evening.tournament.public_id])}?me=3"' in page


def test_own_rows_are_marked_without_a_script_too(evening):
    here = evening.tournament.public_id
    tables = Client().get(reverse("public_tables", args=[here]), {"me": "3"}).content.decode()
    assert tables.count('class="me"') == 1 and "3 Gast3 G." in tables.split('<li class="me">')[1][:900]


@pytest.mark.parametrize("name", PAGES)
def test_the_page_itself_is_the_same_for_everybody(evening, name):
    """The device fetches its part beside it; the page carries nobody."""
    page = Client().get(reverse(name, args=[evening.tournament.public_id])).content.decode()
    assert f'<div id="me" data-part="/t/{evening.tournament.public_id}/me/"></div>' in page.replace(
        ">\n</div>", "></div>"
    )


def test_the_part_is_not_sent_again_if_nothing_changed(evening):
    address = reverse("me_part", args=[evening.tournament.public_id])
    first = Client().get(address, {"me": "1"})
    again = Client().get(address, {"me": "1"}, headers={"if-none-match": first.headers["ETag"]})
    assert first.status_code == 200 and again.status_code == 304
    evening.enter(1)
    changed = Client().get(address, {"me": "1"}, headers={"if-none-match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_it_asks_the_database_little_however_many_play(evening, django_assert_max_num_queries):
    part(evening, 1, 2)
    with django_assert_max_num_queries(25):
        Client().get(reverse("me_part", args=[evening.tournament.public_id]), {"me": "1,2,3"})
