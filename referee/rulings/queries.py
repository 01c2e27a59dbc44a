"""Queries of the referee's pages: calls, tables, rulings with their appeals, a player's history."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.models import Game
from games.recording.game import Entered, sheet
from games.recording.queries import latest_game, throwers_from
from referee.judging import effect
from referee.models import Appeal, Board, Call, Claim, Measure, Ruling
from referee.offences.catalogue import offences_of, title_of
from referee.rulings.force import force_of
from referee.rulings.under_appeal import appeal_state
from tournament.core import clock
from tournament.core.languages import best_of
from tournament.models import Account, Entry, LogEntry, Table, Tournament
from tournament.models.stages import RoundState
from tournament.people.names import entry_name

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
    gets: str  # in words, and whether it was taken back
    signed_by: str
    signed_at: datetime
    state: str  # counts, revoked
    appeal: str  # "", open, upheld, rejected


def open_calls(tournament: Tournament) -> list[Call]:
    calls = Call.objects.filter(table__round__stage__tournament=tournament, done_at=None)
    return list(calls.select_related("table__round", "taken_by"))


def waiting_calls(tournament: Tournament) -> int:
    """How many tables wait for a referee."""
    return Call.objects.filter(table__round__stage__tournament=tournament, done_at=None).count()


def open_tables(tournament: Tournament) -> list[Table]:
    """The tables of the rounds that are being played."""
    tables = Table.objects.of(tournament).filter(round__state=RoundState.PUBLISHED).select_related("round__stage")
    return list(tables.order_by("round__stage__position", "round__number", "number"))


@dataclass(frozen=True)
class Recording:
    """A game that is being recorded, and who entered something last."""

    game: str
    table: int
    by: str
    at: datetime | None


def recordings(tournament: Tournament) -> list[Recording]:
    """The latest game of each table in play, if somebody records it."""
    newest = LogEntry.objects.filter(stream=OuterRef("stream")).order_by("-seq")
    games = Game.objects.filter(table__round__stage__tournament=tournament, table__round__state=RoundState.PUBLISHED)
    latest = {
        game.table_id: game
        for game in games.filter(version__gt=0)
        .select_related("table")
        .annotate(last_by=Subquery(newest.values("actor")[:1]), last_at=Subquery(newest.values("recorded_at")[:1]))
        .order_by("pk")
    }
    accounts = Account.objects.filter(public_id__in={game.last_by for game in latest.values()})
    names = dict(accounts.values_list("public_id", "login"))
    found = [
        Recording(game.public_id, game.at_table.number, names.get(game.last_by, ""), game.last_at)
        for game in latest.values()
    ]
    return sorted(found, key=lambda one: one.table)


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


def every_claim_is_ruled(tournament: Tournament) -> bool:
    """All pages of claims rely on this: a claim is created together with its first ruling."""
    return not Claim.objects.filter(tournament=tournament, rulings=None).exists()


def _with_all(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    return claims.select_related("against__person", "table__round").prefetch_related(
        "rulings__signed_by", "rulings__penalty", "rulings__appeal__votes", "rulings__appeal__entry__person"
    )


def _lines(claims: Iterable[Claim], tournament: Tournament, language: str, *, full: bool) -> list[RulingLine]:
    names = {one["code"]: title_of(one, language) for one in offences_of(tournament.club, all_of_them=True)}
    return [_line(claim, names, language, full=full) for claim in claims]


def _line(claim: Claim, offences: dict[str, str], language: str, *, full: bool) -> RulingLine:
    ruling = claim.rulings.all()[0]
    judged = ruling.judged
    said = effect.in_words(judged, ruling.found, ruling.board, ruling.position) if judged else ruling.found
    verdict = best_of(said.get("title", {}), language)
    return RulingLine(
        number=claim.number,
        table=claim.table.number,
        round=claim.table.round.number,
        against=entry_name(claim.against, full=full),
        against_id=claim.against.public_id,
        colour=claim.colour,
        verdict=ruling.found,
        facts=judged,
        title=verdict if ruling.found.get("incident") else offences.get(ruling.offence) or verdict,
        measure=ruling.measure,
        points=ruling.points,
        gets=force_of(ruling).gets,
        signed_by=ruling.signed_by.login if ruling.signed_by else "",
        signed_at=ruling.signed_at,
        state="revoked" if ruling.revoked_at else "counts",
        appeal=appeal_state(ruling),
    )


def may_be_appealed(ruling: Ruling) -> bool:
    return ruling.is_in_force and not appeal_state(ruling) and clock.now() <= ruling.appeal_until


def open_appeals(tournament: Tournament) -> list[Appeal]:
    appeals = Appeal.objects.filter(ruling__in=Ruling.objects.in_force(), is_upheld=None)
    appeals = appeals.filter(ruling__claim__tournament=tournament)
    return list(appeals.select_related("ruling__claim__table", "entry__person").order_by("pk"))


def concerned(claim: Claim) -> QuerySet[Entry]:
    """Whom a ruling concerns, and who can appeal: everybody at the table, whom it is against and who made the claim."""
    return Entry.objects.filter(
        Q(seats__table=claim.table_id) | Q(pk__in=(claim.against_id, claim.by_id)), tournament=claim.tournament_id
    ).distinct()


def rulings_about(entry: Entry) -> list[Claim]:
    """Claims at the tables where a player sits or sat, against them or made by them."""
    claims = Claim.objects.filter(
        Q(table__seats__entry=entry) | Q(against=entry) | Q(by=entry), tournament=entry.tournament
    )
    return list(_with_all(claims.distinct()))


@dataclass(frozen=True)
class Appealable:
    until: datetime
    is_own: bool  # ruled about themselves, not only at their table


def appealable(entry_id: str) -> Appealable | None:
    """Until when somebody can still appeal against a ruling about them or at their table; None if there is none."""
    own, at_table = Q(claim__against__public_id=entry_id), Q(claim__table__seats__entry__public_id=entry_id)
    rulings = Ruling.objects.in_force().filter(own | at_table, appeal=None, appeal_until__gte=clock.now())
    found = rulings.order_by("appeal_until").values_list("appeal_until", "claim__against__public_id").last()
    return Appealable(found[0], found[1] == entry_id) if found else None


def weight_so_far(entry: Entry) -> list[tuple[str, int]]:
    """How often a player got which measure in this tournament, counting rulings in force only."""
    return _counted(_against_players().filter(claim__against=entry).values_list("measure", flat=True))


def _against_players() -> QuerySet[Ruling]:
    """Not those about somebody without a seat, which only concern a player."""
    outside = Q(claim__verdict__is_outsider=True)
    inside = Ruling.objects.in_force().filter(~outside | Q(claim__verdict__is_outsider__isnull=True))
    return inside.exclude(measure=Measure.POINTS, penalty__revoked_at__isnull=False)


def weights_at(table: Table) -> dict[str, str]:
    """The same as text, by public id, for everybody at a table who got any."""
    given: dict[str, list[str]] = {}
    rulings = _against_players().filter(claim__against__seats__table=table)
    for who, measure in rulings.values_list("claim__against__public_id", "measure"):
        given.setdefault(who, []).append(measure)
    return {who: ", ".join(f"{n} × {label}" for label, n in _counted(got)) for who, got in given.items()}


def _counted(given: Iterable[str]) -> list[tuple[str, int]]:
    got = list(given)
    return [(str(measure.label), got.count(measure)) for measure in Measure if measure in got]


# What was said at the table when the ruling was shown


def sides_of(claim: Claim) -> tuple[str, ...]:
    """Whom the ruling concerns: the player it is against, and the one who claimed, if that was a player."""
    return ("against", "by") if claim.by_id else ("against",)


def heard(claim: Claim, ruling: Ruling) -> list[dict[str, Any]]:
    """The two sides with what they said, in the order in which they stand on the card."""
    people = {"against": claim.against, "by": claim.by}
    return [_side(side, people[side], ruling) for side in sides_of(claim)]


def _side(side: str, entry: Any, ruling: Ruling) -> dict[str, Any]:
    answer = ruling.heard.get(side) or {}
    at = datetime.fromisoformat(answer["at"]) if answer else None
    return {"side": side, "name": entry_name(entry, full=True), "accepts": answer.get("accepts"), "at": at}


# What a ruling did to the record of a game


def games_of(claim: Claim) -> list[Game]:
    """The games whose records a ruling may have changed: that of the claimed throw, and the table's latest (exclusion)."""
    games = [game for game in (claim.game, latest_game(claim.table)) if game]
    return list({game.pk: game for game in games}.values())


def lines_on_top(game: Game, claim: Claim) -> list[Entered]:
    """The lines that the ruling added to the record; none if something else was recorded since."""
    return list(takewhile(lambda line: line.ruling == claim.number, sheet(game).to_take_back))


def thrown_since(game: Game | None, throw: int | None) -> int:
    """How many recorded throws follow that one: a ruling on the position at that time takes them back."""
    return max(0, len(throwers_from(game, throw)) - 1) if game and throw is not None else 0


def if_revoked(claim: Claim) -> str:
    """What revoking the ruling does to the record: back, stays (more was recorded since), or empty (it changed nothing)."""
    stacks = [sheet(game).to_take_back for game in games_of(claim)]
    if any(stack and stack[0].ruling == claim.number for stack in stacks):
        return "back"
    return "stays" if any(line.ruling == claim.number for stack in stacks for line in stack) else ""


BOARDS = [(board.value, board.label) for board in Board]
