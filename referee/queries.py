"""What the referee's pages read: calls, tables, rulings with what became of them, a player's history."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import QuerySet

from games.models import Game
from games.queries import latest_game, throwers_from
from games.recording import Entered, sheet
from referee.books import offences_of
from referee.models import Appeal, Board, Call, Claim, Measure, Ruling
from tournament import steady
from tournament.models import Entry, Table, Tournament
from tournament.models.stages import RoundState
from tournament.names import entry_name

MOST_LINES = 300


@dataclass(frozen=True)
class RulingLine:
    """A claim in a list, with the ruling that counts (or counted last)."""

    number: int
    table: int
    round: int
    against: str
    against_id: str
    colour: str
    verdict: dict[str, Any]
    facts: dict[str, Any]
    title: str
    measure: str
    points: int
    signed_by: str
    signed_at: datetime
    state: str  # counts, revoked
    appeal: str  # "", open, upheld, rejected


def open_calls(tournament: Tournament) -> list[Call]:
    calls = Call.objects.filter(table__round__stage__tournament=tournament, done_at=None)
    return list(calls.select_related("table__round", "taken_by"))


def open_tables(tournament: Tournament) -> list[Table]:
    """Of the rounds that are being played."""
    tables = Table.objects.of(tournament).filter(round__state=RoundState.PUBLISHED).select_related("round__stage")
    return list(tables.order_by("round__stage__position", "round__number", "number"))


def ruling_lines(
    tournament: Tournament, language: str, *, full: bool, entry: Entry | None = None, table: int | None = None
) -> list[RulingLine]:
    """The latest first."""
    claims = Claim.objects.filter(tournament=tournament)
    if entry:
        claims = claims.filter(against=entry)
    if table is not None:
        claims = claims.filter(table__number=table)
    return _lines(_with_all(claims)[:MOST_LINES], tournament, language, full=full)


def _with_all(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    return claims.select_related("against__person", "table__round").prefetch_related(
        "rulings__signed_by", "rulings__appeal__votes"
    )


def _lines(claims: Iterable[Claim], tournament: Tournament, language: str, *, full: bool) -> list[RulingLine]:
    names = {one["code"]: one[f"title_{language}"] for one in offences_of(tournament.club, all_of_them=True)}
    return [_line(claim, names, language, full=full) for claim in claims]


def _line(claim: Claim, offences: dict[str, str], language: str, *, full: bool) -> RulingLine:
    ruling = claim.rulings.all()[0]
    verdict = claim.verdict.get("title", {}).get(language, "")
    return RulingLine(
        number=claim.number,
        table=claim.table.number,
        round=claim.table.round.number,
        against=entry_name(claim.against, full=full),
        against_id=claim.against.public_id,
        colour=claim.colour,
        verdict=claim.verdict,
        facts=claim.facts,
        title=offences.get(ruling.offence) or verdict,
        measure=ruling.measure,
        points=ruling.points,
        signed_by=ruling.signed_by.login if ruling.signed_by else "",
        signed_at=ruling.signed_at,
        state="revoked" if ruling.revoked_at else "counts",
        appeal=appeal_state(ruling),
    )


def appeal_state(ruling: Ruling) -> str:
    appeal: Appeal | None = getattr(ruling, "appeal", None)
    if appeal is None:
        return ""
    return {None: "open", True: "upheld", False: "rejected"}[appeal.is_upheld]


def may_be_appealed(ruling: Ruling) -> bool:
    return ruling.is_in_force and not appeal_state(ruling) and steady.now() <= ruling.appeal_until


def open_appeals(tournament: Tournament) -> list[Appeal]:
    appeals = Appeal.objects.filter(ruling__claim__tournament=tournament, is_upheld=None)
    return list(appeals.select_related("ruling__claim__table", "entry__person").order_by("pk"))


def rulings_about(entry: Entry) -> list[Claim]:
    """Against somebody, or made because of what they claimed."""
    claims = Claim.objects.filter(against=entry) | Claim.objects.filter(by=entry)
    return list(_with_all(claims.distinct()))


def appeal_until(entry_id: str) -> datetime | None:
    """Until when somebody can still appeal against what was ruled about them; None if there is nothing to appeal against."""
    rulings = _given().filter(claim__against__public_id=entry_id, appeal=None, appeal_until__gte=steady.now())
    return rulings.values_list("appeal_until", flat=True).order_by("appeal_until").last()


def weight_so_far(entry: Entry) -> list[tuple[str, int]]:
    """How often somebody got which measure in this tournament; what counts only."""
    return _weighed(_given().filter(claim__against=entry).values_list("measure", flat=True))


def weights_at(table: Table) -> dict[str, str]:
    """The same in a word, by the public id of everybody at a table who got any."""
    given: dict[str, list[str]] = {}
    rulings = _given().filter(claim__against__seats__table=table)
    for who, measure in rulings.values_list("claim__against__public_id", "measure"):
        given.setdefault(who, []).append(measure)
    return {who: ", ".join(f"{n} × {label}" for label, n in _weighed(got)) for who, got in given.items()}


def _given() -> QuerySet[Ruling]:
    return Ruling.objects.filter(superseded_at=None, revoked_at=None)


def _weighed(given: Iterable[str]) -> list[tuple[str, int]]:
    got = list(given)
    return [(str(measure.label), got.count(measure)) for measure in Measure if measure in got]


# What a ruling did to the record of a game


def games_of(claim: Claim) -> list[Game]:
    """Whose records it may have changed: the claimed throw's, and the last one at the table (an exclusion)."""
    found = [game for game in (claim.game, latest_game(claim.table)) if game]
    return list({game.pk: game for game in found}.values())


def lines_on_top(game: Game, claim: Claim) -> list[Entered]:
    """What the ruling added to it, if nothing else was recorded since."""
    return list(takewhile(lambda line: line.ruling == claim.number, sheet(game).to_take_back))


def thrown_since(game: Game | None, throw: int | None) -> int:
    """How many throws of the record come after that one: a ruling about how it stood then takes them back."""
    return max(0, len(throwers_from(game, throw)) - 1) if game and throw is not None else 0


def if_revoked(claim: Claim) -> str:
    """What becomes of the record if the ruling is revoked: back, stays (more was recorded since), or empty: not set by it."""
    stacks = [sheet(game).to_take_back for game in games_of(claim)]
    if any(stack and stack[0].ruling == claim.number for stack in stacks):
        return "back"
    return "stays" if any(line.ruling == claim.number for stack in stacks for line in stack) else ""


BOARDS = [(board.value, board.label) for board in Board]
