"""The draw for other programs: one JSON object a line in, one a line out. No Django.

    {"op": "draw", "players": 24, "rounds": 4, "seed": 7}   what else there is: `wire`
    → {"rounds": [[[id, id, id, id], …], …], "boards": [[number, …], …], "report": {…}}
    {"op": "draw", …, "classes": ["children", "adults", …]}
    → {"classes": {"adults": {"rounds": …, "boards": …, "report": …}, …}}
    {"op": "report", "players": 24, "rounds": [[[id, id, id, id], …], …]}   and clubs, history … as above
    → {"report": {…}}
    anything else
    → {"id": null, "error": {"code": "bad_request", "sentence": "rounds: …", "data": {…}}}

The order in a table is the order of colours, the order of tables that of the boards. An `id` (a number or a text)
in the request comes back in the answer. A bad line gets an error, and the next line is read. Every key and every code stands in
docs/protocol.md.
"""

import json
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tournament.draw.seating.classes import draw_classes
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import SeatingError
from tournament.draw.seating.reading import one_of, refuse
from tournament.draw.seating.report import report
from tournament.draw.seating.wire import order, schedule
from tournament.draw.seating.writing import draw_data

MAX_LINE = 8_000_000
MOST_NAMED = 5
"""Unknown keys that an error names."""
Answer = dict[str, Any]


def serve(lines: Iterable[bytes], write: Callable[[str], object]) -> None:
    """Answer line after line until there are no more."""
    for line in lines:
        if line.strip():
            write(json.dumps(answer(line)) + "\n")


def answer(line: bytes) -> Answer:
    """The answer to one line, whatever is in it."""
    data: Any = None
    result: Answer
    try:
        data = _parsed(line)
        result = _executed(data)
    except SeatingError as error:
        result = {"error": {"code": error.code, "sentence": error.sentence, "data": error.data}}
    except Exception:  # noqa: BLE001  a bug gets an error of its own, and the next lines are still served
        traceback.print_exc(file=sys.stderr)
        result = {"error": {"code": "internal", "sentence": "This is a fault of the program.", "data": {}}}
    request_id = data.get("id") if type(data) is dict else None
    if type(request_id) in (int, str):
        return {"id": request_id, **result}
    return {"id": None, **result} if "error" in result else result


def _parsed(line: bytes) -> Any:
    if len(line) > MAX_LINE:
        refuse("line", f"must have at most {MAX_LINE} bytes")
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        refuse("line", "is not JSON")


def _executed(data: Any) -> Answer:
    if type(data) is not dict:
        refuse("line", "must be a JSON object")
    if type(data.get("id", "")) not in (int, str):
        refuse("id", "must be a whole number or a text")
    op = one_of(data, "op", tuple(OPERATIONS))
    if unknown := sorted(data.keys() - TAKES[op]):
        named = ", ".join(unknown[:MOST_NAMED])
        raise SeatingError("unknown_key", f"{op} takes no {named}."[:200], keys=unknown[:MOST_NAMED])
    return OPERATIONS[op](data)


def _draw(data: Answer) -> Answer:
    parsed = order(data)
    if parsed.classes:
        draws = draw_classes(parsed.request, parsed.classes, parsed.mode)
        return {"classes": {name: draw_data(each) for name, each in draws.items()}}
    return draw_data(draw(parsed.request, parsed.mode))


def _report(data: Answer) -> Answer:
    request, rounds, boards = schedule(data)
    return {"report": report(rounds, boards, request)}


KEYS = {
    *(
        "id",
        "op",
        "players",
        "rounds",
        "mode",
        "seed",
        "seconds",
        "first",
        "history",
        "history_boards",
        "plan",
        "clubs",
        "teams",
    ),
    *("families", "weights", "wishes", "scores", "classes", "boards", "fixed", "table_size", "attempts"),
}
# The keys that each reads. Another one is a mistake of the asker's: perhaps a wish that is believed to count.
TAKES = {"draw": KEYS, "report": KEYS | {"round_boards"}}
OPERATIONS: Mapping[str, Callable[[Answer], Answer]] = {"draw": _draw, "report": _report}
