"""Who may see what of calls, claims, rulings and appeals, and what erasing does to it."""

from referee.models import Appeal, AtTable, Call, Claim, FreeRuling, Offence, Ruling, Terms, Vote
from tournament.policy.columns import EVERYBODY, ID, STAFF, TITLE, WORDS, Erased, table
from tournament.policy.table import add

OF_CLUB = "of the club, outside every tournament"
COMPARED = "of no tournament: compared with the lines of its record"
SUPERSEDED = "a ruling is superseded, never undone"
# The file itself is not exported; erasing a player empties it in the claims about them.
# Follows from the claim: filled in again when a document is read, and `verify_tournament` compares it.
OF_CLAIM = STAFF.but(travels=False, unbound="follows from the claim, and only keeps one ruling in force a throw")
NOW = "who is where now, which is over in a few minutes"
PHOTO = STAFF.but(erased=Erased.THEIRS, without_names="", travels=False, is_file=True)

add(
    table(
        Terms,
        {"id tournament appeal_minutes": EVERYBODY},
        not_back="until when an appeal may be made is announced",
    ),
    table(Call, {"id table called_at taken_by taken_at done_at": STAFF}, not_back="a referee was called"),
    table(AtTable, {"id account table throw seen_at": STAFF}, stays_home=NOW, not_back=NOW, unbound=NOW),
    table(
        Claim,
        {
            "id tournament number table against by colour game throw facts verdict is_in_time made_at": STAFF,
            "photo": PHOTO,
        },
        not_back=SUPERSEDED,
    ),
    table(
        Ruling,
        {
            "id claim number measure points board position offence penalty signed_by second signed_at": STAFF,
            "appeal_until superseded_at revoked_at facts verdict heard": STAFF,
            "game throw": OF_CLAIM,
            "deviation words revoked_because": WORDS,
        },
        not_back=SUPERSEDED,
    ),
    table(
        Appeal,
        {"id ruling entry made_at needed is_upheld decided_at": STAFF, "words": WORDS},
        not_back=SUPERSEDED,
    ),
    table(Vote, {"id appeal account upholds cast_at": STAFF, "words": WORDS}, not_back=SUPERSEDED),
    table(
        FreeRuling,
        {
            "id game number colour throw facts verdict is_in_time measure board position": STAFF,
            "signed_by signed_at revoked_at": STAFF,
            "words revoked_because": WORDS,
        },
        stays_home=OF_CLUB,
        not_back=SUPERSEDED,
        unbound=COMPARED,
    ),
    table(
        Offence,
        {
            "id club code rule measure points is_frequent is_left_out version": EVERYBODY,
            "public_id": ID,
            "titles": TITLE,
        },
        stays_home="of the club, over several tournaments",
        unbound="of the club: a ruling holds for itself what was ruled",
    ),
)
