"""Queries about recorded games, for pages."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.drawing import View, draw, note_of
from games.engine.records.handing_on import found_by
from games.engine.records.left_standing import as_played
from games.engine.records.replay import Ply
from games.engine.records.stepping import Choice, choices, touchable
from games.engine.rules.contract import NOTHING, Position, Rules
from games.engine.rules.notation import as_people_write
from games.engine.threats import Threat, threats
from games.models import Game, LineKind
from games.recording.game import Entered, Sheet, read_roll, sheet
from games.recording.verdicts import Judgement, RecordedThrow, judged
from tournament.core.languages import spoken
from tournament.models import Table, Tournament
from tournament.models.stages import RoundState
from tournament.rounds.queries import table_view


def latest_game(table: Table) -> Game | None:
    return table.games.select_related("stream", "table__round__stage__tournament").last()


def throw_at(game: Game, number: int | None = None) -> RecordedThrow | None:
    """The last throw that stands, or the one with this number; None if there is no such throw."""
    recorded = sheet(game)
    chosen = number if number is not None else (recorded.numbers[-1] if recorded.numbers else None)
    if chosen not in recorded.numbers:
        return None
    line = recorded.throw(chosen)
    earlier, roll = recorded.upto(line.seq - 1), read_roll(recorded.rules, line.roll)
    last = earlier.replay.plies[-1] if earlier.replay.plies else None
    last = last if last and last.after == earlier.position else None
    thrown = (last.throw.colour, last.throw.roll) if last else None
    before = found_by(recorded.rules, earlier.position, line.colour, thrown)
    return RecordedThrow(
        rules=recorded.rules,
        before=recorded.rules.write(before),
        number=chosen,
        colour=line.colour,
        roll=roll,
        touched=line.touched or None,
        played=line.played,
        last=last,
    )


def throwers_from(game: Game, number: int) -> tuple[str, ...]:
    """The colours of all throws that stand, from this one on."""
    recorded = sheet(game)
    return tuple(recorded.throw(one).colour for one in recorded.numbers if one >= number)


@dataclass(frozen=True)
class LastThrow:
    seq: int
    number: int
    colour: str
    roll: str
    played: str
    is_regular: bool


@dataclass(frozen=True)
class Recorder:
    """The recorder as it stands: `phase` is opening, throw, irregular or over."""

    game: Game
    phase: str
    mover: str
    throwing: tuple[str, ...]
    thrown: str  # for the first move, as far as it stands: "Y5 G2"
    board: str
    note: str  # what the board says about itself
    position: str
    hint: str
    choices: tuple[Choice, ...]
    last: tuple[LastThrow, ...]
    newest: Entered | None  # what would be taken back
    placed: tuple[str, ...]
    trouble: str
    said: Judgement | None
    as_played: str
    touchable: list[str]
    threats: tuple[Threat, ...]
    has_touch: bool
    dice: int


def recorder(game: Game, rolled: str = "") -> Recorder:
    recorded = sheet(game)
    rules, replayed, lang = recorded.rules, recorded.replay, spoken()
    position, stopped = recorded.position, recorded.replay.stopped
    view = rules.view(position)
    phase = "opening" if not recorded.opening.begins and not recorded.numbers else "throw"
    phase = "irregular" if stopped else "over" if recorded.is_over else phase
    offered = tuple(choices(rules, position, lang)) if phase in ("opening", "throw") else ()
    marked = [way.move for choice in offered if choice.roll == rolled for way in choice.ways]
    last_ply = replayed.plies[-1] if replayed.plies and not stopped else None
    last_move = last_ply.move if last_ply and last_ply.after == position else None
    look = View(language=lang, is_focusable=True, with_numbers=True, with_note=False)
    throw = throw_at(game) if phase == "irregular" else None
    stays = "" if throw is None or throw.is_out_of_turn else as_played(rules, throw.before, throw.roll, throw.played)
    return Recorder(
        game=game,
        phase=phase,
        mover=view.to_move,
        throwing=recorded.opening.throwing,
        thrown=" ".join(f"{line.colour}{line.roll}" for line in recorded.thrown_first),
        board=draw(view, boards=rules.own_boards, last_move=last_move, permitted=marked, view=look),
        note=note_of(view.board, lang, boards=rules.own_boards),
        position=rules.write(position),
        hint=_hint(rules, position, last_ply),
        choices=offered,
        last=last_throws(recorded),
        newest=next(iter(recorded.to_take_back), None),
        placed=replayed.placed,
        trouble=stopped.sentence(lang) if stopped else "",
        said=judged(throw) if throw else None,
        as_played=stays,
        touchable=touchable(rules, position),
        threats=threats({choice.roll: [way.move for way in choice.ways] for choice in offered}),
        has_touch=rules.has_duties,
        dice=1 if isinstance(rules.rolls[0], int) else 2,
    )


def _hint(rules: Rules, position: Position, last: Ply | None) -> str:
    view = rules.view(position)
    if view.throws:
        return _("Throw %(n)d of 3 for a 6") % {"n": view.throws + 1}
    if last and last.throw.roll == 6 and last.throw.colour == view.to_move and not rules.over(position):
        return _("6: throw again")
    return ""


def last_throws(recorded: Sheet, most: int = 8) -> tuple[LastThrow, ...]:
    """The last throws that stand, the newest first."""
    return _throws(recorded, tuple(reversed(recorded.numbers[-most:])))


def all_throws(recorded: Sheet) -> tuple[LastThrow, ...]:
    """The throws that were not taken back, in the order of the game."""
    return _throws(recorded, recorded.numbers)


def throws_around(whole: Sheet, then: Sheet, now: int, before: int = 8, after: int = 4) -> tuple[LastThrow, ...]:
    """The last throws that stood then and the next ones after it, the newest first."""
    seqs = {line.number: line.seq for line in whole.lines if line.kind == LineKind.THROW}
    later = [number for number in whole.numbers if seqs[number] > now][:after]
    return (*_throws(whole, tuple(reversed(later))), *last_throws(then, before + after - len(later)))


def _throws(recorded: Sheet, numbers: tuple[int, ...]) -> tuple[LastThrow, ...]:
    regular = {ply.number: ply for ply in recorded.replay.plies}
    lines = {line.number: line for line in recorded.lines if line.kind == LineKind.THROW}
    return tuple(
        LastThrow(
            lines[number].seq,
            number,
            lines[number].colour,
            lines[number].roll,
            _played(regular.get(number), lines[number].played),
            number in regular,
        )
        for number in numbers
    )


def _played(ply: Ply | None, played: str) -> str:
    if played == NOTHING:
        return ""
    return as_people_write(ply.move.text if ply and ply.move else played)


@dataclass(frozen=True)
class GameLine:
    game: Game
    players: str
    throws: int


def game_lines(tournament: Tournament) -> list[GameLine]:
    """Every recorded game that everybody may see, the newest first."""
    games = Game.objects.filter(table__round__stage__tournament=tournament).exclude(
        table__round__state=RoundState.DRAFT
    )
    games = games.select_related("table__round__stage__tournament").order_by("-pk")[:50]
    return [GameLine(game, _players(game), game.lines.filter(kind=LineKind.THROW).count()) for game in games]


def _players(game: Game) -> str:
    return ", ".join(seat.name for seat in table_view(game.at_table, full=False).seats)
