"""A club with a tournament that has run for a while; what pages are looked at with. Runs inside the product."""

import json
from datetime import time, timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from tests.browser.playing import playing
from tournament.core.actors import ANONYMOUS, SYSTEM, Actor
from tournament.core.links import entry_token
from tournament.core.session_times import CONFIRMED
from tournament.entries import actions as entries
from tournament.entries.groups import actions as groups
from tournament.entries.signup import actions as entering
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Account, Grant, KnownDevice
from tournament.paper import actions as papers
from tournament.people import actions as accounts
from tournament.people import clubs
from tournament.people.sessions import SessionStore
from tournament.people.signing_in import new_recovery_codes, password_token
from tournament.setup import actions as tournaments

WHERE = {"begins_at": time(14), "place": "Dorfgemeinschaftshaus, Oberhausener-Unterdorf-Straße 3, 54321 Waldau"}
PEOPLE = (
    "Yara Yılmaz, Gero Graf, Rosa Roth, Karl Kurz, Bela Blau, Wanda Weiß, Łukasz Nowak, Ida Ott,"
    "Friedrich-Wilhelm von der Heidenau-Oberpfaffenhofen, Mia Lang, Anna Kühn"
)


def signed_in(account: Account) -> str:
    """The key of a session in which the account has just given its password."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session[CONFIRMED] = int(timezone.now().timestamp())
    session.save()
    return str(session.session_key)


def someone(login: str, **more: object) -> Account:
    account = Account(login=login, **more)
    account.set_password("sechs mal sechs")
    account.save()
    return account


def seed() -> None:
    first = accounts.make_first_link(None, by=SYSTEM).result
    yara, bela = someone("yara", email="yara@example.org", is_operator=True), someone("bela")
    by, today = Actor(yara), timezone.localdate()
    club = clubs.create_club(None, by=by, name="SC Augenzahl", admin=yara).result
    make = {"by": by, "name": "Herbstturnier", "played_on": today + timedelta(3), **WHERE}
    autumn = tournaments.create_tournament(club, **make).result
    empty = tournaments.create_tournament(club, **{**make, "name": "Leeres Turnier", "is_listed": False}).result
    tournaments.create_tournament(club, **{**make, "name": "Dorfabend", "played_on": today - timedelta(30)})
    for name in PEOPLE.split(","):
        given, _space, family = name.strip().rpartition(" ")
        made = entries.add_entry(autumn, by=by, given_name=given, family_name=family, is_hidden=given == "Mia").result
        if given == "Karl":
            withdraw_entry(autumn, by=by, entry_id=made.public_id)
    entering.set_entering(
        autumn, by=by, takes_entries=True, opens_at=None, closes_at=None, places=11, has_waiting_list=True
    )
    nele = entering.enter_oneself(
        autumn, by=ANONYMOUS, given_name="Nele", family_name="Nord", note="Nah am Eingang"
    ).result
    team = groups.add_group(autumn, by=by, kind="team", name="Rot").result
    groups.assign(autumn, by=by, kind="team", group_id=team.pk, entries=[nele.public_id])
    groups.add_group(autumn, by=by, kind="category", name="Jugend")
    order = papers.order_paper(autumn, by=by, code="names", language="de")
    Grant.objects.create(account=bela, club=club, tournament=autumn, role="desk")
    KnownDevice.objects.create(account=yara, token_hash="0" * 64)
    safe = someone("gero", totp_secret="JBSWY3DPEHPK3PXP", recovery_hashes=new_recovery_codes())
    invitation = accounts.invite(autumn, by=by, role="referee").result
    facts = {
        "tournament": autumn.public_id,
        "empty": empty.public_id,
        "club": club.public_id,
        "entry": autumn.entries.first().public_id,
        "own": f"/e/{nele.public_id}/{entry_token(nele)}/",
        "job": order.receipt["job"],
        "first": first,
        "invitation": invitation,
        "forgotten": f"/password/{bela.public_id}/{password_token.make_token(bela)}/",
        "session": signed_in(yara),
        "session_without_club": signed_in(safe),
        **playing(club, by),
    }
    print(json.dumps(facts))
