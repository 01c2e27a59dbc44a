"""What may be recorded next: for every throw the permitted moves, and where the game stands after one of them.

The recorder's page is made from it, and on a phone without network the same Python keeps that page working. Left out: the
verdict on an irregular throw (`referee.judging`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from ..drawing import View, draw
from ..protocol import Answer, BadRequest, Desk, Request, text
from ..rules import speech, wording
from ..rules.contract import NOTHING, Move, Position, Roll, Rules
from ..rules.speech import Language
from .opening import begun_by, opening
from .record import written_roll

ALWAYS = 8  # the duty to move at all is not named: there is no button for not moving


@dataclass(frozen=True)
class Way:
    """A permitted move as a button: what it is, and the duties it fulfils in words."""

    move: Move
    duties: str


@dataclass(frozen=True)
class Choice:
    """The moves that one roll allows. `demand` says what comes first; without ways the throw lapses."""

    roll: str
    ways: tuple[Way, ...]
    demand: str
    is_auto: bool


def choices(rules: Rules, position: Position, language: str) -> list[Choice]:
    is_one = isinstance(rules.rolls[0], int)
    rolls: Sequence[Roll] = rules.rolls if is_one else list(combinations_with_replacement(range(1, 7), 2))
    choices = []
    for roll in rolls:
        permitted = rules.permitted(position, roll)
        ways = tuple(
            Way(move, ", ".join(wording.duty_name(n, language) for n in move.duties if n != ALWAYS))
            for move in permitted
        )
        demand = rules.demand(position, roll) if rules.has_duties else None
        spoken = wording.reason(demand, language) if demand and demand.code != "move" else ""
        choices.append(Choice(written_roll(roll), ways, spoken, len({_plain(way.move) for way in ways}) <= 1))
    return choices


def touchable(rules: Rules, position: Position) -> list[str]:
    """Own pieces by field, where it matters which of them was touched first."""
    view = rules.view(position)
    fields = list(dict.fromkeys(dict(view.groups).get(view.to_move, ())))
    return fields if rules.has_duties and len(fields) > 1 else []


def _plain(move: Move) -> tuple[str, str, str, tuple[str, ...]]:
    """What a move does: routes with the same effect are equal."""
    return move.colour, move.origin, move.target, move.captures


def next_state(desk: Desk, request: Request) -> Answer:
    """The op `next`: after `played`, if it was permitted; otherwise only that `permitted` is false."""
    rules = desk.rules(request)
    language = speech.spoken(request.get("language"))
    before = rules.read(text(request, "position"))
    roll, played = rules.read_roll(_dice(text(request, "roll"))), text(request, "played") or NOTHING
    permitted = rules.permitted(before, roll)
    move = next((m for m in permitted if played in (m.text, f"{m.origin}-{m.target}")), None)
    if move is None and (permitted or played != NOTHING):
        return {"permitted": False}
    after = rules.follow(before, roll, move)
    again = roll == 6 and move is not None and move.colour == rules.view(after).to_move
    return {"permitted": True, "again": again and not rules.over(after), **_state(rules, after, move, language)}


def first_state(desk: Desk, request: Request) -> Answer:
    """The op `first`: after `thrown` for the first move ("Y5 G2"), or with `begins` where that is known: who has still to throw,
    or the state in which the first move is thrown for."""
    rules = desk.rules(request)
    language = speech.spoken(request.get("language"))
    begins = text(request, "begins")
    if not begins:
        state = opening(text(request, "colours"), _thrown(text(request, "thrown")))
        if not state.begins:
            return {"throwing": list(state.throwing)}
        begins = state.begins
    position = rules.read(begun_by(text(request, "position"), begins))
    return {"throwing": [], "again": False, **_state(rules, position, None, language)}


STEPS = {"next": next_state, "first": first_state}


def _thrown(written: str) -> list[tuple[str, int]]:
    words = written.split()
    if not all(len(word) == 2 and word[1] in "123456" for word in words):
        raise BadRequest("thrown is colours and their dice, as Y5 G2")
    return [(word[0], int(word[1])) for word in words]


def _dice(written: str) -> int | list[int]:
    dice = written.split(",")
    if not all(len(die) == 1 and die in "123456" for die in dice):
        raise BadRequest("roll is dice, as 4 or 3,5")
    return int(dice[0]) if len(dice) == 1 else [int(die) for die in dice]


def _state(rules: Rules, position: Position, move: Move | None, language: Language) -> Answer:
    view, is_over = rules.view(position), rules.over(position)
    look = View(language=language, is_focusable=True, with_numbers=True)
    return {
        "is_over": is_over,
        "position": rules.write(position),
        "mover": view.to_move,
        "throws": view.throws,
        "board": draw(view, boards=rules.own_boards, last_move=move, view=look),
        "touchable": touchable(rules, position),
        "choices": [] if is_over else [_spoken(choice) for choice in choices(rules, position, language)],
    }


def _spoken(choice: Choice) -> Answer:
    ways = [
        {
            "text": way.move.text,
            "origin": way.move.origin,
            "target": way.move.target,
            "colour": way.move.colour,
            "duties": way.duties,
        }
        for way in choice.ways
    ]
    return {"roll": choice.roll, "ways": ways, "demand": choice.demand, "is_auto": choice.is_auto}
