"""The people around a club: accounts, their rights, and the people who play."""

from datetime import timedelta

from django.db.models import Q

from tournament import models as m
from tournament.models.people import WINDOW
from tournament.policy.columns import (
    EVERYBODY,
    ID,
    NOBODY,
    SECRET,
    STAFF,
    TITLE,
    Becomes,
    Column,
    Ends,
    Log,
    Seen,
    table,
)

NAME = Column(Seen.AS_NAMED, Log.TEXT)
LINKS = timedelta(days=30)  # after they expired
DEVICES = timedelta(days=365)  # after their last use
GUESSES = timedelta(days=1)
WHO = "who may sign in and do what; each line of the log names who did it"

TABLES = (
    table(
        m.Club,
        {"id created_at": EVERYBODY, "public_id": ID, "name": TITLE, "wants_second_factor": STAFF},
        stays_home="of the club, over several tournaments; its name is written by itself",
        unbound="decides nothing in a tournament",
    ),
    table(
        m.Person,
        {
            "id club": EVERYBODY,
            "public_id": ID.but(seen=Seen.STAFF),
            "given_name": NAME.but(erased=Becomes("Person"), without_names="Person"),
            "family_name": NAME.but(erased=Becomes("{pk}"), without_names="{n}"),
            "is_minor": STAFF.but(erased=Becomes(False), without_names=False),
            "is_hidden": STAFF.but(erased=Becomes(True), without_names=False),
            "shows_full_name": STAFF.but(erased=Becomes(False), without_names=True),
            "merged_into": STAFF.but(without_names=None),
            "created_at": STAFF.but(without_names="2000-01-01T00:00:00.000000+00:00"),
        },
        not_back="whoever came with a list that is taken back stays in the address book",
    ),
    table(
        m.Account,
        {
            "id": NOBODY,
            "public_id": ID.but(seen=Seen.STAFF),
            "login": STAFF.but(log=Log.TEXT, without_names="account {n}"),
            "email password totp_secret recovery_hashes": SECRET,
            "is_active is_operator created_at last_login totp_last_step": NOBODY.but(travels=False),
        },
        not_back="of no tournament",
        unbound=WHO,
    ),
    table(
        m.Grant,
        {"id account club tournament role created_at": STAFF},
        stays_home="who may do what is given anew where the document goes",
        not_back="who may do what is no step of play",
        unbound=WHO,
    ),
    table(
        m.Invitation,
        {
            "token_hash": SECRET,
            "id club tournament role created_by created_at expires_at used_by used_at revoked_at": STAFF,
        },
        stays_home="a secret",
        not_back="a link that was used or revoked stays so",
        unbound=WHO,
        ends=Ends("invitations", lambda now: Q(expires_at__lt=now - LINKS)),
    ),
    table(
        m.Token,
        {
            "token_hash": SECRET,
            "name": STAFF.but(log=Log.TEXT),
            "id account scope only_for created_at expires_at used_at revoked_at": STAFF,
        },
        stays_home="a secret",
        unbound=WHO,
        ends=Ends("tokens", lambda now: Q(expires_at__lt=now - LINKS)),
    ),
    table(
        m.KnownDevice,
        {"token_hash": SECRET, "id account called created_at used_at": NOBODY},
        stays_home="of an account",
        unbound=WHO,
        ends=Ends("devices", lambda now: Q(used_at__lt=now - DEVICES)),
    ),
    table(
        m.Session,
        {"session_key session_data": SECRET, "expire_date account device": NOBODY},
        stays_home="of an account",
        unbound=WHO,
        ends=Ends("sessions", lambda now: Q(expire_date__lt=now), is_lost=False),
    ),
    table(
        m.GuessCount,
        {"id key window count": NOBODY},
        stays_home="of this machine",
        unbound=WHO,
        ends=Ends("guesses", lambda now: Q(window__lt=int((now - GUESSES).timestamp() // WINDOW)), is_lost=False),
    ),
)
