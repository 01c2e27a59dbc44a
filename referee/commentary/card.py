"""A case as a card shows it: two boards, what was thrown, touched and played, what was ruled, who throws next, and why.

Decided here: what is drawn, and who throws next (by the books without numbered rules a move that was undone is played again with
the same throw). Left out: how a page or a paper looks, and every rule.
"""

from dataclasses import dataclass
from typing import Any

from games.engine.drawing import View, draw
from games.engine.rules import registry
from games.engine.rules.contract import Rules
from games.engine.rules.errors import BadPosition
from games.engine.rules.speech import Language
from referee.commentary.book import Case, Rule, cases, in_language, rules
from referee.judging import judge
from referee.judging.verdict import Outcome
from referee.judging.wording import sentence, verdict_name


@dataclass(frozen=True)
class Card:
    case: Case
    rule: Rule
    title: str
    why: str
    before: str  # drawings
    after: str
    mover: str  # a colour; empty in an opening
    roll: str
    touched: str
    played: str
    choice: str
    options: tuple[str, ...]
    verdict: str  # in words
    broken: tuple[int, ...]
    sent_back: tuple[str, str] | None
    move: str  # that stands
    next_is: str  # how it goes on: same, again, left, other, over, opening, throw_off
    next_colour: str
    left: int  # throws for a 6
    words: tuple[str, ...]  # as the referee reads them out
    thrown: tuple[tuple[str, str], ...]  # of an opening: colour and number


def position_of(case: Case) -> str:
    """Where the case begins; an opening is thrown for at the start."""
    if "position" in case.ask:
        return str(case.ask["position"])
    rules_here = registry.rules(case.book)
    return rules_here.write(rules_here.start(colours=case.ask["colours"]))


def card(case: Case, language: Language) -> Card:
    rules_here = registry.rules(case.book, case.options)
    may_be = (*rules_here.choices, *rules_here.at_table)
    said: dict[str, Any] = {
        "case": case,
        "rule": rules()[case.rule],
        "title": in_language(case.title, language),
        "why": in_language(case.why, language),
        "options": tuple([_option(option, case, language) for option in may_be if option.name in case.options]),
    }
    return Card(**said, **(_of_throw if case.is_throw else _of_table)(rules_here, case, language))


def picture(rule: Rule, language: Language) -> Card:
    """The card of the case that shows a rule."""
    return card(cases()[rule.picture], language)


def _option(option: Any, case: Case, language: Language) -> str:
    value = case.options[option.name]
    title = str(option.title.said(language))
    return title if value is True else f"{title}: {option.values[value].said(language)}"


def _of_throw(rules_here: Rules, case: Case, language: Language) -> dict[str, Any]:
    ask, ruling = case.ask, case.ruling
    position, roll = rules_here.read(ask["position"]), rules_here.read_roll(ask["roll"])
    verdict = judge(rules_here, position, roll, ask["touched"], ask["played"], ask["choice"])
    legal, permitted = rules_here.moves(position, roll)
    counts = next((m for m in legal if m.text == ruling["move"]), None) if ruling["verdict"] != Outcome.VOID else None
    look = View(language=language, with_numbers=True, with_note=False)
    back = ruling["sent_back"]
    after = rules_here.read(ruling["position"])
    if ruling["verdict"] == Outcome.VOID and not rules_here.has_duties:
        after = position if permitted else rules_here.follow(position, roll, None)
    return {
        "before": draw(ask["position"], boards=rules_here.own_boards, permitted=permitted, view=look),
        "after": draw(ruling["position"], boards=rules_here.own_boards, last_move=counts, view=look),
        "mover": rules_here.view(position).to_move,
        "roll": " + ".join(map(str, roll)) if isinstance(roll, tuple) else str(roll),
        "touched": ask["touched"] or "",
        "played": ask["played"],
        "choice": ask["choice"] or "",
        "verdict": verdict_name(ruling["verdict"], language),
        "broken": tuple(ruling["broken"]),
        "sent_back": (back[0], back[1:]) if back else None,
        "move": ruling["move"],
        "words": tuple([sentence(reason, language) for reason in verdict.reasons]),
        "thrown": (),
        **_next(rules_here, position, after, plays_again=after == position and bool(permitted)),
    }


def _next(rules_here: Rules, before: Any, after: Any, *, plays_again: bool = False) -> dict[str, Any]:
    colour, throws = rules_here.view(after)[2:]
    same = colour == rules_here.view(before).to_move
    how = "left" if throws else "again" if same else "other"
    how = "over" if rules_here.over(after) else "same" if plays_again else how
    return {"next_is": how, "next_colour": colour, "left": 3 - throws}


def _of_table(rules_here: Rules, case: Case, language: Language) -> dict[str, Any]:
    ask, ruling, look = case.ask, case.ruling, View(language=language, with_numbers=True, with_note=False)
    position = rules_here.read(position_of(case))
    empty = {"touched": "", "choice": "", "sent_back": None, "move": "", "words": (), "thrown": ()}
    before = {
        "before": draw(rules_here.view(position), view=look),
        "played": ask.get("played", ""),
        "roll": str(ask.get("roll", "")),
    }
    if ask["what"] == "opening":
        thrown = tuple([(word[0], word[1:]) for word in ask["thrown"].split()])
        going_on = {"next_is": "opening" if ruling["begins"] else "throw_off", "left": 0}
        going_on["next_colour"] = ruling["begins"] or ruling["throws"]
        return {**empty, **before, **going_on, "after": "", "mover": "", "verdict": "", "broken": (), "thrown": thrown}
    try:
        going_on = _next(rules_here, position, rules_here.read(ruling["position"]))
        after = draw(ruling["position"], view=look)
    except BadPosition:  # one player is left, and that is no position
        going_on, after = {"next_is": "over", "next_colour": "", "left": 0}, ""
    return {
        **empty,
        **before,
        "after": after,
        "mover": ask["who"],
        "verdict": verdict_name(Outcome.CORRECT if ruling["stands"] else Outcome.VOID, language),
        "broken": tuple(ruling["broken"]),
        **going_on,
    }
