"""Seats changed by hand: in a draft, or in a published round as it was really played.

A table with a confirmed result is left alone: take the result back first, so that nobody's points move unseen.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament import steady
from tournament.actions.core import Write, action
from tournament.actions.entries import entry_in
from tournament.actions.rounds import round_in, saved, table_in
from tournament.errors import Refused
from tournament.models import Entry, Report, Round, Seat, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState, StageKind
from tournament.sitting import colours_for

OPEN = (RoundState.DRAFT, RoundState.PUBLISHED)


@action("seats.swapped", needs="rounds.draw")
def swap_seats(
    write: Write, tournament: Tournament, *, round_id: int, one: str, other: str, version: int | None = None
) -> Round:
    """Two players change seats."""
    found = round_in(write, tournament, round_id, version, *OPEN)
    first, second = (_seat_of(write, tournament, found, entry) for entry in (one, other))
    return _place(write, found, {first: second.entry, second: first.entry})


@action("seat.taken", needs="rounds.draw")
def take_seat(
    write: Write, tournament: Tournament, *, round_id: int, instead_of: str, entry_id: str, version: int | None = None
) -> Round:
    """Somebody who is there and has no seat plays in the place of another."""
    found = round_in(write, tournament, round_id, version, *OPEN)
    entry = entry_in(write, tournament, entry_id)
    if entry.state not in (EntryState.PRESENT, EntryState.ABSENT):
        raise Refused("not_present", _("Number %(number)d is not checked in.") % {"number": entry.number})
    if found.seats.filter(entry=entry).exists():
        raise Refused("already_seated", _("Number %(number)d has a seat already.") % {"number": entry.number})
    return _place(write, found, {_seat_of(write, tournament, found, instead_of): entry})


@action("seat.left", needs="rounds.draw", undoable=True)
def leave_seat(
    write: Write, tournament: Tournament, *, round_id: int, entry_id: str, version: int | None = None
) -> Round:
    """Somebody has not come: a table of four goes on as three, with the colours they have."""
    found = round_in(write, tournament, round_id, version, *OPEN)
    seat = _seat_of(write, tournament, found, entry_id)
    staying = [other for other in seat.table.seats.all() if other.pk != seat.pk]
    if len(staying) < 3:
        raise Refused("too_few", _("Fewer than three cannot play. Note that this player did not come."))
    _require_no_result([seat.table])
    seat.table.seats.all().delete()
    Seat.objects.bulk_create(_copy(other, other.entry, order) for order, other in enumerate(staying))
    return _changed(write, found, [seat.table], [seat.entry])


@action("seat.joined", needs="rounds.draw")
def join_table(
    write: Write, tournament: Tournament, *, table_id: str, entry_id: str, version: int | None = None
) -> Table:
    """A late comer makes a table of three one of four."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    entry = entry_in(write, tournament, entry_id)
    if entry.state != EntryState.PRESENT:
        raise Refused("not_present", _("Number %(number)d is not checked in.") % {"number": entry.number})
    if table.round.seats.filter(entry=entry).exists():
        raise Refused("already_seated", _("Number %(number)d has a seat already.") % {"number": entry.number})
    players = [seat.entry for seat in table.seats.select_related("entry")]
    if table.round.stage.kind == StageKind.TEAM_FINAL and not _lacks(table, players, entry):
        raise Refused("other_team", _("In a team final only somebody of the team that is missing can join this table."))
    if len(players) != 3:
        raise Refused("table_full", _("Four sit at this table already."))
    _require_no_result([table])
    table.seats.all().delete()
    colours = colours_for(table.board.kind, 4)
    Seat.objects.bulk_create(
        Seat(round=table.round, table=table, entry=player, colour=colours[order], order=order)
        for order, player in enumerate([*players, entry])
    )
    _changed(write, table.round, [table], [entry])
    return table


@action("seats.reseated", needs="results.confirm")
def reseat(
    write: Write, tournament: Tournament, *, table_id: str, order: Mapping[str, str], version: int | None = None
) -> Table:
    """They sat differently: by colour the players of this table, as they really sat."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    seats = {seat.colour: seat for seat in table.seats.select_related("entry", "table")}
    players = {seat.entry.public_id: seat.entry for seat in seats.values()}
    if order.keys() != seats.keys() or sorted(order.values()) != sorted(players):
        raise Refused("other_players", _("These are not the players of this table."))
    _place(write, table.round, {seat: players[order[colour]] for colour, seat in seats.items()})
    return Table.objects.get(pk=table.pk)


@action("colour.chosen", needs="rounds.draw")
def choose_colour(
    write: Write, tournament: Tournament, *, table_id: str, entry_id: str, colour: str, version: int | None = None
) -> Table:
    """In a final: in the order of the seeds everybody takes the colour they like of those still free."""
    table = table_in(write, tournament, table_id, version, *OPEN)
    seats = list(table.seats.select_related("entry", "table"))
    mine = next((seat for seat in seats if seat.entry.public_id == entry_id), None)
    wished = next((seat for seat in seats if seat.colour == colour), None)
    if mine is None or wished is None:
        raise Refused("no_such_seat", _("There is no such seat at this table."))
    turn = next_to_choose(seats)
    if turn is None or turn.pk != mine.pk:
        raise Refused("not_your_turn", _("Somebody with a better seed chooses first."))
    if wished.has_chosen:
        raise Refused("colour_taken", _("This colour is taken already."))
    _place(write, table.round, {mine: wished.entry, wished: mine.entry} if wished.pk != mine.pk else {mine: mine.entry})
    table.seats.filter(entry=mine.entry).update(has_chosen=True)
    write.log(colour=colour)
    return Table.objects.get(pk=table.pk)


def _lacks(table: Table, players: list[Entry], entry: Entry) -> bool:
    """One of this entry's team played at this table until somebody left."""
    teams = set(table.round.seats.values_list("entry__team", flat=True))
    return entry.team_id in teams - {player.team_id for player in players} - {None}


def next_to_choose(seats: list[Seat]) -> Seat | None:
    waiting = [seat for seat in seats if seat.seed is not None and not seat.has_chosen]
    return min(waiting, key=lambda seat: seat.seed or 0, default=None)


def _seat_of(write: Write, tournament: Tournament, found: Round, entry_id: str) -> Seat:
    entry = entry_in(write, tournament, entry_id)
    seat = found.seats.select_related("entry", "table").filter(entry=entry).first()
    if seat is None:
        raise Refused("not_seated", _("Number %(number)d has no seat in this round.") % {"number": entry.number})
    return seat


def _place(write: Write, found: Round, wanted: Mapping[Seat, Entry]) -> Round:
    """The seats anew, with other players; the seed goes with the player where the player had a seat."""
    tables = list({seat.table_id: seat.table for seat in wanted}.values())
    _require_no_result(tables)
    _require_same_teams(found, wanted)
    were = {seat.entry_id: seat for seat in wanted}
    Seat.objects.filter(pk__in=[seat.pk for seat in wanted]).delete()
    Seat.objects.bulk_create(_copy(seat, entry, seat.order, were.get(entry.pk, seat)) for seat, entry in wanted.items())
    return _changed(write, found, tables, [seat.entry for seat in wanted])


def _require_same_teams(found: Round, wanted: Mapping[Seat, Entry]) -> None:
    """In a team final every table keeps one of each team."""
    if found.stage.kind != StageKind.TEAM_FINAL:
        return
    for table in {seat.table_id for seat in wanted}:
        before, after = (
            sorted(str(entry.team_id) for entry in entries)
            for entries in zip(
                *((seat.entry, entry) for seat, entry in wanted.items() if seat.table_id == table), strict=True
            )
        )
        if before != after:
            raise Refused("other_team", _("In a team final only somebody of the same team can take this seat."))


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


def _changed(write: Write, found: Round, tables: list[Table], players: list[Entry]) -> Round:
    """Reports by colour spoke of others: they are set aside, not lost."""
    Report.objects.filter(table__in=tables, set_aside_at=None).update(set_aside_at=steady.now())
    for table in tables:
        table.version += 1
        table.save(update_fields=["version"])
    write.log(tables=sorted(table.number for table in tables), players=sorted(player.number for player in players))
    return saved(write, found)
