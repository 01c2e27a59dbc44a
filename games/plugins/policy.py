"""Who may see what of a recorded game. At a table of a tournament everybody sees everything, and nothing is erased; a game
outside every tournament is the club's own, and the words about it can be erased."""

from games.models import Chance, FreeGame, FreeSeat, Game, Line
from tournament.policy.columns import EVERYBODY, ID, STAFF, WORDS, table
from tournament.policy.table import add

RECORD = "a record stays with its table; what stands there was thrown"

ANEW = "computed anew from a record"
OF_CLUB = "of the club, outside every tournament"
COMPARED = "of no tournament: compared with the lines of the club and of its record"

add(
    table(
        Game,
        {
            "id table stream rules options colours board version opened_at": EVERYBODY,
            "public_id": ID,
            "free": STAFF.but(travels=False),  # none at a table
        },
        not_back=RECORD,
    ),
    table(
        Line,
        {"id game seq kind number colour roll played touched position ruling entered_at": EVERYBODY},
        not_back=RECORD,
    ),
    table(
        FreeGame,
        {
            "id club played_on is_shown is_dropped places ended_at_line version": STAFF,
            "name": WORDS,
        },
        stays_home=OF_CLUB,
        not_back=OF_CLUB,
        unbound=COMPARED,
    ),
    table(FreeSeat, {"id free person number colours": STAFF}, stays_home=OF_CLUB, not_back=OF_CLUB, unbound=COMPARED),
    table(Chance, {"id game seq wins": EVERYBODY}, stays_home=ANEW, not_back=ANEW, unbound=ANEW),
)
