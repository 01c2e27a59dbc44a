"""What a tournament's document holds of calls, claims, rulings and appeals."""

from referee.models import Appeal, Call, Claim, Ruling, Terms, Vote
from referee.plugins import policy  # noqa: F401  (who may see what of it)
from tournament.policy.parts import IN_TABLE, Part, add, leads

CLAIM = "claim__tournament"
add(
    Part("terms", Terms, leads("tournament")),
    Part("calls", Call, leads(f"table__{IN_TABLE}")),
    Part("claims", Claim, leads("tournament")),
    Part("rulings", Ruling, leads(CLAIM)),
    Part("appeals", Appeal, leads(f"ruling__{CLAIM}")),
    Part("votes", Vote, leads(f"appeal__ruling__{CLAIM}")),
)
