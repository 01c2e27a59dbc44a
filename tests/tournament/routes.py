"""What tests that go over every route share: who asks, what there is to ask for, and the address of it."""

import os
import re

import pytest
from django.test import Client

from games.free.actions import begin_free_game
from games.models import Game
from games.recording.actions import add_line, open_game
from referee.free.actions import sign_free_ruling
from referee.rulings.actions import sign_ruling
from tests.conftest import Scene, make_account
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.draw.making import make_draw
from tournament.entries.actions import add_entry
from tournament.models import Account, Grant, Role, Tournament
from tournament.paper.actions import order_paper
from tournament.people.clubs import create_club
from tournament.rounds.actions import publish_round
from tournament.stages.actions import set_preset
from tournament.stages.own_kinds.actions import keep_preset

GOOD = {"name": "Neu", "played_on": "2026-11-21", "version": "1", "state": "present", "to": "on", "given_name": "Eve"}
LONG = bool(os.environ.get("AUGENGENAU_LONG"))  # everything in everything, on both databases
ON_THE_STRICTER = pytest.mark.skipif(
    not LONG and not os.environ.get("DATABASE_URL"), reason="minutes long: on PostgreSQL only, the stricter one"
)
ON_EITHER = pytest.mark.skipif(
    not LONG and bool(os.environ.get("DATABASE_URL")), reason="of every route, and the same on either database"
)


def people_in(scene: Scene) -> dict[str, Account]:
    """Somebody in each role, and the admin of another club: a stranger."""
    people = {}
    for role in Role:
        people[role.value] = make_account(role.value)
        where = None if role == Role.ADMIN else scene.tournament
        Grant.objects.create(account=people[role.value], club=scene.club, tournament=where, role=role)
    people["stranger"] = make_account("stranger")
    create_club(None, by=scene.by, name="Other club", admin=people["stranger"])
    return people


def play(tournament, by) -> dict[str, str]:
    """A round is published and the club keeps the plan, so that there are things to ask for."""
    set_preset(tournament, by=by, preset="village", language="de")
    for number in range(1, 5):
        add_entry(tournament, by=by, given_name=f"Gast{number}", state="present")
    first = make_draw(tournament.stages.first(), by=by).result[0]
    publish_round(tournament, by=by, round_id=first.pk)
    table = first.tables.first()
    game = open_game(tournament, by=by, table_id=table.public_id).receipt["game"]
    against = table.seats.first().entry.public_id
    ruling = sign_ruling(tournament, by=by, table_id=table.public_id, against=against).receipt["claim"]
    things = {"stage_id": str(first.stage_id), "round_id": str(first.pk), "table_id": table.public_id}
    seats = [{"colours": "Y", "name": "Frieda Frei"}, {"colours": "G", "name": "Fritz Frei"}]
    free = begin_free_game(Circle(tournament.club), by=by, rules="mauer", seats=seats, is_shown=True).receipt["game"]
    recorded = Game.objects.get(public_id=free)
    add_line(recorded, by=by, kind="begins", colour="Y")
    add_line(recorded, by=by, kind="throw", roll="2,3", played="B+2+3=5")
    sign_free_ruling(recorded, by=by, throw=1, board="as_is")
    kind = keep_preset(tournament.club, by=by, name="So spielen wir", tournament_id=tournament.public_id).receipt["id"]
    return {**things, "game_id": game, "number": str(ruling), "free_id": free, "preset_id": kind}


def is_of_circle(path: str) -> bool:
    """Games outside the tournaments: a matter of everybody who helps at one of the club's."""
    return "clubs/<str:club_id>/games/" in path


def address(path: str, things: dict[str, str]) -> str:
    for name, value in things.items():
        path = re.sub(rf"<\w+:{name}>", value, path)
    return f"/{path}"


def things_of(tournament: Tournament, by: Actor) -> dict[str, str]:
    return play(tournament, by) | {
        "tournament_id": tournament.public_id,
        "club_id": tournament.club.public_id,
        "account_id": by.account.public_id,
        "job_id": str(order_paper(tournament, by=by, code="names", language="de").result.pk),
        "entry_id": tournament.entries.first().public_id,
        "token": "set",
        "book": "turnier",
        "place": "11",
        "slug": "T11c",
    }


def confirmed(account: Account) -> Client:
    browser = Client()
    browser.force_login(account)
    session = browser.session
    session["confirmed_at"] = 2**40
    session.save()
    return browser
