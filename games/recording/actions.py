"""Recording a game: opening its record, and every line that is added to it.

What was done at the table is stored as it happened, permitted or not. Only what cannot be a line is refused: a throw for a
colour that is not at this table, a move that no piece could have made, an entry made on an older state of the game.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.engine.records.handing_on import found_by
from games.engine.records.reader import FIELD, ROUTE, STEP
from games.engine.rules.contract import NOTHING, Roll
from games.engine.rules.errors import GameError
from games.free.actions import end_free_game
from games.models import Game, Line, LineKind
from games.recording.game import Entered, Sheet, clockwise, read_roll, sheet
from games.recording.verdicts import ruled
from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.errors import Refused, Stale, by_engine
from tournament.core.refusals import COLOUR
from tournament.models import Stream, Table, Tournament
from tournament.models.results import ReportSource
from tournament.results.actions import report_result
from tournament.rounds.actions import table_in
from tournament.stages.options import played_at

MOST_LINES = 3000  # ten times a long game
OUT_ALREADY: list[
    Callable[[Table], dict[str, int]]
] = []  # colours that are out, and by which ruling of this table (0: none)
AFTER_A_LINE: list[Callable[[Game, Actor], None]] = []  # called after a line was added


@action("game.opened", needs="games.record", answers=("game",))
def open_game(write: Write, tournament: Tournament, *, table_id: str) -> Game:
    """The record of a table, empty; by what its round is played by, with the colours that sit there."""
    table = table_in(write, tournament, table_id, None)
    played = played_at(table)
    colours = clockwise(list(table.seats.values_list("colour", flat=True)))
    try:
        rules = played.engine
        board = table.board.kind if table.board.kind in rules.boards else rules.boards[0]
        rules.start(colours=colours, board=board)
    except GameError as error:
        raise by_engine(error) from error
    game = Game.objects.create(
        table=table,
        stream=Stream.objects.create(),
        rules=played.rules,
        options=played.options,
        colours=colours,
        board=board,
    )
    for out in OUT_ALREADY:
        for colour, ruling in out(table).items():
            add_line(game, by=write.by, kind=LineKind.EXCLUDED, colour=colour, ruling=ruling)
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
        raise by_engine(error) from error
    game.version += 1
    made.seq = game.version
    made.save()
    game.save(update_fields=["version"])
    write.log(texts=None, **as_logged(made))
    if made.kind != LineKind.OPENING:
        for follow_up in AFTER_A_LINE:
            follow_up(game, write.by)
    return made


def as_logged(line: Line | Entered) -> dict[str, object]:
    """A line as the log stores it: the fields that have a value."""
    fields = {
        name: getattr(line, name) for name in ("number", "colour", "roll", "played", "touched", "position", "ruling")
    }
    return {"line": line.seq, "kind": str(line.kind), **{name: value for name, value in fields.items() if value}}


def _opening(before: Sheet, line: Line) -> None:
    if line.colour not in before.opening.throwing or before.numbers:
        raise Refused("opening", _("This colour does not throw for the first move now."))
    if line.roll not in set("123456"):
        raise Refused("roll", _("A throw is 1 to 6."))
    _blank(line, "colour", "roll")


def _begins(before: Sheet, line: Line) -> None:
    if line.colour not in before.game.colours or line.colour in before.out_first or before.numbers:
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
        raise COLOUR()
    line.number, line.position, line.played = before.next_number, "", line.played or NOTHING
    read_roll(rules, line.roll)
    if line.played != NOTHING and not STEP.fullmatch(line.played) and not ROUTE.fullmatch(line.played):
        raise Refused("move_written", _("What was played is written as from and to: 17-21."))
    if line.touched and not FIELD.fullmatch(line.touched):
        raise Refused("touched", _("The piece touched is named by its field."))
    line.played = _piece_is_there(before, line)


def _piece_is_there(before: Sheet, line: Line) -> str:
    """Refuse what cannot have been played (BadMove); write a permitted move out in full."""
    rules, position, roll = before.rules, before.position, read_roll(before.rules, line.roll)
    position = found_by(rules, position, line.colour, _thrown_last(before))
    if line.colour != rules.view(position).to_move:
        return line.played
    for move in rules.permitted(position, roll):
        if line.played in (move.text, f"{move.origin}-{move.target}") and "=" not in move.text:
            return move.text
    rules.why_not(position, roll, line.played)
    return line.played


def _thrown_last(before: Sheet) -> tuple[str, Roll] | None:
    last = before.replay.plies[-1] if before.replay.plies else None
    return (last.throw.colour, last.throw.roll) if last and last.after == before.position else None


def _back(before: Sheet, line: Line) -> None:
    """Go back to before a throw; without a number (0 on older pages) take back the last entry, whatever it is."""
    if line.number:
        if line.number not in before.numbers:
            raise Stale("no_such_throw", _("This throw does not stand any more."))
        if not line.ruling:
            _undoes_no_ruling(before, before.rulings_since(line.number))
        return _blank(line, "number")
    if not before.to_take_back:
        raise Stale("nothing_to_take_back", _("There is nothing that could be taken back."))
    newest = before.to_take_back[0]
    if newest.ruling and newest.ruling != line.ruling:
        _undoes_no_ruling(before, [newest.ruling])
    return _blank(line)


def _undoes_no_ruling(before: Sheet, rulings: list[int]) -> None:
    """What a ruling in force has set is undone by revoking that ruling, and by nothing else."""
    over = ruled(before.game).over if rulings else ()
    for number in rulings:
        if number not in over:
            raise Refused("ruled_so", _("Ruling %(number)d set this: it is revoked there.") % {"number": number})


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
        raise COLOUR()
    _blank(line, "colour")


def _blank(line: Line, *used: str) -> None:
    """Empty the fields that have no meaning in a line of this kind."""
    for name in {"colour", "roll", "played", "touched", "position"} - set(used):
        setattr(line, name, "")
    if "number" not in used:
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
    """Whether the end of the game, as it is now, was reported; of a free one it is kept with it."""
    if game.free:
        return game.free.is_over
    recorded = sheet(game)
    end = _with_excluded(recorded.rules.write(recorded.position), recorded.replay.excluded)
    return game.at_table.reports.filter(source=ReportSource.RECORD, set_aside_at=None, position=end).exists()


def report_end(game: Game, *, by: Actor) -> bool:
    """Report the table's result when the game is over, once for each end that it had. Not in the transaction of its last
    throw: the tournament has to be locked before the game."""
    recorded = sheet(game)
    if not recorded.is_over:
        return False
    ranked, end_id = recorded.replay.ranked, f"game-{game.public_id}-{game.version}"
    if game.free:
        end_free_game(game, by=by, action_id=end_id, places=list(recorded.replay.placed), line=game.version)
        return True
    table = game.at_table
    places = {colour: {"place": place, "counted": None} for colour, place in _places(ranked).items()}
    position = _with_excluded(recorded.rules.write(recorded.position), recorded.replay.excluded)
    report_result(
        game.tournament,
        by=by,
        action_id=end_id,
        table_id=table.public_id,
        source=ReportSource.RECORD.value,
        places=_counted(table, position, ranked, recorded.replay.excluded) or places,
        position=position,
    )
    return True


def _with_excluded(position: str, excluded: tuple[str, ...]) -> str:
    """Add the excluded colours with all pieces waiting, because counting needs every colour."""
    board, *groups, mover, throws = position.split(" ")
    return " ".join([board, *groups, *[f"{colour}:B,B,B,B" for colour in excluded], mover, throws])


def _places(ranked: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """Those who share a place have the best one of it."""
    places, place = dict[str, int](), 1
    for level in ranked:
        places |= dict.fromkeys(level, place)
        place += len(level)
    return places


def _counted(
    table: Table, position: str, ranked: tuple[tuple[str, ...], ...], excluded: tuple[str, ...]
) -> dict[str, dict[str, int]]:
    """The places with this board's counts, where the stage counts every board, or unfinished ones and this one ended with its
    winner; excluded players come last whatever they have."""
    from tournament.results.board_count.counting import count_position
    from tournament.stages.schemes import of_stage
    from tournament.standings.ranking.counter import METHODS

    is_left_unfinished = any(len(level) > 1 for level in ranked)
    stage = table.round.stage
    if not of_stage(stage).by_count and not (is_left_unfinished and stage.unfinished in METHODS):
        return {}
    places = _places(ranked)
    home = [colour for colour in places if f"{colour}:a,b,c,d" in position.split(" ")]
    counted = count_position(table, position, home)
    behind = {colour: place for colour, place in places.items() if colour in excluded}
    return {colour: {"place": behind.get(colour, one.place), "counted": one.counted} for colour, one in counted.items()}
