"""A recorded game on one sheet: every throw, and the board at the moments that mattered. One of a round is among the papers of
its tournament; one outside every tournament is printed by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.drawing import View, draw, note_of
from games.engine.records.record import Back, Excluded, Ruled, Throw, Undo, written_roll
from games.engine.records.replay import Ply
from games.engine.rules.contract import NOTHING
from games.engine.rules.placing import of_throw
from games.models import Game
from games.recording.game import Sheet, sheet
from games.recording.places import place_of
from tournament.core import files, languages
from tournament.models import Tournament
from tournament.paper.choices import gone
from tournament.paper.filling import evenly
from tournament.paper.ink import ink
from tournament.paper.printing import print_out
from tournament.paper.registry import RECORDS, Choices, Order, Pack, document
from tournament.rounds.queries import table_view
from tournament.stages.options import Played, how_played

DIAGRAMS, MOST_COLUMNS = 4, 10
ACROSS, DOWN = 175.0, 150.0  # mm: the room for the throws
OF_A_THROW, HIGH, LARGEST = 8.6, 1.25, 2.9  # em: the width of a throw, a line; mm: its largest letters
LONG = 4  # lines of what is said instead of a throw
FINISHED = 1000  # weighs more than any way that a piece has gone


def _games(tournament: Tournament) -> Choices:
    games = Game.objects.filter(table__round__stage__tournament=tournament, version__gt=0).select_related(
        "table__round"
    )
    named = {
        game.public_id: {"r": game.at_table.round.number, "n": game.at_table.number} for game in games.order_by("-pk")
    }
    return [(key, _("Round %(r)s, table %(n)s") % numbers) for key, numbers in named.items()]


@document(
    "game",
    group=RECORDS,
    title=gettext_lazy("Record of a game"),
    holds=gettext_lazy("A recorded game on one sheet: every throw, and the board at the moments that mattered."),
    of=_games,
    asks=gettext_lazy("Game"),
    is_long=False,
)
def game(order: Order) -> Pack:
    games = Game.objects.select_related("table__round__stage__tournament", "table__board")
    recorded = games.filter(table__round__stage__tournament=order.tournament, public_id=order.of).first()
    if recorded is None:
        raise gone()
    context = {
        "table": table_view(recorded.at_table, full=False),
        "round": recorded.at_table.round,
        "rules": how_played(Played(recorded.rules, recorded.options), order.language),
        **_on_one_sheet(sheet(recorded), order.language),
    }
    return Pack([order.page("print/game.html", _("Record of a game"), **context)])


@dataclass(frozen=True)
class _Frame:
    """What the frame of every paper asks of an order."""

    language: str
    club: str
    event: str
    size: str = "a4"


def free_game_pdf(game: Game, language: str, *, full: bool) -> bytes:
    """The record of a game outside every tournament; `full`: with whole names."""
    place, record = place_of(game), sheet(game)
    letterhead = getattr(place.club, "letterhead", None)
    places = _places(record)
    context = {
        "order": _Frame(language, ink(place.club.name, 80), ink(place.event or _("Free game"), 100)),
        "tournament": game.free,
        "title": _("Record of a game"),
        "letterhead": letterhead,
        "players": [
            (colours, name, [places[colour] for colour in colours if colour in places])
            for colours, name in place.seats(full=full)
        ],
        "rules": how_played(Played(game.rules, game.options), language),
        **_on_one_sheet(record, language),
    }
    logo = letterhead.logo if letterhead else ""
    brought = {"logo.png": files.read(logo)} if logo else {}
    return print_out([render_to_string("print/free_game.html", context)], files=brought)[0]


def _places(record: Sheet) -> dict[str, int]:
    """The place of each colour; none before the end."""
    places: dict[str, int] = {}
    for shared in record.replay.ranked if record.is_over else ():
        places |= dict.fromkeys(shared, len(places) + 1)
    return places


def _on_one_sheet(record: Sheet, language: str) -> dict[str, Any]:
    """What the board says about itself stands once below the diagrams, where it can be read."""
    diagrams = [_diagram(record, moment, language) for moment in _moments(record)]
    board = record.rules.view(record.position).board
    return {
        "note": note_of(board, language, boards=record.rules.own_boards) if diagrams else "",
        "diagrams": diagrams,
        **_in_columns(list(_entries(record))),
    }


def _in_columns(entries: Sequence["Entered"]) -> dict[str, Any]:
    """In as many columns as make the letters largest."""
    weights = [LONG if one.says else 1 for one in entries]
    tries = []
    for count in range(4, MOST_COLUMNS + 1):
        columns = evenly(entries, weights, -(-sum(weights) // count) + LONG) if entries else []
        longest = max((sum(LONG if one.says else 1 for one in column) for column in columns), default=1)
        wide = ACROSS / max(len(columns), 1)
        tries.append((min(DOWN / longest / HIGH, wide / OF_A_THROW, LARGEST), wide, columns))
    em, wide, columns = max(tries, key=lambda one: one[0])
    return {"em": em, "wide": wide, "columns": columns}


class Entered(NamedTuple):
    """A line of the record. `number`: of a throw; `says`: instead of a throw."""

    number: int | None = None
    colour: str = ""
    roll: str = ""
    played: str = ""
    says: str = ""


def _entries(record: Sheet) -> Iterator[Entered]:
    """What was entered after the first move, also what was taken back later."""
    regular = {ply.number: ply for ply in record.replay.plies}
    number = 0
    for one in record.record.entries:
        match one:
            case Throw():
                number += 1
                yield Entered(number, one.colour, written_roll(one.roll), _played(one, regular.get(number)))
            case Back():
                yield Entered(says=_("taken back from throw %(n)d on") % {"n": one.throw})
            case Undo():
                yield Entered(says=_("last entry taken back"))
            case Ruled():
                yield Entered(says=_("position set by a referee"))
            case Excluded():
                yield Entered(colour=one.colour, says=_("excluded"))


def _played(throw: Throw, ply: Ply | None) -> str:
    said = ply.move.text if ply and ply.move else throw.played
    said = "" if said == NOTHING else said.replace("x", "×").replace("-", "–")
    return f"{said} ({throw.touched}!)" if throw.touched and not said.startswith(throw.touched) else said


class Moment(NamedTuple):
    """A throw worth a picture."""

    ply: Ply
    says: str


def _moments(record: Sheet) -> list[Moment]:
    """The pieces that were thrown out after the longest way, everybody who finished, and the end; in the order of the game."""
    plies = record.replay.plies
    if not plies:
        return []
    weighed: dict[int, tuple[int, Moment]] = {}
    placed: tuple[str, ...] = ()
    for ply in plies:
        for captured in ply.move.captures if ply.move else ():
            lost = record.rules.progress(ply.before, captured[0], captured[1:])
            says = _("throw %(n)d: %(colour)s loses a piece after %(steps)d steps")
            said = says % {"n": ply.number, "colour": languages.colour(captured[0]), "steps": lost}
            weighed[ply.number] = max(
                weighed.get(ply.number, (0, Moment(ply, said))), (lost, Moment(ply, said)), key=_weight
            )
        finished = [colour for colour in of_throw(record.rules, ply.before, ply.after) if colour not in placed]
        for colour in finished:
            said = _("throw %(n)d: %(colour)s is home") % {"n": ply.number, "colour": languages.colour(colour)}
            weighed[ply.number] = (FINISHED, Moment(ply, said))
        placed += tuple(finished)
    last = _("after throw %(n)d, the last one") % {"n": plies[-1].number}
    weighed[plies[-1].number] = (FINISHED + 1, Moment(plies[-1], last))
    chosen = sorted(weighed.values(), key=_weight)[-DIAGRAMS:]
    return sorted((moment for _lost, moment in chosen), key=lambda moment: moment.ply.number)


def _weight(one: tuple[int, Moment]) -> tuple[int, int]:
    return one[0], one[1].ply.number


def _diagram(record: Sheet, moment: Moment, language: str) -> dict[str, Any]:
    look = View(language=language, with_numbers=True, with_note=False)
    ply = moment.ply
    drawn = draw(record.rules.view(ply.after), boards=record.rules.own_boards, last_move=ply.move, view=look)
    return {"says": moment.says, "drawing": mark_safe(drawn)}  # noqa: S308  (ours)
