"""A club in which everything has happened once: what pages, papers and mails are looked at with as a whole."""

import io
import json
import re
from contextlib import redirect_stdout
from datetime import timedelta

from django.apps import apps
from django.db import models
from django.utils import timezone

from games.free.actions import begin_free_game
from games.recording.actions import add_line
from referee.appeals.actions import appeal
from referee.calls.actions import call_referee
from referee.free.actions import revoke_free_ruling, sign_free_ruling
from referee.rulings.actions import sign_ruling, supersede_ruling
from tests.browser.seed import seed
from tests.referee.conftest import MISSED
from tests.tournament.evening import Evening, by_chance, settle
from tests.tournament.paper.halls import OPTIONS
from tests.tournament.standings.test_team_final import evening_of
from tournament.club.seasons.actions import set_season
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.draw.making import make_draw
from tournament.models import Account, Club, Grant, Table, Tournament
from tournament.out.tokens.actions import make_token
from tournament.out.webhooks.actions import make_webhook
from tournament.rounds.actions import publish_round
from tournament.stages.own_kinds.actions import keep_preset


def furnish() -> dict[str, str]:
    """What there is to ask for, by name; `tournaments` are those that are told apart by how far they are."""
    told = io.StringIO()
    with redirect_stdout(told):
        seed()
    facts = json.loads(told.getvalue())
    by, club = Actor(Account.objects.get(login="yara")), Club.objects.get()
    facts |= _ruled(Tournament.objects.get(public_id=facts["play"]), facts["table"])
    facts |= {"over": _over(club, by), "knockout": _knockout(club, by), "teams": _teams(club, by)}
    facts |= {"season": _season(club, by, facts["over"])}
    facts |= {"kind": keep_preset(club, by=by, name="So spielen wir", preset="village").result.public_id}
    facts |= {"free": _free(club, by)}
    make_webhook(club, by=by, url="https://example.org/hook", areas=["results"])
    make_token(None, by=by, name="Drucker", scope="read", days=30)
    return facts


def _ruled(tournament: Tournament, table_id: str) -> dict[str, str]:
    """Three rulings: about a throw, about conduct, and one that was replaced and is appealed against."""
    referee = Account.objects.create(login="rosa")
    Grant.objects.create(account=referee, club=tournament.club, tournament=tournament, role="referee")
    seats = Table.objects.get(public_id=table_id).seats.select_related("entry")
    by, (one, other, third) = Actor(referee), sorted(seats, key=lambda seat: seat.colour != "Y")[:3]  # Yellow threw
    sign = {"by": by, "table_id": table_id}
    sign_ruling(tournament, **sign, against=one.entry.public_id, facts=MISSED, measure="points", points=1)
    sign_ruling(tournament, **sign, against=other.entry.public_id, offence="slow", measure="warning", words="Zu spät.")
    sign_ruling(tournament, **sign, against=third.entry.public_id, claimed_by=one.entry.public_id, offence="die")
    supersede_ruling(tournament, by=by, number=3, seen=1, offence="die", measure="points", points=2, deviation="Mild.")
    player = Actor(via="link", entry=third.entry.public_id)
    appeal(tournament, by=player, number=3, words="Ich war es nicht.")
    call_referee(tournament, by=Actor(via="link", table=table_id, device="one"), table_id=table_id)
    return {"number": "3", "against": third.entry.public_id}


def _over(club: Club, by: Actor) -> str:
    """To the last table of the last final."""
    evening = Evening(club, "village", by=by, seed="7")
    evening.come(12)
    evening.play_stage(1, by_chance(3))
    settle(evening, 2)
    settle(evening, 3)
    for stage in (2, 3):
        evening.play_stage(stage, by_chance(4))
    return evening.tournament.public_id


def _knockout(club: Club, by: Actor) -> str:
    evening = Evening(club, "knockout", by=by)
    evening.come(16)
    evening.play(evening.draw(1)[0], by_chance(16))
    evening.publish(evening.draw(1)[0])
    return evening.tournament.public_id


def _teams(club: Club, by: Actor) -> str:
    evening = evening_of(club, by, teams=4)
    first = make_draw(evening.stage(3), by=by).result[0]
    publish_round(evening.tournament, by=by, round_id=first.pk)
    return evening.tournament.public_id


def _free(club: Club, by: Actor) -> str:
    """A game outside every tournament, shown to everybody, of which some throws are recorded."""
    names = {"YR": "Frieda Frei", "GK": "Fritz Frei"}
    seats = [{"colours": colours, "name": name} for colours, name in names.items()]
    said = {"name": "Küchentisch", "is_shown": True, "seats": seats, "options": {"three_throws": True}}
    game = begin_free_game(Circle(club), by=by, rules="classic", **said).result
    add_line(game, by=by, kind="begins", colour="Y")
    for roll, played in ("4", "1-5"), ("6", "11-17"):
        add_line(game, by=by, kind="throw", roll=roll, played=played)
    for number in (1, 2, 3):  # as many as the tournament has, whose numbers addresses name
        if number > 1:
            revoke_free_ruling(game, by=by, number=number - 1, reason="Noch einmal gesehen.")
        sign_free_ruling(game, by=by, throw=2, board="as_is", words="Zugesehen.")
    return game.public_id


def _season(club: Club, by: Actor, over: str) -> str:
    """Over everything that is behind."""
    day = timezone.localdate() - timedelta(1)
    Tournament.objects.filter(public_id=over).update(played_on=day)
    said = {"name": "Herbst", "counts": "ranks", "worth": [10, 8, 6, 4], "best": 2}
    return set_season(club, by=by, **said, tournaments=[over]).result.public_id


NAMES, MACHINE = {"name", "login"}, re.compile(r"[a-z0-9_.]+")


def typed_texts() -> set[str]:
    """What people typed: every free text in the database, names whatever they look like."""
    texts = set(OPTIONS["wifi"].values())
    for model in apps.get_models():
        for column in model._meta.fields:
            if isinstance(column, models.CharField | models.TextField) and not column.choices:
                held = set(model.objects.values_list(column.name, flat=True)) - {"", None}
                texts |= {text for text in held if column.name in NAMES or not MACHINE.fullmatch(text)}
    return texts
