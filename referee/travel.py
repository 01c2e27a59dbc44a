"""What a tournament's document holds of calls, claims, rulings and appeals."""

from referee.models import Appeal, Call, Claim, Offence, Ruling, Terms, Vote
from tournament.document.shape import IN_TABLE, Part, add, leads

CLAIM = "claim__tournament"
add(
    Part("terms", Terms, leads("tournament")),
    Part("calls", Call, leads(f"table__{IN_TABLE}")),
    # The picture itself does not travel; who is forgotten is forgotten in it too.
    Part(
        "claims",
        Claim,
        leads("tournament"),
        without=frozenset({"photo"}),
        private={"photo": ""},
        files=frozenset({"photo"}),
    ),
    Part("rulings", Ruling, leads(CLAIM), private={"deviation": "", "words": "", "revoked_because": ""}),
    Part("appeals", Appeal, leads(f"ruling__{CLAIM}"), private={"words": ""}),
    Part("votes", Vote, leads(f"appeal__ruling__{CLAIM}"), private={"words": ""}),
    left_out={Offence: "of the club, over several tournaments"},
)
