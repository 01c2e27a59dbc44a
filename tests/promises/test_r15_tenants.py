"""R15: two clubs on one installation cannot meet.

That every route answers a stranger as if there were nothing: tests/tournament/everywhere/test_access.py (pages) and
tests/tournament/api/test_matrix.py; the other's ids in any field: tests/tournament/everywhere/test_others_ids.py. Here is what a
stranger may bring along besides who has everything of the same kind at home: the other's things in an address of the own
tournament, the other's ETags, links, keys and streams.
"""

import json
import re
import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.architecture.test_gates import ROUTES, gates_of
from tests.tournament.api.furnished import furnish
from tournament.core.access import EVERYBODY, MATRIX
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_token, table_token
from tournament.models import Account, Entry, LogEntry, Table
from tournament.out.tournament_file.writing import document, text
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
EVERYWHERE_UNIQUE = ("stage_id", "round_id", "table_id", "entry_id", "game_id", "job_id", "penalty", "appeal")
INSIDE = [
    path for path, _view in ROUTES if "tournament_id" in path and any(f":{name}>" in path for name in EVERYWHERE_UNIQUE)
]
PRIVATE = [
    path for path, view in ROUTES if "_id>" in path and all(EVERYBODY not in MATRIX[gate] for gate in gates_of(view))
]


class Tenant:
    """The admin of a club that has one of everything."""

    def __init__(self, admin: Account, name: str) -> None:
        by = Actor(admin)
        self.club = create_club(None, by=SYSTEM, name=f"Club of {name}", admin=admin).result
        asked = {"name": f"Evening of {name}", "played_on": date(2026, 11, 21), "is_listed": False}
        self.tournament = create_tournament(self.club, by=by, **asked).result
        self.things = furnish(self.tournament, self.club, by)
        self.browser = Client()
        self.browser.force_login(admin)
        session = self.browser.session
        session["confirmed_at"] = 2**40
        session.save()

    def state(self) -> tuple[str, int]:
        return text(document(self.tournament)), LogEntry.objects.filter(stream__tournament=self.tournament).count()

    def api(self, path: str, body: dict, key: str):
        headers = {"HTTP_IDEMPOTENCY_KEY": key, "content_type": "application/json"}
        return self.browser.post(f"/api/v1/tournaments/{self.tournament.public_id}/{path}", json.dumps(body), **headers)


@pytest.fixture
def here(account) -> Tenant:
    return Tenant(account("yara"), "Yara")


@pytest.fixture
def there(account) -> Tenant:
    return Tenant(account("gero"), "Gero")


def address(path: str, things: dict[str, str]) -> str:
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: things.get(found[1], "nothing"), path)


def nothing(name: str) -> str:
    return (
        str(uuid.uuid4())
        if name == "job_id"
        else "999999"
        if name not in ("table_id", "entry_id", "game_id")
        else "nothing"
    )


def test_r15_things_of_another_club_are_not_in_an_own_tournament(here, there):
    """As if they did not exist, in whatever address they are put; and nothing of them changes."""
    before = there.state()
    for path in INSIDE:
        for name in (name for name in EVERYWHERE_UNIQUE if f":{name}>" in path):
            theirs = address(path, {**here.things, name: there.things[name]})
            none = address(path, {**here.things, name: nothing(name)})
            for ask in (here.browser.get, here.browser.post):
                answers = [ask(theirs), ask(none)]
                assert answers[0].status_code == answers[1].status_code, (theirs, answers)
    assert there.state() == before


def test_r15_the_control_finds_the_own_things_there(here):
    """The same addresses with the own things are answered otherwise: the comparison above can fail."""
    different = 0
    for path in INSIDE:
        for name in (name for name in EVERYWHERE_UNIQUE if f":{name}>" in path):
            own, none = address(path, here.things), address(path, {**here.things, name: nothing(name)})
            different += here.browser.get(own).status_code != here.browser.get(none).status_code
    assert different > 10


def test_r15_an_etag_of_theirs_tells_nothing(here, there):
    tags = 0
    for path in PRIVATE:
        theirs = address(path, there.things)
        tag = there.browser.get(theirs).headers.get("ETag")
        if tag:
            tags += 1
            answers = [here.browser.get(theirs, **more) for more in ({"HTTP_IF_NONE_MATCH": tag}, {})]
            assert [answer.status_code for answer in answers] == [404, 404], theirs
    assert tags > 10


def test_r15_a_link_opens_what_it_was_made_for_alone(here, there):
    table, entry = (
        model.objects.get(public_id=here.things[name]) for model, name in ((Table, "table_id"), (Entry, "entry_id"))
    )
    pages = {"table_link": (table_token(table), "table_id"), "entry_link": (entry_token(entry), "entry_id")}
    for name, (token, thing) in pages.items():
        own, theirs, none = (
            Client().get(reverse(name, args=[one, token]))
            for one in (here.things[thing], there.things[thing], "nothing")
        )
        assert own.status_code == 302 and theirs.status_code == none.status_code == 404, name


def test_r15_the_same_key_is_another_request_in_another_club(here, there):
    body, key = {"given_name": "Bela"}, "the-same-key"
    answers = [tenant.api("entries/", body, key).json() for tenant in (here, there, here)]
    assert answers[0] == answers[2] and answers[0]["id"] != answers[1]["id"]
    assert all(tenant.tournament.entries.filter(person__given_name="Bela").count() == 1 for tenant in (here, there))


def test_r15_lists_and_pages_of_one_name_nothing_of_the_other(here, there):
    """Nothing by name, and no id by which a stream could be listened to or a link be made."""
    ids = (there.things[name] for name in ("tournament_id", "club_id", "entry_id", "table_id"))
    words, found = ["of Gero", there.tournament.stream.public_id, *ids], []
    for path, _view in ROUTES:
        answer = here.browser.get(address(path, here.things), {"q": "Gast"})
        said = b"".join(answer.streaming_content) if answer.streaming else answer.content
        found += [(path, word) for word in words if word.encode() in said]
    assert found == []
