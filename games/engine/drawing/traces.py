"""The path of a move on the drawing, from the field it began on to the one it ended on.

Decided here: the fields a move passed, as indices of `Plan.spots`; the first free waiting field is the one a piece came
from, the last taken one where a captured piece now lies. Left out: whether the move is legal; an impossible move gives
a straight line.
"""

import re
from collections import Counter

from ..rules.contract import Move
from ..rules.notation import GOAL, WAITING, Written
from .plan import Plan

_STEP = re.compile(r"([-+^])([1-6])")
Homes = dict[str, int]  # how many wait, by colour, after the move


def waiting_of(written: Written) -> Homes:
    return {colour: fields.count(WAITING) for colour, fields in written.groups}


def trace(plan: Plan, move: Move, waiting: Homes) -> list[int]:
    """Every field on the way, with the first and the last."""
    firsts = plan.indices(move.colour, move.origin)
    first = firsts[min(waiting.get(move.colour, 0), len(firsts) - 1)]
    last = plan.indices(move.colour, move.target)[0]
    if "=" in move.text:
        between = _on_track(plan, _lane_steps(plan, move))
    else:
        between = _on_track(plan, _ring_steps(plan, move)) + _goal_steps(plan, move)
    return [first, *between, last]


def fallen(plan: Plan, move: Move, waiting: Homes) -> list[tuple[str, int, int]]:
    """For each captured piece its colour, where it stood and where it lies now."""
    seen: Counter[str] = Counter()
    captured = []
    for capture in move.captures:
        colour, name = capture[0], capture[1:]
        seen[colour] += 1
        lies = plan.indices(colour, WAITING)[max(0, waiting.get(colour, 0) - seen[colour])]
        captured.append((colour, plan.indices(colour, name)[0], lies))
    return captured


def _on_track(plan: Plan, fields: list[int]) -> list[int]:
    return [plan.by_name["", str(field)][0] for field in fields if 1 <= field <= plan.track]


def _ring_steps(plan: Plan, move: Move) -> list[int]:
    """Track fields in the direction of play (or against it), up to the target or to the door of the goal."""
    if not move.origin.isdigit():
        return []
    here = int(move.origin)
    end = int(move.target) if move.target.isdigit() else plan.before.get(move.colour, here)
    step = -1 if "<" in move.text else 1
    fields = [here]
    while here != end and len(fields) < plan.track:
        here = (here - 1 + step) % plan.track + 1
        fields.append(here)
    return fields


def _goal_steps(plan: Plan, move: Move) -> list[int]:
    if move.target not in GOAL:
        return []
    first = GOAL.index(move.origin) if move.origin in GOAL else 0
    return [plan.indices(move.colour, letter)[0] for letter in GOAL[first : GOAL.index(move.target)]]


def _lane_steps(plan: Plan, move: Move) -> list[int]:
    """Walks field by field, wall jumps from side to side. Entering counts the start field."""
    here = int(move.origin) if move.origin.isdigit() else plan.starts[move.colour] - 1
    fields = [here] if move.origin.isdigit() else []
    for sign, digit in _STEP.findall(move.text.partition("=")[0]):
        if sign == "^":
            here = plan.jumps.get((here, int(digit)), here)
            fields.append(here)
        else:
            step = 1 if sign == "+" else -1
            fields += range(here + step, here + step * (int(digit) + 1), step)
            here += step * int(digit)
    return fields
