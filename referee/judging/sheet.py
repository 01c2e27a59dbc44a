"""A verdict as a page shows it: the protocol's answer, the reasons in every language, the rules, the board before and after.

Decided here: what a page needs of a judged throw, so that the server and the same Python on a phone give the same sheet. Left
out: how it looks.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from games.engine.drawing import View, draw
from games.engine.protocol import OPS, BadRequest, Desk, Request, takes, text
from games.engine.rules.contract import NOTHING
from games.engine.rules.errors import GameError
from games.engine.rules.mauer_words import in_words
from games.engine.rules.speech import Language, languages, spoken

from . import effect, readings, wording
from .book import explained
from .codes import ChoiceFault
from .throw import judge
from .verdict import PENALISED, VOID

Data = Mapping[str, Any]
FACTS = ("rules", "options", "position", "roll", "touched", "played", "choice")
RULED = ("board", "standing", "went_on", "now", "then")
_desk = Desk(OPS)


class BadChoice(GameError):
    """The piece that a referee names missed no capture, and another one did."""


def judged(facts: Data, desk: Desk = _desk) -> dict[str, Any]:
    """The verdict as it is stored. BadRequest and GameError say why a throw cannot be judged."""
    request = dict(facts)
    rules = desk.rules(request)
    position, roll = rules.read(text(request, "position")), rules.read_roll(request.get("roll"))
    touched, choice = (text(request, name) if request.get(name) else None for name in ("touched", "choice"))
    verdict = judge(rules, position, roll, touched, text(request, "played"), choice)
    back = may_go_back(facts, verdict.verdict, desk) if choice else []
    if back and choice not in back:
        raise BadChoice(ChoiceFault.CHOICE, field=choice, fields=", ".join(back))
    said = [*verdict.reasons, *readings.reasons(verdict)]
    return {
        "verdict": verdict.verdict,
        "broken": list(verdict.broken),
        "sent_back": verdict.sent_back,
        "move": verdict.move,
        "position": rules.write(verdict.position),
        "permitted": [move.text for move in rules.permitted(position, roll)],
        "title": {language: wording.verdict_name(verdict.verdict, language) for language in languages()},
        "words": {language: [*map(partial(wording.sentence, language=language), said)] for language in languages()},
        "readings": readings.as_data(rules, verdict),
    }


def boards(facts: Data, verdict: Data, language: Language, desk: Desk = _desk) -> dict[str, str]:
    """Two drawings: the position before with the permitted moves, and the position that stands with the move that counts."""
    rules, view = desk.rules(dict(facts)), View(language=language, with_numbers=True)
    legal, permitted = rules.moves(rules.read(facts["position"]), facts["roll"])
    counts = next((m for m in legal if m.text == verdict["move"]), None) if verdict["verdict"] != VOID else None
    before = draw(facts["position"], boards=rules.own_boards, permitted=permitted, view=view)
    return {"before": before, "after": draw(verdict["position"], boards=rules.own_boards, last_move=counts, view=view)}


def page_data(
    facts: Data, verdict: Data, language: Language, desk: Desk = _desk, *, ruled: Data | None = None
) -> dict[str, Any]:
    """Everything that the page of a claim shows of a verdict, and of the ruling that is about to be signed: `ruled` has the
    `board`, the position in `standing`, and of a throw after which more were recorded (`went_on`) the record's position `now` and
    `then`, right after it."""
    rules, back = explained(language, verdict["broken"]), may_go_back(facts, verdict["verdict"], desk)
    ways = [in_words(move, language) for move in verdict.get("permitted", ())]
    shown = {**verdict, "rules": rules, "may_go_back": back, "ways": ways, **boards(facts, verdict, language, desk)}
    board = (ruled or {}).get("board") or effect.VERDICT
    if ruled is None:
        return shown
    verdict = effect.left_running(verdict, board, ruled.get("now") or "", ruled.get("then") or "")
    if board == effect.VERDICT and not verdict.get("now"):
        return shown
    went_on = bool(ruled.get("went_on"))
    position = effect.stands(facts, verdict, board, ruled.get("standing") or "", went_on=went_on, desk=desk)
    said = effect.in_words(facts, verdict, board, position, desk)
    words = {each: [*said["words"][each], *said["by_rules"][each]] for each in said["words"]}
    own, look = desk.rules(dict(facts)).own_boards, View(language=language, with_numbers=True)
    position = verdict.get("now") or position
    after = draw(position, boards=own, view=look) if position else ""
    return {**shown, "title": said["title"], "words": words, "after": after}


def may_go_back(facts: Data, verdict: str, desk: Desk = _desk) -> list[str]:
    """The pieces that missed a capture, as `choice` names them, where the referee has to say which of them goes back."""
    rules = desk.rules(dict(facts))
    position, roll = rules.read(facts["position"]), rules.read_roll(facts["roll"])
    missed = verdict == PENALISED or (verdict == VOID and rules.has_duties)
    moved = facts["played"] != NOTHING or facts.get("touched")
    if moved and rules.options.get("missed_capture") == "moved":
        return []
    demand = rules.demand(position, roll) if missed else None
    if demand is None or demand.code != "capture":
        return []
    mover, pieces = rules.view(position).to_move, cast("Sequence[tuple[str, str]]", demand.data["pieces"])
    named = [field if colour == mover else f"{colour}:{field}" for colour, field in pieces]
    return named if len(named) > 1 and facts.get("touched") not in named else []


@takes(*FACTS, "language", *RULED)
def sheet(desk: Desk, request: Request) -> dict[str, object]:
    """The op `sheet` of the protocol; drawings and rules are in the `language` of the request."""
    language, ruled = spoken(request.get("language")), {name: request.get(name) for name in RULED}
    if ruled["board"] not in (None, *effect.BOARDS):
        raise BadRequest("board is one of " + ", ".join(effect.BOARDS))
    for name in ("standing", "now", "then"):
        if not isinstance(ruled[name], str | None):
            raise BadRequest(f"{name} is text")
    return page_data(request, judged(request, desk), language, desk, ruled=ruled)
