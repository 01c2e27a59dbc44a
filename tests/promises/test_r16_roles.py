"""R16: roles mean what the table says, whatever is posted by hand.

The table itself (`tournament.core.access.MATRIX`) is carried out cell by cell, allowed and denied, on every page and endpoint:
tests/tournament/everywhere/test_access.py and tests/tournament/api/test_matrix.py; a route without a row fails
tests/architecture. Fields that no form has: tests/tournament/everywhere/test_hostile.py. Here somebody of the desk
tries to become more: every
route is sent whatever might make an admin; afterwards everybody has the rights they had, and the log names who it was.
"""

import json
from copy import deepcopy
from datetime import date

import pytest
from django.db import transaction

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES
from tests.promises.test_r15_tenants import address
from tests.tournament.api.furnished import furnish
from tournament.models import Account, Club, Grant, Invitation, LogEntry, Role, Tournament
from tournament.setup.actions import create_tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
PATHS = [path for path, _view in ROUTES if path not in DJANGOS_OWN]
FLAGS = ("is_operator", "is_superuser", "is_staff", "is_admin", "is_system", "is_active", "confirmed", "anyway", "full")
ORDINARY = {
    "name": "Bela Blau",
    "given_name": "Bela",
    "state": "present",
    "reason": "late",
    "points": 1,
    "to": "withdrawn",
}


@pytest.fixture
def helper(account, club, tournament) -> Account:
    made = account("gero")
    Grant.objects.create(account=made, club=club, tournament=tournament, role=Role.DESK)
    return made


@pytest.fixture
def hall(club, tournament, as_yara) -> dict[str, str]:
    """Things to ask for, and a second tournament in which the helper is nobody."""
    create_tournament(club, by=as_yara, name="Other evening", played_on=date(2026, 11, 22))
    return furnish(tournament, club, as_yara)


def rights() -> list:
    people = Account.objects.order_by("pk").values_list("login", "is_operator", "is_active", "password")
    grants = Grant.objects.order_by("pk").values_list("account", "club", "tournament", "role")
    others = Tournament.objects.filter(name="Other evening").values()
    return [
        list(rows) for rows in (people, grants, Invitation.objects.values_list("role"), Club.objects.values(), others)
    ]


def wishes(helper: Account, hall: dict[str, str]) -> dict[str, object]:
    other = Tournament.objects.get(name="Other evening")
    ids = {
        "account": helper.public_id,
        "club": hall["club_id"],
        "tournament": other.public_id,
        "tournament_id": other.public_id,
    }
    roles = {
        "role": "admin",
        "scope": "organiser",
        "by": "system",
        "actor": "system",
        "via": "command",
        "needs": "log.see",
    }
    return {**ORDINARY, "entry": hall["entry_id"], **ids, **roles, **dict.fromkeys(FLAGS, True)}


def test_r16_nothing_that_is_sent_makes_a_helper_more(helper, hall, signed_in):
    browser, asked = signed_in(helper), wishes(helper, hall)
    session = browser.session
    session["confirmed_at"] = 2**40
    session.save()
    cookies = deepcopy(browser.cookies)
    before, last, done = rights(), LogEntry.objects.latest("pk").pk, []
    for path in PATHS:
        for sent in ({"data": asked}, {"data": json.dumps(asked), "content_type": "application/json"}):
            with transaction.atomic():  # each meets the same hall
                browser.cookies = deepcopy(cookies)  # signing out is one of the routes
                browser.post(address(path, hall), **sent)
                assert rights() == before, path
                for entry in LogEntry.objects.filter(pk__gt=last):
                    done.append(path)
                    assert (entry.actor, entry.role) == (helper.public_id, "desk") and entry.via in ("page", "api"), (
                        path
                    )
                transaction.set_rollback(True)
    print(f"R16: {2 * len(PATHS)} requests, {len(done)} writes done, each as the desk")
    assert len(done) > 5  # some of it was good enough to be done
