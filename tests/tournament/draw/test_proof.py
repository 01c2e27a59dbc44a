"""A published draw can be drawn again by anybody; one that was changed shows it."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, refused
from tournament.draw.proof import draw_document, next_commitment
from tournament.draw.seating.commitment import check
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Entry
from tournament.rounds.seats.actions import swap_seats


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "championship", by=as_yara)
    made.come(11)
    return made


def as_file(round_) -> dict:
    return json.loads(json.dumps(draw_document(round_)))


def test_what_was_shown_before_fits_what_is_published_after(evening):
    shown = next_commitment(evening.stage(1))
    rounds = evening.draw(1)
    with refused("not_public"):
        draw_document(rounds[0])
    for round_ in rounds:
        evening.publish(round_)
    document = as_file(rounds[2])
    assert document["commitment"] == shown and check(document) == []


def test_a_swap_by_hand_shows(evening):
    rounds = evening.draw(1)
    seats = list(rounds[1].seats.order_by("table", "order").select_related("entry"))
    one, other = seats[0].entry.public_id, seats[-1].entry.public_id
    swap_seats(evening.tournament, by=evening.by, round_id=rounds[1].pk, one=one, other=other)
    for round_ in rounds:
        evening.publish(round_)
    assert check(as_file(rounds[0])) != []


def test_rounds_drawn_again_after_somebody_left_are_a_draw_of_their_own(evening):
    first, *_rest = evening.draw(1)
    evening.play(first, by_number)
    withdraw_entry(evening.tournament, by=evening.by, entry_id=Entry.objects.get(number=4).public_id)
    shown = next_commitment(evening.stage(1))
    for round_ in evening.draw(1):
        evening.play(round_, by_number)
    second = evening.stage(1).rounds.get(number=2)
    document = as_file(second)
    assert (document["commitment"], len(document["rounds"])) == (shown, 2) and check(document) == []
    assert len(as_file(first)["rounds"]) == 1


def test_everybody_gets_the_commitment_before_and_the_draw_after(evening):
    tournament, browser = evening.tournament.public_id, Client()
    before = browser.get(reverse("api_draws", args=[tournament])).json()["items"][0]
    rounds = evening.draw(1)
    draw = reverse("api_draw", args=[tournament, 1, 1])
    assert browser.get(draw).status_code == 404  # a draft is nobody's business
    evening.publish(rounds[0])
    assert browser.get(draw).json()["code"] == "not_public"
    for round_ in rounds[1:]:
        evening.publish(round_)
    document = browser.get(draw).json()
    assert document["commitment"] == before["next_commitment"] and check(document) == []


def test_the_page_for_everybody_shows_what_binds_and_where_to_check(evening):
    page, browser = reverse("public_draws", args=[evening.tournament.public_id]), Client()
    shown = next_commitment(evening.stage(1))
    assert shown in browser.get(page).content.decode()
    rounds = evening.draw(1)
    evening.publish(rounds[0])
    file = reverse("api_draw", args=[evening.tournament.public_id, 1, 1])
    assert file not in browser.get(page).content.decode()
    for round_ in rounds[1:]:
        evening.publish(round_)
    page_after = browser.get(page).content.decode()
    assert file in page_after and shown in page_after
