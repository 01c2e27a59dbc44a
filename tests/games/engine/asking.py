"""The two that are asked the same: the engine and the second reading of the rules."""

import json
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from games.engine.protocol import OPS, Desk
from games.engine.rules import layout as engine_layout
from tests.games.engine.oracle.mauer import layout_from
from tests.games.engine.oracle.protocol import answer

PLAIN = Desk(OPS)


def oracle(request: Any, layout: Any = None) -> dict[str, Any]:
    return answer(request, layout_from(layout) if layout else None)


def engine(request: Any, layout: Any = None) -> dict[str, Any]:
    """The engine as its protocol is spoken: a line of JSON in, a line of JSON out."""
    desk = with_layout(layout) if layout else PLAIN
    answered: dict[str, Any] = json.loads(desk.answer(json.dumps(request).encode()))
    return answered


def with_layout(layout: Any) -> Desk:
    with NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(layout, file)
        file.flush()
        return Desk(OPS, {"mauer": {engine_layout.BOARD: engine_layout.load(Path(file.name))}})
