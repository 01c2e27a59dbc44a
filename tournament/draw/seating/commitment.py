"""Proof that a draw was not arranged: a seed fixed before the draw, and a draw that anybody can repeat.

Before the draw its commitment is shown, a hash that reveals nothing about a random seed; after it the seed.
Anybody with the published draw can hash the seed, draw again, and compare. Only a draw that was cut short by
time cannot be repeated, and says so itself.

Left out: where the commitment is shown, and when.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Draw, SeatingError, Watch
from tournament.draw.seating.reading import Json
from tournament.draw.seating.wire import order
from tournament.draw.seating.writing import draw_data

FORMAT = "augengenau draw 1"
PATIENCE = 300.0
"""Seconds for drawing again: so many that time does not cut it short."""
PASSING = ("seconds", "cut_short")
"""Keys of the report about the time it took."""


def commit(seed: str) -> str:
    """The hash that is shown beforehand."""
    return hashlib.sha256(f"{FORMAT}/{seed}".encode("utf-8", "surrogatepass")).hexdigest()


def published(request: Json, rounds: Any, boards: Any, report: Json) -> dict[str, Any]:
    """Everything needed to draw it again, as one JSON document."""
    return {
        "format": FORMAT,
        "commitment": commit(request["seed"]),
        "request": request,
        "rounds": rounds,
        "boards": boards,
        "report": report,
    }


def check(published: Any) -> list[str]:
    """Every difference between a published draw and the same draw made anew; none if all is well."""
    if type(published) is not dict or published.get("format") != FORMAT:
        return [f"This is not a draw published as «{FORMAT}»."]
    try:
        parsed = order(published.get("request"))
        again = draw(parsed.request, parsed.mode, Watch(PATIENCE))
    except SeatingError as error:
        return [f"The request cannot be drawn. {error.sentence}"]
    differences = [*_commitment(published, parsed.request.seed), *_differences(published, again)]
    if differences and again.is_cut_short:
        differences.append("Drawing again was cut short by time, so the draws need not be alike.")
    return differences


def _commitment(published: Json, seed: str) -> list[str]:
    if published.get("commitment") == commit(seed):
        return []
    return ["The commitment does not belong to the seed."]


def _differences(published: Json, again: Draw) -> Iterator[str]:
    mine = json.loads(json.dumps(draw_data(again)))
    for part in ("rounds", "boards"):
        theirs = published.get(part)
        if type(theirs) is not list or len(theirs) != len(mine[part]):
            yield f"The published {part} are not {len(mine[part])} lists."
            continue
        for number, (given, drawn) in enumerate(zip(theirs, mine[part], strict=True), start=1):
            if given != drawn:
                yield f"New round {number}: the {part} are published as {given}, drawn anew as {drawn}."
    theirs = published.get("report")
    if type(theirs) is not dict:
        yield "There is no report."
        return
    for key in sorted(mine["report"].keys() | theirs.keys()):
        if key not in PASSING and theirs.get(key) != mine["report"].get(key):
            yield f"Report, {key}: published {theirs.get(key)}, found anew {mine['report'].get(key)}."
