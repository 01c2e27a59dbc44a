"""Proof that a draw was not arranged: a seed bound before the draw, and a draw that anybody can repeat.

Before the draw its commitment is shown, a hash that gives nothing away about a seed of enough chance; after
it the seed. Whoever has the published draw hashes the seed, draws again, and compares. Only a draw that its
time cut short cannot be repeated, and says so itself.

Left out: where the commitment is shown, and when.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any

from tournament.seating.draw import draw
from tournament.seating.model import Draw, SeatingError, Watch
from tournament.seating.reading import Json
from tournament.seating.wire import order
from tournament.seating.writing import draw_data, request_data

FORMAT = "augengenau draw 1"
PATIENCE = 300.0
"""Seconds for drawing again: the time must not be what ends it."""
PASSING = ("seconds", "cut_short")
"""What the report says of the time it took."""


def new_seed() -> str:
    """128 bits: too many to try them all until one fits the commitment."""
    return secrets.token_hex(16)


def commit(seed: str) -> str:
    """What is shown beforehand."""
    return hashlib.sha256(f"{FORMAT}/{seed}".encode("utf-8", "surrogatepass")).hexdigest()


def publish(done: Draw) -> dict[str, Any]:
    """Everything needed to draw it again, as one JSON document."""
    return {
        "format": FORMAT,
        "commitment": commit(done.request.seed),
        "request": request_data(done.request, done.report["mode"]),
        **draw_data(done),
    }


def check(published: Any) -> list[str]:
    """Every difference between a published draw and the same draw made anew; none if all is well."""
    if type(published) is not dict or published.get("format") != FORMAT:
        return [f"This is not a draw published as «{FORMAT}»."]
    try:
        asked = order(published.get("request"))
        again = draw(asked.request, asked.mode, Watch(PATIENCE))
    except SeatingError as error:
        return [f"The request cannot be drawn. {error.sentence}"]
    found = [*_commitment(published, asked.request.seed), *_differences(published, again)]
    if found and again.is_cut_short:
        found.append("Drawing again was cut short by time, so the draws need not be alike.")
    return found


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
        for number, (said, drawn) in enumerate(zip(theirs, mine[part], strict=True), start=1):
            if said != drawn:
                yield f"New round {number}: the {part} are published as {said}, drawn anew as {drawn}."
    theirs = published.get("report")
    if type(theirs) is not dict:
        yield "There is no report."
        return
    for key in sorted(mine["report"].keys() | theirs.keys()):
        if key not in PASSING and theirs.get(key) != mine["report"].get(key):
            yield f"Report, {key}: published {theirs.get(key)}, found anew {mine['report'].get(key)}."
