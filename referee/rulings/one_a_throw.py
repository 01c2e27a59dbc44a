"""One ruling in force for each recorded throw: whoever rules otherwise replaces the one that stands.

The database keeps it (`one_ruling_a_throw`) by the throw that each ruling names; here it is found, worded, filled in for what an
older version wrote, and compared.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.models import Game, LineKind
from games.recording.queries import latest_game
from referee.models import Claim, Ruling
from tournament.core.errors import Stale
from tournament.models import Table, Tournament


def ruling_on(game: Game, throw: int, *, but: Claim | None = None) -> Ruling | None:
    """The ruling in force about this throw; of several that an older version let stand the one signed last."""
    rulings = Ruling.objects.in_force().filter(claim__game=game, claim__throw=throw)
    if but:
        rulings = rulings.exclude(claim=but)
    return rulings.select_related("claim", "signed_by").order_by("-signed_at", "-pk").first()


def beside(ruling: Ruling) -> Ruling | None:
    """Another one in force about the same throw, from before this was refused."""
    claim = ruling.claim
    if claim.game is None or claim.throw is None or not ruling.is_in_force:
        return None
    return ruling_on(claim.game, claim.throw, but=claim)


def ruled_before(table: Table, about: str, incident: str) -> Ruling | None:
    """The ruling in force about the same thing that happened, with the same player, unless more was recorded since."""
    same = {"claim__table": table, "claim__verdict__incident": incident, "claim__verdict__about": about}
    standing = Ruling.objects.in_force().filter(**same).select_related("claim", "signed_by").order_by("-pk").first()
    game = latest_game(table) if standing else None
    if standing is None or (
        game and game.lines.filter(kind=LineKind.THROW, entered_at__gt=standing.signed_at).exists()
    ):
        return None
    return standing


def happened_already(ruling: Ruling) -> Stale:
    return Stale(
        "happened_before",
        _(
            "Ruling %(number)d is about this already (%(who)s, %(at)s). Whoever rules otherwise replaces that one; if it "
            "happened once more, say so."
        )
        % _told(ruling),
        ruling=ruling.claim.number,
        seen=ruling.number,
    )


def ruled_already(ruling: Ruling) -> Stale:
    return Stale(
        "ruled_already",
        _(
            "Throw %(throw)d is ruled already: ruling %(number)d, %(who)s, %(at)s. Whoever rules otherwise replaces that one."
        )
        % _told(ruling),
        ruling=ruling.claim.number,
        seen=ruling.number,
    )


def _told(ruling: Ruling) -> dict[str, Any]:
    """Which ruling it is, whose, and since when."""
    return {
        "throw": ruling.claim.throw,
        "number": ruling.claim.number,
        "who": ruling.signed_by.login if ruling.signed_by else "–",
        "at": date_format(localtime(ruling.signed_at), "H:i"),
    }


def throws_are_held(tournament: Tournament) -> bool:
    """Fill in which throw each ruling decides: a document does not say it, and one of an older version can have two in force
    about one throw. Then the one signed last has it."""
    taken = set()
    rulings = Ruling.objects.filter(claim__tournament=tournament, claim__throw__isnull=False)
    for ruling in rulings.exclude(claim__game=None).select_related("claim").order_by("-signed_at", "-pk"):
        about = (ruling.claim.game_id, ruling.claim.throw)
        if ruling.is_in_force and about in taken:
            continue
        if ruling.is_in_force:
            taken.add(about)
        Ruling.objects.filter(pk=ruling.pk).update(game=ruling.claim.game, throw=ruling.claim.throw)
    return True


def one_ruling_a_throw(tournament: Tournament) -> Iterator[str]:
    """No throw has two rulings in force."""
    holds: dict[tuple[int, int | None], int] = {}
    claims = Claim.objects.filter(tournament=tournament, rulings__in=Ruling.objects.in_force())
    about = claims.exclude(game=None).exclude(throw=None).order_by("number").values_list("number", "game_id", "throw")
    for number, game, throw in about:
        if (game, throw) in holds:
            yield f"throw {throw} has two rulings in force: {holds[game, throw]} and {number}; revoke one"
        holds[game, throw] = number
    for ruling in Ruling.objects.in_force().filter(claim__tournament=tournament).select_related("claim"):
        claim = ruling.claim
        is_right = (ruling.game_id, ruling.throw) == (claim.game_id, claim.throw if claim.game_id else None)
        if not is_right and not beside(ruling):
            yield f"ruling {claim.number} names another throw than its claim"
