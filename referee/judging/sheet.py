"""A verdict as it is shown: the protocol's answer, the reasons in both languages, the rules, the board before and after.

Decided here: what a page needs of a judged throw, so that the server and the same Python on a phone give the same sheet. Left
out: how it looks.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from games.drawing import View, draw
from games.drawing.words import Language
from games.protocol import OPS, Desk, Request, text
from games.rules.wording import LANGUAGES
from referee.judging import wording
from referee.judging.book import explained
from referee.judging.throw import judge
from referee.judging.verdict import PENALISED, VOID

FACTS = ("rules", "options", "position", "roll", "touched", "played", "choice")
_desk = Desk(OPS)


def judged(facts: Mapping[str, Any], desk: Desk = _desk) -> dict[str, Any]:
    """What is kept of a verdict. BadRequest and GameError say why it cannot be judged."""
    request = dict(facts)
    rules = desk.rules(request)
    position, roll = rules.read(text(request, "position")), rules.read_roll(request.get("roll"))
    touched, choice = (text(request, name) if request.get(name) else None for name in ("touched", "choice"))
    found = judge(rules, position, roll, touched, text(request, "played"), choice)
    return {
        "verdict": found.verdict,
        "broken": list(found.broken),
        "sent_back": found.sent_back,
        "move": found.move,
        "position": rules.write(found.position),
        "permitted": [move.text for move in rules.permitted(position, roll)],
        "title": {language: wording.verdict_name(found.verdict, language) for language in LANGUAGES},
        "words": {
            language: [*map(partial(wording.sentence, language=language), found.reasons)] for language in LANGUAGES
        },
    }


def boards(facts: Mapping[str, Any], kept: Mapping[str, Any], language: Language, desk: Desk = _desk) -> dict[str, str]:
    """What might have been played on the position as it was, and the position that stands with the move that counts."""
    rules, view = desk.rules(dict(facts)), View(language=language, with_numbers=True)
    legal, permitted = rules.moves(rules.read(facts["position"]), facts["roll"])
    counts = next((m for m in legal if m.text == kept["move"]), None) if kept["verdict"] != VOID else None
    before = draw(facts["position"], permitted=permitted, view=view)
    return {"before": before, "after": draw(kept["position"], last_move=counts, view=view)}


def shown(facts: Mapping[str, Any], kept: Mapping[str, Any], language: Language, desk: Desk = _desk) -> dict[str, Any]:
    """All that the page of a claim shows of a verdict."""
    rules, back = explained(language, kept["broken"]), may_go_back(facts, kept["verdict"], desk)
    return {**kept, "rules": rules, "may_go_back": back, **boards(facts, kept, language, desk)}


def may_go_back(facts: Mapping[str, Any], verdict: str, desk: Desk = _desk) -> list[str]:
    """The pieces that missed a capture, as `choice` names them, where the referee has to say which of them goes back."""
    rules = desk.rules(dict(facts))
    position, roll = rules.read(facts["position"]), rules.read_roll(facts["roll"])
    missed = verdict == PENALISED or (verdict == VOID and rules.has_duties)
    demand = rules.demand(position, roll) if missed else None
    if demand is None or demand.code != "capture":
        return []
    mover, pieces = rules.view(position).to_move, cast("Sequence[tuple[str, str]]", demand.data["pieces"])
    named = [field if colour == mover else f"{colour}:{field}" for colour, field in pieces]
    return named if len(named) > 1 and facts.get("touched") not in named else []


def sheet(desk: Desk, request: Request) -> dict[str, object]:
    """The op of the protocol; `language` is that of the drawings and rules."""
    language: Language = "en" if request.get("language") == "en" else "de"
    return shown(request, judged(request, desk), language, desk)
