"""R22: protected names stay in. Everything that answers without an account is crawled for two of them: somebody hidden, and
a child; as page, fragment, JSON, stream, picture, feed, record and error, in both languages."""

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.test import Client

from games.models import Game
from games.recording.actions import add_line, open_game
from referee.rulings.actions import sign_ruling
from tests.architecture.test_gates import ROUTES, gates_of
from tests.tournament.core.test_live import Browser
from tests.tournament.evening import Evening, a_club, by_number, settle
from tests.tournament.routes import ON_EITHER
from tournament.core.access import EVERYBODY, MATRIX
from tournament.core.actors import SYSTEM
from tournament.models import Person, Table

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), ON_EITHER]
CANARIES = ("Kanarina", "Zeisigowitsch", "Stieglinde", "Finkenstein")
PUBLIC = [path for path, view in ROUTES if any(EVERYBODY in MATRIX[gate] for gate in gates_of(view))]
ASKED = ("", "?q=Kanarina", "?q=1", "?q=Fink", "?me=1", "?by=name", "?view=end", "?view=teams", "?after=1", "?stage=2")
HOW = ({}, {"HTTP_HX_REQUEST": "true"}, {"HTTP_ACCEPT_LANGUAGE": "en"}, {"HTTP_ACCEPT": "application/json"})


@pytest.fixture
def things() -> dict[str, str]:
    """A whole evening in which both play, win, and are ruled about."""
    evening = Evening(a_club(), "village")
    entries = evening.come(8)
    _rename(entries[0], "Kanarina", "Zeisigowitsch", is_hidden=True)
    _rename(entries[1], "Stieglinde", "Finkenstein", is_minor=True)
    for round_ in evening.draw(1):
        evening.play(round_, by_number)
    settle(evening, 2)
    final = evening.draw(2)[0]
    evening.publish(final)
    evening.start(final)
    table = final.tables.get()
    game = open_game(evening.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    found = Game.objects.get(public_id=game)
    add_line(found, by=SYSTEM, kind="begins", colour=found.colours[0])
    against = table.seats.get(entry=entries[0]).entry.public_id
    sign_ruling(evening.tournament, by=SYSTEM, table_id=table.public_id, against=against)
    return {
        "tournament_id": evening.tournament.public_id,
        "club_id": evening.tournament.club.public_id,
        "table_id": Table.objects.first().public_id,
        "entry_id": entries[0].public_id,
        "stage_id": str(final.stage_id),
        "round_id": str(final.pk),
        "game_id": game,
        "number": "1",
        "stream": evening.tournament.stream.public_id,
    }


def _rename(entry, given: str, family: str, **how: bool) -> None:
    Person.objects.filter(pk=entry.person_id).update(given_name=given, family_name=family, **how)


def addresses(things: dict[str, str]) -> Iterator[str]:
    for path in PUBLIC:
        filled = path
        for name, value in things.items():
            filled = re.sub(rf"<\w+:{name}>", value, filled)
        yield f"/{re.sub(r'<[^>]+>', 'nothing', filled)}"
    yield from (f"/t/{things['tournament_id']}/players/{n}/" for n in range(1, 9))
    yield from (f"/desk/t/{things['tournament_id']}/", "/nothing/there/", "/t/nothing/")


def leaks(answer) -> list[str]:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    shown = unescape(body.decode("utf-8", "replace")) + json.dumps(dict(answer.headers.items()))
    return [name for name in CANARIES if name.casefold() in shown.casefold()]


def test_no_answer_holds_a_protected_name(things):
    looked, found = 0, []
    for address in addresses(things):
        for asked in ASKED if "/t/" in address else ASKED[:1]:
            for how in HOW:
                answer = Client().get(address + asked, **how)
                looked += 1
                asked_for = [name for name in CANARIES if name in asked]  # a search shows what was typed
                found += [(address + asked, name) for name in leaks(answer) if name not in asked_for]
    print(f"R22: {looked} answers of {len(set(addresses(things)))} addresses, {len(found)} leaks")
    assert looked > 500 and found == []


def test_the_crawler_would_find_one(things):
    Person.objects.filter(given_name="Kanarina").update(is_hidden=False)
    assert leaks(Client().get(f"/t/{things['tournament_id']}/")) == ["Kanarina"]


def test_a_stream_tells_numbers_only(things):
    async def scenario():
        async with Browser(f"/live/{things['stream']}") as page:
            said = [(await asyncio.wait_for(page.sent.get(), 5))["body"].decode() for _n in range(2)]
        assert re.fullmatch(r"((id|event|data|retry):( (alive|version|\d+))?\n|\n)+", "".join(said))

    asyncio.run(asyncio.wait_for(scenario(), 20))
