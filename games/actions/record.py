"""Recording a game: opening its record, and every line that is added to it.

What was done at the table is kept as it happened, permitted or not. Refused is only what makes no line at all: a throw for a
colour that is not at this table, a move that no piece could have made, an entry made on an older state of the game.
"""

from collections.abc import Callable

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.chances import order_chances
from games.models import Game, Line, LineKind
from games.record_reader import FIELD, ROUTE, STEP
from games.recording import Entered, Sheet, clockwise, read_roll, sheet
from games.rules import registry
from games.rules.contract import NOTHING
from games.rules.errors import GameError
from tournament.actions.core import Write, action
from tournament.actions.results import report_result
from tournament.actions.rounds import table_in
from tournament.actors import Actor
from tournament.errors import Refused, Stale
from tournament.models import Stream, Table, Tournament
from tournament.models.results import ReportSource

MOST_LINES = 3000  # ten times a long game


def refusal(error: GameError) -> Refused:
    return Refused(error.code, error.sentence("en" if get_language() == "en" else "de"), **error.data)


@action("game.opened", needs="games.record")
def open_game(write: Write, tournament: Tournament, *, table_id: str) -> Game:
    """The record of a table, empty; by the rules of its stage, with the colours that sit there."""
    table = table_in(write, tournament, table_id, None)
    stage = table.round.stage
    colours = clockwise(table.seats.values_list("colour", flat=True))
    try:
        rules = registry.rules(stage.rules, stage.options)
        board = table.board.kind if table.board.kind in rules.boards else rules.boards[0]
        rules.start(colours=colours, board=board)
    except GameError as error:
        raise refusal(error) from error
    game = Game.objects.create(
        table=table,
        stream=Stream.objects.create(),
        rules=stage.rules,
        options=stage.options,
        colours=colours,
        board=board,
    )
    write.log(**table.in_log, game=game.public_id)
    write.answer(game=game.public_id)
    return game


@action("game.line_added", needs="games.record")
def add_line(
    write: Write,
    game: Game,
    *,
    kind: str,
    seen: int | None = None,
    number: int | None = None,
    colour: str = "",
    roll: str = "",
    played: str = "",
    touched: str = "",
    position: str = "",
    ruling: int = 0,
) -> Line:
    """`seen`: the version of the game that the entry was made on. Of a throw, a missing colour is whose turn it is.
    `ruling`: the number of the one that this follows from."""
    game.refresh_from_db(fields=["version"])
    if seen is not None and seen != game.version:
        raise Stale("game_changed", _("Somebody else entered something in the meantime."), now=game.version, then=seen)
    before = sheet(game)
    if len(before.lines) >= MOST_LINES:
        raise Refused("record_full", _("This record is full."))
    made = Line(game=game, kind=kind, number=number, colour=colour, played=played, touched=touched, position=position)
    made.roll, made.ruling = roll, ruling
    if kind not in _CHECKS:
        raise Refused("kind", _("There is no such entry."))
    try:
        _CHECKS[kind](before, made)
    except GameError as error:
        raise refusal(error) from error
    game.version += 1
    made.seq = game.version
    made.save()
    game.save(update_fields=["version"])
    write.log(**as_logged(made))
    write.answer(seq=made.seq)
    if made.kind != LineKind.OPENING:
        order_chances(game, by=write.by)
    return made


def as_logged(line: Line | Entered) -> dict[str, object]:
    """What the log keeps of a line: all that is said in it."""
    said = {
        name: getattr(line, name) for name in ("number", "colour", "roll", "played", "touched", "position", "ruling")
    }
    return {"line": line.seq, "kind": str(line.kind), **{name: value for name, value in said.items() if value}}


def _opening(before: Sheet, line: Line) -> None:
    if line.colour not in before.opening.throwing or before.numbers:
        raise Refused("opening", _("This colour does not throw for the first move now."))
    if line.roll not in set("123456"):
        raise Refused("roll", _("A throw is 1 to 6."))
    _blank(line, "colour", "roll")


def _begins(before: Sheet, line: Line) -> None:
    if line.colour not in before.game.colours or before.numbers:
        raise Refused("begins", _("Only a colour of this table can begin, before the first throw."))
    _blank(line, "colour")


def _throw(before: Sheet, line: Line) -> None:
    if not before.opening.begins:
        raise Refused("opening_first", _("First say who begins."))
    if before.replay.stopped:
        raise Refused("irregular", _("The throw before was irregular: settle that first."))
    if before.is_over:
        raise Refused("over", _("The game is over."))
    rules, position = before.rules, before.position
    line.colour = line.colour or rules.view(position).to_move
    if line.colour not in before.game.colours:
        raise Refused("colour", _("This colour is not at the table."))
    line.number, line.position, line.played = before.next_number, "", line.played or NOTHING
    read_roll(rules, line.roll)
    if line.played != NOTHING and not STEP.fullmatch(line.played) and not ROUTE.fullmatch(line.played):
        raise Refused("played", _("What was played is written as from and to: 17-21."))
    if line.touched and not FIELD.fullmatch(line.touched):
        raise Refused("touched", _("The piece touched is named by its field."))
    line.played = _piece_is_there(before, line)


def _piece_is_there(before: Sheet, line: Line) -> str:
    """What cannot have been played is refused (BadMove); a move is written out where it is a permitted one."""
    rules, position, roll = before.rules, before.position, read_roll(before.rules, line.roll)
    if line.colour != rules.view(position).to_move:
        return line.played
    for move in rules.permitted(position, roll):
        if line.played in (move.text, f"{move.origin}-{move.target}") and "=" not in move.text:
            return move.text
    rules.why_not(position, roll, line.played)
    return line.played


def _back(before: Sheet, line: Line) -> None:
    """To before a throw; without a number (0, on pages of before) the last entry is taken back, whatever it is."""
    if line.number:
        if line.number not in before.numbers:
            raise Stale("no_such_throw", _("This throw does not stand any more."))
        return _blank(line, "number")
    if not before.to_take_back:
        raise Stale("nothing_to_take_back", _("There is nothing that could be taken back."))
    newest = before.to_take_back[0]
    if newest.ruling and newest.ruling != line.ruling:
        raise Refused("ruled_so", _("Ruling %(number)d set this: it is revoked there.") % {"number": newest.ruling})
    return _blank(line)


def _ruled(before: Sheet, line: Line) -> None:
    rules = before.rules
    position = rules.read(line.position)
    if (
        not set(rules.players_of(position)) <= set(before.game.colours)
        or rules.view(position).board != before.game.board
    ):
        raise Refused("ruled", _("This is not a position of this table."))
    line.position = rules.write(position)
    _blank(line, "position")


def _excluded(before: Sheet, line: Line) -> None:
    if line.colour not in before.rules.players_of(before.position):
        raise Refused("colour", _("This colour is not at the table."))
    _blank(line, "colour")


def _blank(line: Line, *kept: str) -> None:
    """Nothing is stored that has no meaning in a line of this kind."""
    for name in {"colour", "roll", "played", "touched", "position"} - set(kept):
        setattr(line, name, "")
    if "number" not in kept:
        line.number = None


_CHECKS: dict[str, Callable[[Sheet, Line], None]] = {
    LineKind.OPENING: _opening,
    LineKind.BEGINS: _begins,
    LineKind.THROW: _throw,
    LineKind.BACK: _back,
    LineKind.RULED: _ruled,
    LineKind.EXCLUDED: _excluded,
}


def is_reported(game: Game) -> bool:
    """Its end as it stands now."""
    found = sheet(game)
    end = _with_excluded(found.rules.write(found.position), found.replay.excluded)
    return game.table.reports.filter(source=ReportSource.RECORD, set_aside_at=None, position=end).exists()


def report_end(game: Game, *, by: Actor) -> bool:
    """The table's report of a game that is over; once for each end that it had. Not in the transaction of its last throw:
    whoever writes to a tournament and to a game locks the tournament first."""
    found = sheet(game)
    if not found.is_over:
        return False
    table: Table = game.table
    placed = found.replay.placed
    places = {colour: {"place": n, "counted": None} for n, colour in enumerate(placed, 1)}
    position = _with_excluded(found.rules.write(found.position), found.replay.excluded)
    report_result(
        game.tournament,
        by=by,
        action_id=f"game-{game.public_id}-{game.version}",
        table_id=table.public_id,
        source=ReportSource.RECORD.value,
        places=_counted(table, position, placed, len(found.replay.excluded)) or places,
        position=position,
    )
    return True


def _with_excluded(position: str, excluded: tuple[str, ...]) -> str:
    """Whose pieces left the board brought none home: a count wants them all."""
    board, *groups, mover, throws = position.split(" ")
    return " ".join([board, *groups, *[f"{colour}:B,B,B,B" for colour in excluded], mover, throws])


def _counted(table: Table, position: str, placed: tuple[str, ...], excluded: int) -> dict[str, dict[str, int]]:
    """Where the stage counts boards, with the counts of this one; the excluded are last whatever the others have."""
    from tournament.counting import count_position
    from tournament.schemes import of_stage

    if not of_stage(table.round.stage).by_count:
        return {}
    home = [colour for colour in placed if f"{colour}:a,b,c,d" in position.split(" ")]
    counted = count_position(table, position, home)
    behind = {colour: n for n, colour in enumerate(placed, 1) if n > len(placed) - excluded}
    return {colour: {"place": behind.get(colour, one.place), "counted": one.counted} for colour, one in counted.items()}
