"""A tournament, who is entered, and what is played."""

from tournament import models as m
from tournament.policy.columns import EVERYBODY, ID, STAFF, TITLE, WORDS, Column, Erased, Instead, Log, Seen, table

GROUP = Column(Seen.STAFF, Log.TEXT, Erased.THEIRS, Instead.NUMBERED)  # a word that several entries share
CONTACT = Column(Seen.STAFF, Log.NEVER)
DONE_BY = STAFF.but(without_names="")  # the id of an account or of a phone

TABLES = (
    table(
        m.Tournament,
        {
            "public_id": ID,
            "name": TITLE,
            "place": TITLE.but(without_names=""),
            "id club played_on begins_at is_listed takes_entries entry_opens_at entry_closes_at places": EVERYBODY,
            "witnesses quiet_minutes quiet_since has_waiting_list check_in_closed_at team_best numbers_apart": EVERYBODY,
            "apart_weights is_for_minors version created_at": EVERYBODY,
            "archived_at deleted_at": STAFF.but(travels=False),
        },
        not_back="name, day and settings are changed back by hand; the row itself leads the log",
    ),
    table(m.Team, {"id tournament": EVERYBODY, "name": TITLE.but(without_names="Team {n}")}),
    table(m.Category, {"id tournament is_separate quota": EVERYBODY, "name": TITLE}),
    table(
        m.Entry,
        {
            "public_id": ID.but(seen=Seen.STAFF),
            "id tournament person number state team category created_at version": EVERYBODY,
            "from_club family": GROUP,
            "note": WORDS.but(is_brief=True),
            "is_paid is_self_made": STAFF.but(without_names=False),
            "fixed_boards": STAFF,
            "link_number": STAFF.but(comes_back=False),  # a private link that was made invalid stays so
        },
    ),
    table(
        m.Contact,
        {"id entry created_at": STAFF, "language": STAFF, "email guardian": CONTACT},
        not_back="what is erased stays erased",
        is_private=True,
        goes_with="entry",
        is_brief=True,
        unbound="addresses may leave no trace in the log",
    ),
    table(m.Board, {"id tournament number kind is_assumed": EVERYBODY}),
    table(
        m.Stage,
        {
            "id tournament position kind rules options planned_rounds minutes lengths scheme unfinished size": EVERYBODY,
            "going_on threes_first version": EVERYBODY,
            "name": TITLE,
            "seed": STAFF.but(without_names=Instead.WHEN_PLAYED),
        },
    ),
    table(
        m.Round,
        {
            "id stage number state minutes started_at paused_at paused_for extra_seconds drawn_at closed_at": EVERYBODY,
            "version report options": EVERYBODY,
            "request": STAFF,
        },
    ),
    table(
        m.Table,
        {
            "public_id": ID,
            "id round number board extra_seconds version": EVERYBODY,
            "problem": WORDS,
        },
    ),
    table(m.Seat, {"id round table entry colour order seed has_chosen": EVERYBODY}),
    table(
        m.Report,
        {"id table source places is_abandoned position seat held reported_at set_aside_at": STAFF, "actor": DONE_BY},
    ),
    table(m.Result, {"id table report confirmed_at superseded_at": EVERYBODY, "confirmed_by": DONE_BY}),
    table(m.ResultSeat, {"id result entry colour place counted": EVERYBODY}),
    table(m.Penalty, {"id stage entry points given_at revoked_at": EVERYBODY}),
    table(m.ThrowOff, {"id stage throws thrown_at": EVERYBODY}),
    table(m.Declined, {"id stage entry": EVERYBODY}),
)
