"""The draw for other programs: one JSON object a line in, one a line out. No Django.

    {"op": "draw", "players": 24, "rounds": 4, "seed": 7}   what else there is: `wire`
    → {"rounds": [[[id, id, id, id], …], …], "boards": [[number, …], …], "report": {…}}
    {"op": "draw", …, "classes": ["children", "adults", …]}
    → {"classes": {"adults": {"rounds": …, "boards": …, "report": …}, …}}
    {"op": "report", "players": 24, "rounds": [[[id, id, id, id], …], …]}   and clubs, history … as above
    → {"report": {…}}
    anything else
    → {"error": {"code": "bad_request", "sentence": "rounds: …", "data": {…}}}

The order in a table is the order of colours, the order of tables that of the boards. An `id` (a number or a text)
in the request comes back in the answer. A bad line gets an error, and the next line is read.
"""

import json
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tournament.seating.classes import draw_classes
from tournament.seating.draw import draw
from tournament.seating.model import SeatingError
from tournament.seating.reading import one_of, refuse
from tournament.seating.report import report
from tournament.seating.wire import order, schedule
from tournament.seating.writing import draw_data

MAX_LINE = 8_000_000
Answer = dict[str, Any]


def serve(lines: Iterable[bytes], write: Callable[[str], object]) -> None:
    """Answer line after line until there are no more."""
    for line in lines:
        if line.strip():
            write(json.dumps(answer(line)) + "\n")


def answer(line: bytes) -> Answer:
    """The answer to one line, whatever is in it."""
    data: Any = None
    try:
        data = _parsed(line)
        found = _done(data)
    except SeatingError as error:
        found = {"error": {"code": error.code, "sentence": error.sentence, "data": error.data}}
    except Exception:  # noqa: BLE001  a fault of ours is told as such, and others are still served
        traceback.print_exc(file=sys.stderr)
        found = {"error": {"code": "internal", "sentence": "This is a fault of the program.", "data": {}}}
    if type(data) is dict and type(data.get("id")) in (int, str):
        found["id"] = data["id"]
    return found


def _parsed(line: bytes) -> Any:
    if len(line) > MAX_LINE:
        refuse("line", f"must have at most {MAX_LINE} bytes")
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        refuse("line", "is not JSON")


def _done(data: Any) -> Answer:
    if type(data) is not dict:
        refuse("line", "must be a JSON object")
    if type(data.get("id", "")) not in (int, str):
        refuse("id", "must be a whole number or a text")
    return OPERATIONS[one_of(data, "op", tuple(OPERATIONS))](data)


def _draw(data: Answer) -> Answer:
    asked = order(data)
    if asked.classes:
        draws = draw_classes(asked.request, asked.classes, asked.mode)
        return {"classes": {name: draw_data(each) for name, each in draws.items()}}
    return draw_data(draw(asked.request, asked.mode))


def _report(data: Answer) -> Answer:
    request, rounds, boards = schedule(data)
    return {"report": report(rounds, boards, request)}


OPERATIONS: Mapping[str, Callable[[Answer], Answer]] = {"draw": _draw, "report": _report}
