"""What pages read of recorded games."""

from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.drawing import View, draw
from games.left_standing import as_played
from games.models import Game, LineKind
from games.recording import Entered, Sheet, read_roll, sheet
from games.replay import Ply
from games.rules.contract import NOTHING, Position, Rules
from games.stepping import Choice, choices, touchable
from games.threats import Threat, threats
from games.verdicts import Asked, Said, judged
from tournament.models import Table, Tournament
from tournament.models.stages import RoundState
from tournament.queries_rounds import table_view


def language() -> str:
    return "en" if get_language() == "en" else "de"


def latest_game(table: Table) -> Game | None:
    return table.games.select_related("stream", "table__round__stage__tournament").last()


def throw_at(game: Game, number: int | None = None) -> Asked | None:
    """The last throw that stands, or the one with this number; None if there is none such."""
    found = sheet(game)
    chosen = number if number is not None else (found.numbers[-1] if found.numbers else None)
    if chosen not in found.numbers:
        return None
    line = found.throw(chosen)
    earlier, roll = found.upto(line.seq - 1), read_roll(found.rules, line.roll)
    last = earlier.replay.plies[-1] if earlier.replay.plies else None
    return Asked(
        rules=found.rules,
        before=found.rules.write(earlier.position),
        number=chosen,
        colour=line.colour,
        roll=roll,
        touched=line.touched or None,
        played=line.played,
        last=last if last and last.after == earlier.position else None,
    )


def throwers_from(game: Game, number: int) -> tuple[str, ...]:
    """The colours of all throws that stand, from this one on."""
    found = sheet(game)
    return tuple(found.throw(one).colour for one in found.numbers if one >= number)


@dataclass(frozen=True)
class LastThrow:
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
    position: str
    hint: str
    choices: tuple[Choice, ...]
    last: tuple[LastThrow, ...]
    newest: Entered | None  # what would be taken back
    placed: tuple[str, ...]
    trouble: str
    said: Said | None
    as_played: str
    touchable: list[str]
    threats: tuple[Threat, ...]
    has_touch: bool
    dice: int


def recorder(game: Game, rolled: str = "") -> Recorder:
    found = sheet(game)
    rules, replayed, lang = found.rules, found.replay, language()
    position, stopped = found.position, found.replay.stopped
    view = rules.view(position)
    phase = "opening" if not found.opening.begins and not found.numbers else "throw"
    phase = "irregular" if stopped else "over" if found.is_over else phase
    offered = tuple(choices(rules, position, lang)) if phase in ("opening", "throw") else ()
    marked = [way.move for choice in offered if choice.roll == rolled for way in choice.ways]
    last_ply = replayed.plies[-1] if replayed.plies and not stopped else None
    last_move = last_ply.move if last_ply and last_ply.after == position else None
    look = View(language=lang, is_focusable=True, with_numbers=True)
    asked = throw_at(game) if phase == "irregular" else None
    stays = "" if asked is None or asked.is_out_of_turn else as_played(rules, asked.before, asked.roll, asked.played)
    return Recorder(
        game=game,
        phase=phase,
        mover=view.to_move,
        throwing=found.opening.throwing,
        thrown=" ".join(f"{line.colour}{line.roll}" for line in found.thrown_first),
        board=draw(view, last_move=last_move, permitted=marked, view=look),
        position=rules.write(position),
        hint=_hint(rules, position, last_ply),
        choices=offered,
        last=last_throws(found),
        newest=next(iter(found.to_take_back), None),
        placed=replayed.placed,
        trouble=stopped.sentence(lang) if stopped else "",
        said=judged(asked) if asked else None,
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


def last_throws(found: Sheet, most: int = 8) -> tuple[LastThrow, ...]:
    """Those that stand, the newest first."""
    regular = {ply.number: ply for ply in found.replay.plies}
    lines = [found.throw(number) for number in reversed(found.numbers[-most:])]
    return tuple(
        LastThrow(
            line.number or 0,
            line.colour,
            line.roll,
            _played(regular.get(line.number or 0), line.played),
            line.number in regular,
        )
        for line in lines
    )


def _played(ply: Ply | None, played: str) -> str:
    if played == NOTHING:
        return ""
    return (ply.move.text if ply and ply.move else played).replace("x", " × ").replace("-", " – ")


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
    return ", ".join(seat.name for seat in table_view(game.table, full=False).seats)
