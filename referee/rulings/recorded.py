"""Apply a ruling to the record of the game, and undo that: set the position, remove an excluded player's pieces."""

from datetime import datetime
from typing import NamedTuple

from games.engine.rules.notation import COLOURS
from games.models import Game, LineKind
from games.recording.actions import add_line
from games.recording.game import Sheet, sheet
from games.recording.queries import latest_game, throw_at
from games.recording.verdicts import Ruled
from referee.judging.left_out import text_without
from referee.models import Board, Claim, Measure, Ruling
from referee.rulings.as_recorded import BY_HAND
from referee.rulings.queries import games_of, lines_on_top
from tournament.core.action import Write
from tournament.models import Table
from tournament.models.events import EntryState


class Standing(NamedTuple):
    """What a ruling says of a recorded throw: its number, whether the engine judged it, what stands; `is_left`: play went on
    since, and nothing is taken back."""

    throw: int | None
    is_judged: bool
    board: str
    position: str
    is_left: bool = False
    out: tuple[str, ...] = ()


def put_right(write: Write, ruling: Ruling) -> None:
    """Set the ruled position from the claimed throw on; then remove an excluded player's pieces."""
    claim, own = ruling.claim, {"by": write.by, "ruling": ruling.claim.number}
    if claim.game:
        is_left = "now" in ruling.found
        stands = Standing(
            claim.throw, bool(ruling.judged), ruling.board, ruling.position, is_left, tuple(ruling.found.get("out", ()))
        )
        set_in_record(write, claim.game, stands, claim.number)
    game, colour = latest_game(claim.table), claim.colour
    if ruling.measure == Measure.EXCLUSION and game and colour in playing(game):
        add_line(game, kind=LineKind.EXCLUDED, colour=colour, **own)
    elif game and (position := _turn_passed_on(ruling, game)):
        add_line(game, kind=LineKind.RULED, position=position, **own)


def _turn_passed_on(ruling: Ruling, game: Game) -> str:
    """The same pieces with the next player to throw, where that is what was found about something that happened (a throw after a
    6 that is lost); else empty."""
    following, now = ruling.found.get("next"), to_throw(ruling.claim.table)
    if ruling.judged or ruling.board != Board.VERDICT or not now or following in (None, "", now):
        return ""
    if ruling.found.get(BY_HAND):
        return ""
    recorded = sheet(game)
    after = recorded.rules.pass_on(recorded.position)
    return recorded.rules.write(after) if recorded.rules.view(after).to_move == following else ""


def set_in_record(write: Write, game: Game, stands: Standing, ruling: int) -> None:
    """Go back to the throw, and set the position that stands. `ruling`: the number of the one that says so."""
    if stands.throw not in (recorded := sheet(game)).numbers:
        return
    since = [number for number in recorded.numbers if number > stands.throw]
    if position := _position_to_set(stands, recorded, since):
        if since:
            add_line(game, by=write.by, kind=LineKind.BACK, number=since[0], ruling=ruling)
        add_line(game, by=write.by, kind=LineKind.RULED, position=position, ruling=ruling)


def _position_to_set(stands: Standing, recorded: Sheet, since: list[int]) -> str:
    """Empty where the record has the ruled position already, or where play went on and stands. A throw out of turn leaves
    the pieces as they were."""
    if not stands.is_judged and stands.board == Board.AS_IS:
        return ""
    if not stands.is_judged:
        throw = throw_at(recorded.game, stands.throw)
        return throw.before if throw and throw.is_out_of_turn and not since else ""
    if not stands.position or stands.is_left or (since and stands.board == Board.AS_IS):
        return ""
    then = recorded.upto(recorded.throw(since[0]).seq - 1) if since else recorded
    is_so = not then.replay.stopped and _is(then, stands.position, stands.out)
    return "" if is_so else stands.position


def _is(then: Sheet, position: str, out: tuple[str, ...]) -> bool:
    """Whether it stood so, but for players who are out by now."""
    return text_without(then.rules, then.rules.write(then.position), out) == position


def as_it_runs(game: Game | None, throw: int | None) -> tuple[str, str]:
    """Where more was thrown since: the position of the record now, and the one right after that throw. Else empty."""
    recorded = sheet(game) if game else None
    if recorded is None or throw not in recorded.numbers or throw == recorded.numbers[-1] or recorded.replay.stopped:
        return "", ""
    following = next(number for number in recorded.numbers if number > throw)
    then = recorded.upto(recorded.throw(following).seq - 1)
    rules, out = recorded.rules, () if game is None or game.free else excluded_at(game.at_table)
    after = "" if then.replay.stopped else text_without(rules, rules.write(then.position), out)
    return rules.write(recorded.position), after


def put_back(write: Write, claim: Claim) -> None:
    """Return the record to before the ruling, unless something else was recorded since."""
    for game in games_of(claim):
        for _line in lines_on_top(game, claim):
            add_line(game, by=write.by, kind=LineKind.BACK, ruling=claim.number)


def excluded_at(table: Table) -> tuple[str, ...]:
    """The colours of those at a table who are out of the tournament."""
    out = table.seats.filter(entry__state=EntryState.EXCLUDED).values_list("colour", flat=True)
    return tuple(sorted(out, key=COLOURS.index))


def in_play(table: Table) -> tuple[str, ...]:
    """The colours of a table clockwise, without those that were excluded."""
    seats = table.seats.exclude(entry__state=EntryState.EXCLUDED).values_list("colour", flat=True)
    game = latest_game(table)
    out = sheet(game).out_now if game else frozenset()
    return tuple(sorted(set(seats) - out, key=COLOURS.index))


def to_throw(table: Table, at: datetime | None = None) -> str:
    """Who is to throw by the record, now or `at` a time; empty where none is running, or where a throw in it has to be settled
    first."""
    return mover_of(_running(table, at))


def mover_of(recorded: Sheet | None) -> str:
    if recorded is None or not recorded.opening.begins or recorded.is_over:
        return ""
    mover, stopped = recorded.rules.view(recorded.position).to_move, recorded.replay.stopped
    if stopped and recorded.throw(stopped.number).colour == mover:
        return ""
    return mover


def _running(table: Table, at: datetime | None) -> Sheet | None:
    if at is None:
        return sheet(game) if (game := latest_game(table)) else None
    game = table.games.filter(opened_at__lte=at).last()
    line = game.lines.filter(entered_at__lte=at).order_by("seq").last() if game else None
    return sheet(game).upto(line.seq) if game and line else None


class ByRecord(NamedTuple):
    """What the judge is told of a record that is running; all empty where `to_throw` is."""

    to_throw: str
    threw: str  # who threw last, and what: Y6
    recorded: str  # the position


def by_record(table: Table) -> ByRecord:
    recorded, now = _running(table, None), to_throw(table)
    if recorded is None or not now:
        return ByRecord("", "", "")
    last = recorded.throw(recorded.numbers[-1]) if recorded.numbers else None
    return ByRecord(now, f"{last.colour}{last.roll}" if last else "", recorded.rules.write(recorded.position))


def playing(game: Game) -> tuple[str, ...]:
    """The colours that still have pieces in a record under way."""
    recorded = sheet(game)
    return () if recorded.is_over else recorded.rules.players_of(recorded.position)


def ruled(game: Game) -> Ruled:
    """What was ruled about a record, for its pages and for whoever takes something back there."""
    if game.free is not None:
        free = game.free_rulings.all()
        standing = {
            one.throw: (one.number, one.is_in_time) for one in free if one.revoked_at is None and one.throw is not None
        }
        return Ruled(frozenset(one.number for one in free if one.revoked_at), standing)
    claims = Claim.objects.filter(tournament=game.at_table.round.stage.tournament, table=game.at_table)
    counts = {one.claim_id for one in Ruling.objects.in_force().filter(claim__in=claims)}
    over = frozenset(one.number for one in claims if one.pk not in counts)
    about = [one for one in claims if one.pk in counts and one.game_id == game.pk]
    return Ruled(over, {one.throw: (one.number, one.is_in_time) for one in about if one.throw is not None})


def out_already(table: Table) -> dict[str, int]:
    """The colours of players who were excluded before a record began, each with the ruling of this table that did it, or 0."""
    seats = table.seats.filter(entry__state=EntryState.EXCLUDED).select_related("entry")
    rulings = Ruling.objects.in_force().filter(claim__table=table, measure=Measure.EXCLUSION)
    by = dict(rulings.values_list("claim__against", "claim__number"))
    return {seat.colour: by.get(seat.entry_id, 0) for seat in seats}
