"""The log, snapshots, background jobs, what is shown and sent; and Django's own tables."""

from datetime import timedelta

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q

from tournament import models as m
from tournament.policy.columns import (
    EVERYBODY,
    ID,
    NOBODY,
    SECRET,
    STAFF,
    TITLE,
    Column,
    Ends,
    Erased,
    Log,
    Table,
    table,
)

JOBS = timedelta(days=30)  # papers can be made again
LOG_GOES_ON = "the log goes on"
CHAIN = "checked by the hashes of the log itself"
OF_A_SEASON = "of the club: a season is counted from its tournaments, and decides nothing in them"
DECIDES_NOTHING = "decides nothing in a tournament"
OF_THE_CLUB = "of the club, over several tournaments"

LOG = (
    table(
        m.Stream,
        {
            "id": EVERYBODY,
            "public_id": ID,
            "tournament": EVERYBODY,
            "club": EVERYBODY.but(travels=False),  # a tournament's streams belong to no club
            "seq": EVERYBODY.but(without_names=0),
            "head": EVERYBODY.but(without_names="0" * 64),
            "salt": NOBODY.but(erased=Erased.SALT, without_names=""),
            "is_bound": NOBODY.but(travels=False),
            # Not exported: an imported document could set everybody's clock forward.
            "written_at": NOBODY.but(travels=False),
        },
        not_back=LOG_GOES_ON,
        unbound=CHAIN,
    ),
    table(
        m.LogEntry,
        {
            "id stream seq action_id code data receipt actor role via recorded_at prev hash": STAFF,
            "bound": NOBODY,
            "fingerprint": NOBODY,  # a hash keyed with the salt of the stream
        },
        not_back=LOG_GOES_ON,
        is_private=True,
        unbound=CHAIN,
    ),
    table(
        m.LogText,
        {"id entry key erased_at": STAFF, "text": STAFF.but(log=Log.TEXT, erased=Erased.TEXT), "salt": NOBODY},
        not_back=LOG_GOES_ON,
        is_private=True,
        unbound=CHAIN,
    ),
    table(
        m.LogKey,
        {"id entry name": NOBODY, "salt": NOBODY.but(erased=Erased.SALT)},
        stays_home="rows have other numbers elsewhere: where a document is taken in, they are bound anew",
        not_back=LOG_GOES_ON,
        unbound=CHAIN,
    ),
    table(
        m.Snapshot,
        {"id tournament seq code made_at": STAFF, "rows": NOBODY.but(log=Log.NEVER, erased=Erased.PACKED)},
        stays_home="steps back end where the document begins",
        not_back="the steps themselves",
        is_brief=True,
        unbound="what an undo puts back is compared with the log of then",
    ),
)
WORK = (
    table(
        m.Job,
        {
            "id kind queue key args club tournament created_by state done total attempts claim is_cancelling error": STAFF,
            "result created_at due_at sent_at seen_at ended_at": STAFF,
        },
        stays_home="work of this machine",
        not_back="work that was done",
        unbound="work of this machine, its papers included: they can be made again",
        ends=Ends("jobs", lambda now: Q(created_at__lt=now - JOBS), is_lost=False),
    ),
    table(
        m.Webhook,
        {"id public_id club areas is_active secret_number created_at": STAFF, "url": STAFF.but(log=Log.TEXT)},
        stays_home=OF_THE_CLUB,
        unbound=DECIDES_NOTHING,
    ),
    table(
        m.Mail,
        {"id entry about message_id created_at sent_at error": NOBODY},
        stays_home="sent from here",
        not_back="letters that were sent",
        unbound=DECIDES_NOTHING,
        goes_with="entry",
        is_brief=True,
    ),
)
SHOWN = (
    table(
        m.OwnBoard,
        {"id club kind text version": EVERYBODY},
        stays_home=OF_THE_CLUB,
        unbound=DECIDES_NOTHING,
    ),
    table(
        m.Letterhead,
        {"id club colour version": EVERYBODY, "logo background signature": EVERYBODY.but(is_file=True)},
        stays_home=OF_THE_CLUB,
        unbound=DECIDES_NOTHING,
    ),
    table(
        m.Screen,
        {
            "id tournament number shows programme seconds is_night step version": EVERYBODY,
            "name": TITLE,
            "words": EVERYBODY.but(log=Log.TEXT),
        },
        stays_home="how this hall shows it",
        not_back="what the hall shows now",
        unbound=DECIDES_NOTHING,
    ),
    table(
        m.Notice,
        {
            "id tournament number version": EVERYBODY,
            "title": TITLE,
            "words": EVERYBODY.but(log=Log.TEXT),
            "picture": EVERYBODY.but(is_file=True),
        },
        stays_home="how this hall shows it",
        not_back="what the hall shows now",
        unbound=DECIDES_NOTHING,
    ),
    table(
        m.Season,
        {"id counts worth best version created_at": EVERYBODY, "club": EVERYBODY, "public_id": ID, "name": TITLE},
        stays_home=OF_THE_CLUB,
        unbound=OF_A_SEASON,
    ),
    table(
        m.Season.tournaments.through,
        {"id season tournament": EVERYBODY},
        stays_home=OF_THE_CLUB,
        unbound=OF_A_SEASON,
    ),
    table(
        m.OwnPreset,
        {"id club stages version": EVERYBODY, "public_id": ID, "name": TITLE},
        stays_home=OF_THE_CLUB,
        unbound="of the club: what was chosen of it stands in the tournament",
    ),
)
CLOCK = (
    table(
        m.SeenDay,
        {"id day seconds is_confirmed": NOBODY},
        stays_home="of this machine",
        not_back="days",
        unbound=DECIDES_NOTHING,
    ),
)


def _djangos(model: type[models.Model], columns: str, why: str, column: Column = NOBODY) -> Table:
    return table(model, {columns: column}, stays_home=why, unbound=why)


DJANGOS = (
    _djangos(ContentType, "id app_label model", "Django's list of our models"),
    _djangos(Permission, "id name content_type codename", "Django's list of our models"),
    _djangos(Group, "id name", "not used"),
    _djangos(Group.permissions.through, "id group permission", "not used"),
    _djangos(Session, "session_key session_data expire_date", "not used: ours is another", SECRET),
)
TABLES = (*LOG, *WORK, *SHOWN, *CLOCK, *DJANGOS)
