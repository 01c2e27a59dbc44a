"""Who else has the page of a claim open at a table, and whether the throw has been ruled meanwhile.

Decides nothing and is no part of the log: a throw keeps one ruling whether anybody looked here or not.
"""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from games.recording.queries import latest_game
from referee.models import AtTable, Ruling
from referee.rulings.one_a_throw import ruling_on
from tournament.core import clock
from tournament.models import Account, Table

ASKED_EVERY = 15  # seconds, by an open page
GONE_AFTER = timedelta(seconds=4 * ASKED_EVERY)


@dataclass(frozen=True)
class Beside:
    """`others`: referees with a claim at this table open, and the throw it is about, as far as it is recorded."""

    ruled: Ruling | None
    others: tuple[tuple[str, int | None], ...]
    version: int  # of the tournament

    @property
    def fingerprint(self) -> str:
        """An open page that has it is not told the same again, so that nobody has it read out twice."""
        ruled = self.ruled and (self.ruled.claim.number, self.ruled.number)
        return hashlib.sha256(repr((ruled, self.others, self.version)).encode()).hexdigest()[:12]


def beside(table: Table, throw: int | None, account: Account | None) -> Beside:
    """Also notes that this referee is here."""
    if account is not None:
        here = AtTable(account=account, table=table, throw=throw, seen_at=clock.now())
        now = ("table", "throw", "seen_at")
        AtTable.objects.bulk_create([here], update_conflicts=True, unique_fields=["account"], update_fields=now)
    game = latest_game(table) if throw is not None else None
    ruled = ruling_on(game, throw) if game and throw is not None else None
    others = AtTable.objects.filter(table=table, seen_at__gte=clock.now() - GONE_AFTER).exclude(account=account)
    return Beside(
        ruled,
        tuple(others.order_by("account__login").values_list("account__login", "throw")),
        table.tournament.stream.seq,
    )


def is_gone(account: Account | None) -> None:
    """The claim is signed."""
    AtTable.objects.filter(account=account).delete()
