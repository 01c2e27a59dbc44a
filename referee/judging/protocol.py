"""The ops `judge` and `sheet` of the text protocol; the others are those of `games.protocol`."""

from games.protocol import OPS as GAMES_OPS
from games.protocol import Answer, Desk, Request, text
from referee.judging.sheet import sheet
from referee.judging.throw import judge as judged


def judge(desk: Desk, request: Request) -> Answer:
    rules = desk.rules(request)
    position = rules.read(text(request, "position"))
    roll = rules.read_roll(request.get("roll"))
    touched, choice = _field(request, "touched"), _field(request, "choice")
    found = judged(rules, position, roll, touched, text(request, "played"), choice)
    return {
        "verdict": found.verdict,
        "broken": found.broken,
        "sent_back": found.sent_back,
        "move": found.move,
        "position": rules.write(found.position),
    }


def _field(request: Request, key: str) -> str | None:
    return None if request.get(key) is None else text(request, key)


OPS = {**GAMES_OPS, "judge": judge, "sheet": sheet}
