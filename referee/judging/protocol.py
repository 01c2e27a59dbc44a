"""The ops `judge`, `sheet`, `incidents` and `table` of the text protocol; the others are those of `games.engine.protocol`."""

from games.engine.protocol import OPS as GAMES_OPS
from games.engine.protocol import Answer, Desk, Request, takes, text, told

from .incidents.register import incidents, table
from .readings import as_data
from .sheet import sheet
from .throw import judge as judge_throw


@takes("rules", "options", "position", "roll", "touched", "played", "choice")
def judge(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position = rules.read(text(request, "position"))
    roll = rules.read_roll(request.get("roll"))
    touched, choice = _field(request, "touched"), _field(request, "choice")
    verdict = judge_throw(rules, position, roll, touched, text(request, "played"), choice)
    return {
        "verdict": verdict.verdict,
        "broken": verdict.broken,
        "sent_back": verdict.sent_back,
        "move": verdict.move,
        **told(rules, position, verdict.position),
        "readings": as_data(rules, verdict),
    }


def _field(request: Request, key: str) -> str | None:
    return None if request.get(key) is None else text(request, key)


OPS = {**GAMES_OPS, "judge": judge, "sheet": sheet, "incidents": incidents, "table": table}
