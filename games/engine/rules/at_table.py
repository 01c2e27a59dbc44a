"""The readings that concern the table rather than a move: until when a throw can be claimed, whether the others play on after
somebody has won, what a throw left out after a 6 costs.

Decided here: their declarations. A tournament chooses them where it chooses the options of its book, and a rule set takes them
along with these. Left out: what a referee says by them (`referee.judging.table`), when a game is over (the rule set), whose
throw a record takes (`games.engine.records.handing_on`).
"""

from .options import Option
from .speech import Text

FAMILY_BOOKS = ("classic", "classic6", "verboten")

LEFT_OUT_THROW = Option(
    number=16,
    books=("turnier 7", *FAMILY_BOOKS),
    name="left_out_throw",
    title=Text("A throw left out after a 6"),
    decides=Text("Whether a throw that was forgotten after a 6 is made good once the next player has thrown."),
    values={"made_good": Text("is made good"), "lost": Text("is lost")},
    default="made_good",
    is_of_table=True,
    asks=Text("The dice were handed on although a throw after a 6 was still to come."),
    why=Text("The book obliges to throw again, it does not forfeit the throw."),
)
CLAIMS_UNTIL = Option(
    number=17,
    books=("turnier 13", *FAMILY_BOOKS, "mauer"),
    name="claims_until",
    title=Text("A throw can be claimed"),
    decides=Text(
        "Until when a throw can be claimed. What is claimed later stands, unless the referee decides otherwise."
    ),
    values={
        "after_next": Text("until the player after next has thrown"),
        "next": Text("until the next player has thrown"),
        "game": Text("until the game is over"),
    },
    default="after_next",
    is_of_table=True,
    asks=Text("Until when can a throw be claimed?"),
    why=Text("The book speaks of the last move; who is next may be quicker than a hand can be raised."),
)
PLAY_ON = Option(
    number=18,
    books=("turnier 16", *FAMILY_BOOKS, "mauer"),
    name="play_on",
    title=Text("After the winner"),
    decides=Text(
        "Whether the table plays on once somebody has all four pieces home. Where it does not, the others share the places, "
        "or their boards are counted if the tournament counts boards."
    ),
    values={
        "places": Text("the others play on for the places"),
        "winner": Text("the game is over", "after the winner"),
    },
    default="places",
    is_of_table=True,
    asks=Text("Do the others play on after somebody has won?"),
    why=Text("A tournament needs all places of a table."),
)

# Where a 6 throws again, and everywhere.
WITH_SIXES = (LEFT_OUT_THROW, CLAIMS_UNTIL, PLAY_ON)
EVERYWHERE = (CLAIMS_UNTIL, PLAY_ON)
