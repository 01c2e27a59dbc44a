"""Whatever is sent where nobody has an account yet: an answer below 500."""

import pytest
from django.test import Client

from tests.tournament.everywhere.test_nasty import NASTY, as_sent, fine
from tournament.people.actions import first_organiser_link


@pytest.mark.parametrize("nasty", NASTY.values(), ids=list(NASTY))
def test_in_the_form_of_the_first_organiser(nasty, db):
    browser = Client()
    browser.get(first_organiser_link())
    form = {"login": "gero", "email": "g@example.org", "password": "sechs mal sechs", "club_name": "Club"}
    for field in (*form, "action_id", "next"):
        fine(browser.post("/first/", {**form, field: as_sent(nasty)}))
