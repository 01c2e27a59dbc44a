"""The two that are asked the same: our judge and the second reading of the rules."""

import json
from typing import Any

from games.engine.protocol import Desk
from games.engine.rules import registry
from referee.judging import Verdict, judge
from referee.judging.protocol import OPS
from tests.games.engine.asking import oracle as oracle
from tests.games.engine.asking import with_layout
from tests.games.engine.judging_tables import judgements

DESK = Desk(OPS)
CASES = judgements()


def referee(request: Any, layout: Any = None) -> dict[str, Any]:
    """As the protocol is spoken: a line of JSON in, a line of JSON out."""
    desk = Desk(OPS, with_layout(layout).layouts) if layout else DESK
    answered: dict[str, Any] = json.loads(desk.answer(json.dumps(request).encode()))
    return answered


def judged(asked: dict[str, Any]) -> Verdict:
    """The verdict itself, with its reasons."""
    rules = registry.rules(asked["rules"], asked.get("options"))
    position, roll = rules.read(asked["position"]), rules.read_roll(asked["roll"])
    return judge(rules, position, roll, asked.get("touched"), asked["played"], asked.get("choice"))
