"""What becomes of the game by a ruling, as a position and in words, which are made of that position.

Decided here: where the pieces stand and who throws next if a ruling follows the verdict or differs from it, and the sentences
about that: one function before and after signing, on pages, phones and paper. Left out: what the player gets for it.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.protocol import OPS, Desk
from games.engine.records.left_standing import as_played
from games.engine.rules.contract import Reason, Rules
from games.engine.rules.speech import Language

from . import wording
from .codes import Effect, Follows
from .verdict import CORRECT

Data = Mapping[str, Any]
BOARDS = VERDICT, AS_IS, OTHER, REPLAY = "verdict", "as_is", "other", "replay"
HEADINGS = {AS_IS: Effect.TITLE_STAYS, OTHER: Effect.TITLE_OTHER, REPLAY: Effect.TITLE_ANEW}
_desk = Desk(OPS)


def stands(facts: Data, verdict: Data, board: str, position: str, *, went_on: bool, desk: Desk = _desk) -> str:
    """The position from which the game goes on. Empty where it starts again, and where it is left as it is although it `went_on`
    since: then nobody knows the position. GameError where `position` (for another one than the verdict's) is none."""
    rules = desk.rules(dict(facts))
    if board == OTHER:
        return rules.write(rules.read(position))
    if board == AS_IS and not went_on:
        return as_played(rules, facts["position"], rules.read_roll(facts["roll"]), facts["played"])
    return str(verdict["position"]) if board == VERDICT else ""


def in_words(facts: Data, verdict: Data, board: str, position: str, desk: Desk = _desk) -> dict[str, Any]:
    """The title and the sentences by language: what counts now in `words`; where that is not what the rules say, what they say
    in `by_rules`. `position` is the one that stands (`stands`). A verdict has the position of `now` where play went on since and
    nothing is taken back (`left_running`)."""
    rules, now = desk.rules(dict(facts)), verdict.get("now") if board in (VERDICT, AS_IS) else None
    gone_on = Reason(Effect.GONE_ON, (), {"next": _next(rules, now)}) if now else None
    if board == VERDICT:
        words = verdict["words"]
        return {
            "title": verdict["title"],
            "words": {each: _gone_on(verdict, each, gone_on) for each in words} if gone_on else words,
            "by_rules": {language: [] for language in words},
        }
    reason = gone_on or _effect(rules, board, position)
    return {
        "title": {language: _title(board, title, language) for language, title in verdict["title"].items()},
        "words": {language: [wording.sentence(reason, language)] for language in verdict["words"]},
        "by_rules": {language: _without_effect(verdict, language) for language in verdict["words"]},
    }


def left_running(verdict: Data, board: str, now: str, then: str) -> Data:
    """The verdict with the position of `now`, if it takes nothing back of a throw after which the record stood as `then`."""
    is_left = bool(now) and (board == AS_IS or (board == VERDICT and verdict["position"] == then))
    without = {name: value for name, value in verdict.items() if name != "now"}
    return {**without, "now": now} if is_left else without


def _gone_on(verdict: Data, language: Language, gone_on: Reason) -> list[str]:
    """Of a move that is right who throws now takes the place of who threw after it."""
    said, follows = list(verdict["words"][language]), _follows(verdict, language)
    first = follows if verdict["verdict"] == CORRECT else follows + 1
    return [*said[:first], wording.sentence(gone_on, language), *said[follows + 1 :]]


def without_throw(board: str, language: Language) -> str:
    """What becomes of the game where no throw was judged, and the ruling is not what was found. Empty: it is."""
    if board not in (AS_IS, REPLAY):
        return ""
    return wording.sentence(Reason(Effect.ANEW if board == REPLAY else Effect.GOES_ON, (), {}), language)


def _effect(rules: Rules, board: str, position: str) -> Reason:
    if board == REPLAY:
        return Reason(Effect.ANEW, (), {})
    if not position:
        return Reason(Effect.GOES_ON, (), {})
    code = Effect.SET if board == OTHER else Effect.AS_PLAYED
    return Reason(code, (), {"next": _next(rules, position)})


def _next(rules: Rules, position: str) -> Reason:
    """Who throws from there; why it may be the same player again is nothing that a position says."""
    now = rules.read(position)
    if rules.over(now):
        return Reason(Follows.NEXT_NONE, (), {})
    return Reason(Follows.NEXT_OTHER, (), {"colour": rules.view(now).to_move})


def _title(board: str, title: str, language: Language) -> str:
    return HEADINGS[board].text.said(language, {"verdict": title})


def _without_effect(verdict: Data, language: Language) -> list[str]:
    """What was found, without the sentence about what follows: it does not follow."""
    said, follows = list(verdict["words"][language]), _follows(verdict, language)
    return said[:follows] + said[follows + 1 :]


def _follows(verdict: Data, language: Language) -> int:
    """Which sentence says what follows: the last but those of other readings."""
    otherwise = sum(len(reading["others"]) for reading in verdict.get("readings", ()))
    return len(verdict["words"][language]) - 1 - otherwise
