"""A game outside every tournament: begun, ended, shown to everybody, dropped again."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.boards import shipped
from games.engine.rules.contract import Rules
from games.engine.rules.errors import GameError
from games.engine.rules.notation import COLOURS
from games.free.people import Players
from games.free.seating import LEAST, MOST, NEUTRAL
from games.models import FreeGame, FreeSeat, Game
from tournament.core import days
from tournament.core.access import require
from tournament.core.action import Write, action
from tournament.core.circle import Circle
from tournament.core.errors import Declared, Refused, by_engine
from tournament.models import Stream
from tournament.stages.options import Played, require_known
from tournament.stages.own_boards.queries import boards_of, with_own_board

HOW_MANY = Declared("free_players", gettext_lazy("A game has two to six players."))
COLOURS_GIVEN = Declared(
    "free_colours", gettext_lazy("Every player has one colour, or two opposite ones; nobody else's.")
)
NAME_MISSING = Declared("free_name", gettext_lazy("Every player has a name."))
TWICE = Declared("free_twice", gettext_lazy("Nobody plays against themselves: one name stands there twice."))
FUTURE = Declared("free_day", gettext_lazy("A game is played today or was played before."))
Seat = Mapping[str, Any]


@action("free_game.begun", needs="games.record", answers=("game",))
def begin_free_game(
    write: Write,
    circle: Circle,
    *,
    rules: str,
    seats: Sequence[Seat],
    board: str = "",
    options: Mapping[str, Any] | None = None,
    name: str = "",
    played_on: date | None = None,
    is_shown: bool = False,
    as_recorded: bool = False,
) -> Game:
    """`seats`: each with its colours and who has them, by a name or by the id of somebody of the club. Without a board it is the
    first one of the rules that has these colours. Played on the club's own board, unless it is taken in as it was recorded."""
    day = played_on or days.today()
    if day > days.today():
        raise FUTURE()
    if is_shown:
        require(write.by, "games.show", circle)
    chosen = _options(rules, options or {}, {} if as_recorded else boards_of(circle.club))
    taken = _checked_colours(seats)
    on = _board(Played(rules, chosen).engine, board, taken, seats)
    free = FreeGame.objects.create(club=circle.club, name=" ".join(name.split())[:60], played_on=day, is_shown=is_shown)
    players = Players(write.by, circle.club)
    for number, seat in enumerate(seats, 1):
        person = players.person(seat)
        if person is None:
            raise NAME_MISSING()
        if free.seats.filter(person__in=person.everywhere()).exists():
            raise TWICE()
        FreeSeat.objects.create(free=free, person=person, number=number, colours=_clockwise(seat["colours"]))
    stream = Stream.objects.create()
    game = Game.objects.create(free=free, stream=stream, rules=rules, options=chosen, colours=taken, board=on)
    write.log(game=game.public_id, rules=rules, options=chosen, board=on, is_shown=is_shown, **seats_in_log(free))
    write.log(played_on=day.isoformat(), texts={"called": free.name} if free.name else None)
    write.answer(game=game.public_id)
    return game


def seats_in_log(free: FreeGame) -> dict[str, Any]:
    """Who plays, as the log stores it: by their ids."""
    return {"seats": [[seat.colours, seat.person.public_id] for seat in free.seats.select_related("person")]}


def _options(rules: str, options: Mapping[str, Any], boards: Mapping[str, str]) -> dict[str, Any]:
    """On the club's own board, unless another one is named."""
    try:
        return require_known(rules, with_own_board(rules, {**options}, boards))
    except GameError as error:  # there is no such rule set
        raise by_engine(error) from error


def _checked_colours(seats: Sequence[Seat]) -> str:
    """All colours that are played with, clockwise."""
    if not LEAST <= len(seats) <= MOST:
        raise HOW_MANY()
    held = [str(seat.get("colours", "")) for seat in seats]
    taken = "".join(held)
    are_known = all(colour in COLOURS for colour in taken) and len(set(taken)) == len(taken)
    are_double = len(held) == LEAST and all(len(colours) == 2 for colours in held)
    if not are_known or not (are_double or all(len(colours) == 1 for colours in held)):
        raise COLOURS_GIVEN()
    if are_double and not all(_are_opposite(colours) for colours in held):
        raise COLOURS_GIVEN()
    return _clockwise(taken)


def _are_opposite(two: str) -> bool:
    order = shipped("4").colours
    return all(colour in order for colour in two) and abs(order.index(two[0]) - order.index(two[1])) == 2


def _clockwise(colours: str) -> str:
    return "".join(sorted(colours, key=COLOURS.index))


def _board(engine: Rules, board: str, taken: str, seats: Sequence[Seat]) -> str:
    """The board on which these colours play; refused with the reason of the engine. A neutral colour is nobody's."""
    if engine.options.get(NEUTRAL) in [*taken] or (len(taken) > len(seats) and engine.options.get(NEUTRAL)):
        raise COLOURS_GIVEN()
    trouble: GameError | None = None
    for each in [board] if board else _boards(engine):
        try:
            position = engine.start(colours=[*taken], board=each)
        except GameError as error:
            trouble = trouble or error
            continue
        if {group[0] for group in engine.view(position).groups} - {engine.options.get(NEUTRAL)} == set(taken):
            return engine.view(position).board
    raise by_engine(trouble) if trouble else COLOURS_GIVEN()


def _boards(engine: Rules) -> Iterator[str | None]:
    yield None
    yield from engine.boards


@action("free_game.ended", needs="games.record")
def end_free_game(write: Write, game: Game, *, places: Sequence[str], line: int) -> FreeGame:
    """In which order the colours came in, by the record as it is."""
    assert game.free is not None
    free = FreeGame.objects.select_for_update().get(pk=game.free.pk)
    free.places, free.ended_at_line = list(places), line
    free.save(update_fields=["places", "ended_at_line"])
    game.free.places, game.free.ended_at_line = free.places, free.ended_at_line
    write.log(places=list(places), at_line=line)
    return free


@action("free_game.changed", needs="games.show", answers=("version",))
def change_free_game(
    write: Write,
    game: Game,
    *,
    is_shown: bool | None = None,
    is_dropped: bool | None = None,
    version: int | None = None,
) -> FreeGame:
    """Shown to everybody, or to the club only; dropped out of every list, or taken up again. What is not said stays."""
    assert game.free is not None
    free = FreeGame.objects.select_for_update().get(pk=game.free.pk)
    write.same_version(free, version)
    if is_shown is None and is_dropped is None:
        raise Refused("nothing_said", _("Nothing was said that could be changed."))
    free.is_shown = free.is_shown if is_shown is None else is_shown
    free.is_dropped = free.is_dropped if is_dropped is None else is_dropped
    free.version += 1
    free.save(update_fields=["is_shown", "is_dropped", "version"])
    write.log(is_shown=free.is_shown, is_dropped=free.is_dropped)
    write.answer(version=free.version)
    return free
