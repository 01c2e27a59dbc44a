"""Changes seats by hand: in a draft, or in a published round to match how it was really played.

A table with a confirmed result is refused: take the result back first, so that no points change unnoticed.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import ALREADY_SEATED, NO_SUCH_SEAT, NOT_PRESENT, OTHER_TEAM, SEAT_OF_OTHER_TEAM
from tournament.draw.colours import colours_for
from tournament.entries.actions import entry_in
from tournament.models import Entry, Report, Round, Seat, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState, StageKind
from tournament.rounds.actions import round_in, saved, table_in

OPEN = (RoundState.DRAFT, RoundState.PUBLISHED)


@action("seats.swapped", needs="rounds.draw", undoable=True, answers=("round", "version"))
def swap_seats(
    write: Write, tournament: Tournament, *, round_id: int, one: str, other: str, version: int | None = None
) -> Round:
    """Two players change seats."""
    round_ = round_in(write, tournament, round_id, version, *OPEN)
    first, second = (_seat_of(write, tournament, round_, entry) for entry in (one, other))
    return _replace_players(write, round_, {first: second.entry, second: first.entry})


@action("seat.taken", needs="rounds.draw", undoable=True, answers=("round", "version"))
def take_seat(
    write: Write, tournament: Tournament, *, round_id: int, instead_of: str, entry_id: str, version: int | None = None
) -> Round:
    """Somebody who is there and has no seat plays in the place of another."""
    round_ = round_in(write, tournament, round_id, version, *OPEN)
    entry = entry_in(write, tournament, entry_id)
    if entry.state not in (EntryState.PRESENT, EntryState.ABSENT):
        raise NOT_PRESENT({"number": entry.number})
    if round_.seats.filter(entry=entry).exists():
        raise ALREADY_SEATED({"number": entry.number})
    return _replace_players(write, round_, {_seat_of(write, tournament, round_, instead_of): entry})


@action("seat.left", needs="rounds.draw", undoable=True, answers=("round", "version"))
def leave_seat(
    write: Write, tournament: Tournament, *, round_id: int, entry_id: str, version: int | None = None
) -> Round:
    """Somebody has not come: a table of four goes on as three, with the colours they have."""
    round_ = round_in(write, tournament, round_id, version, *OPEN)
    seat = _seat_of(write, tournament, round_, entry_id)
    staying = [other for other in seat.table.seats.all() if other.pk != seat.pk]
    if len(staying) < 3:
        raise Refused("too_few", _("Fewer than three cannot play. Note that this player did not come."))
    _require_no_result([seat.table])
    seat.table.seats.all().delete()
    Seat.objects.bulk_create(_copy(other, other.entry, order) for order, other in enumerate(staying))
    return _save_changes(write, round_, [seat.table], [seat.entry])


@action("seat.joined", needs="rounds.draw", undoable=True, answers=("round", "version"))
def join_table(
    write: Write, tournament: Tournament, *, table_id: str, entry_id: str, version: int | None = None
) -> Table:
    """A late comer makes a table of three one of four."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    entry = entry_in(write, tournament, entry_id)
    if entry.state != EntryState.PRESENT:
        raise NOT_PRESENT({"number": entry.number})
    if table.round.seats.filter(entry=entry).exists():
        raise ALREADY_SEATED({"number": entry.number})
    players = [seat.entry for seat in table.seats.select_related("entry")]
    if table.round.stage.kind == StageKind.TEAM_FINAL and not _lacks(table, players, entry):
        raise OTHER_TEAM()
    if len(players) != 3:
        raise Refused("table_full", _("Four sit at this table already."))
    _require_no_result([table])
    table.seats.all().delete()
    colours = colours_for(table.board.kind, 4)
    Seat.objects.bulk_create(
        Seat(round=table.round, table=table, entry=player, colour=colours[order], order=order)
        for order, player in enumerate([*players, entry])
    )
    _save_changes(write, table.round, [table], [entry])
    return table


@action("seats.reseated", needs="results.confirm", undoable=True, answers=("round", "version"))
def reseat(
    write: Write, tournament: Tournament, *, table_id: str, order: Mapping[str, str], version: int | None = None
) -> Table:
    """They sat differently: by colour the players of this table, as they really sat."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    seats = {seat.colour: seat for seat in table.seats.select_related("entry", "table")}
    players = {seat.entry.public_id: seat.entry for seat in seats.values()}
    if order.keys() != seats.keys() or sorted(order.values()) != sorted(players):
        raise Refused("other_players", _("These are not the players of this table."))
    _replace_players(write, table.round, {seat: players[order[colour]] for colour, seat in seats.items()})
    return Table.objects.get(pk=table.pk)


@action("colour.chosen", needs="rounds.draw", undoable=True, answers=("round", "version"))
def choose_colour(
    write: Write, tournament: Tournament, *, table_id: str, entry_id: str, colour: str, version: int | None = None
) -> Table:
    """In a final: in the order of the seeds everybody takes the colour they like of those still free."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    seats = list(table.seats.select_related("entry", "table"))
    mine = next((seat for seat in seats if seat.entry.public_id == entry_id), None)
    wished = next((seat for seat in seats if seat.colour == colour), None)
    if mine is None or wished is None:
        raise NO_SUCH_SEAT()
    turn = next_to_choose(seats)
    if turn is None or turn.pk != mine.pk:
        raise Refused("not_your_turn", _("Somebody with a better seed chooses first."))
    if wished.has_chosen:
        raise Refused("colour_taken", _("This colour is taken already."))
    _replace_players(
        write, table.round, {mine: wished.entry, wished: mine.entry} if wished.pk != mine.pk else {mine: mine.entry}
    )
    table.seats.filter(entry=mine.entry).update(has_chosen=True)
    write.log(colour=colour)
    return Table.objects.get(pk=table.pk)


def _lacks(table: Table, players: list[Entry], entry: Entry) -> bool:
    """Whether the table has nobody of this entry's team, because their player left it."""
    teams = set(table.round.seats.values_list("entry__team", flat=True))
    return entry.team_id in teams - {player.team_id for player in players} - {None}


def next_to_choose(seats: list[Seat]) -> Seat | None:
    waiting = [seat for seat in seats if seat.seed is not None and not seat.has_chosen]
    return min(waiting, key=lambda seat: seat.seed or 0, default=None)


def _seat_of(write: Write, tournament: Tournament, round_: Round, entry_id: str) -> Seat:
    entry = entry_in(write, tournament, entry_id)
    seat = round_.seats.select_related("entry", "table").filter(entry=entry).first()
    if seat is None:
        raise Refused("not_seated", _("Number %(number)d has no seat in this round.") % {"number": entry.number})
    return seat


def _replace_players(write: Write, round_: Round, by_seat: Mapping[Seat, Entry]) -> Round:
    """Replace the players of these seats; players who had one of the seats keep their seed."""
    tables = list({seat.table_id: seat.table for seat in by_seat}.values())
    _require_no_result(tables)
    _require_same_teams(round_, by_seat)
    were = {seat.entry_id: seat for seat in by_seat}
    Seat.objects.filter(pk__in=[seat.pk for seat in by_seat]).delete()
    Seat.objects.bulk_create(
        _copy(seat, entry, seat.order, were.get(entry.pk, seat)) for seat, entry in by_seat.items()
    )
    return _save_changes(write, round_, tables, [seat.entry for seat in by_seat])


def _require_same_teams(round_: Round, by_seat: Mapping[Seat, Entry]) -> None:
    """In a team final every table keeps the same teams."""
    if round_.stage.kind != StageKind.TEAM_FINAL:
        return
    for table in {seat.table_id for seat in by_seat}:
        before, after = (
            sorted(str(entry.team_id) for entry in entries)
            for entries in zip(
                *((seat.entry, entry) for seat, entry in by_seat.items() if seat.table_id == table), strict=True
            )
        )
        if before != after:
            raise SEAT_OF_OTHER_TEAM()


def _copy(seat: Seat, entry: Entry, order: int, was: Seat | None = None) -> Seat:
    was = was or seat
    return Seat(
        round_id=seat.round_id,
        table_id=seat.table_id,
        entry=entry,
        colour=seat.colour,
        order=order,
        seed=was.seed,
        has_chosen=was.has_chosen,
    )


def _require_no_result(tables: list[Table]) -> None:
    done = list(
        Table.objects.filter(pk__in=[table.pk for table in tables]).confirmed().values_list("number", flat=True)
    )
    if done:
        raise Refused(
            "has_result",
            _("Table %(table)d has its result already: take it back first.") % {"table": done[0]},
            tables=done,
        )


def _save_changes(write: Write, round_: Round, tables: list[Table], players: list[Entry]) -> Round:
    """Set the reports of these tables aside: they are by colour, and other players sat there."""
    Report.objects.filter(table__in=tables, set_aside_at=None).update(set_aside_at=clock.now())
    for table in tables:
        table.version += 1
        table.save(update_fields=["version"])
    write.log(tables=sorted(table.number for table in tables), players=sorted(player.number for player in players))
    return saved(write, round_)
