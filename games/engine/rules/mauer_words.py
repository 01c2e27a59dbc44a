"""A written move of two dice in plain words: which field it began on, what each die was used for, where it ended.

Decided here: the words, from the notation alone, also for a move that the book does not allow. Left out: the notation
(`mauer_refusals`).
"""

from .mauer_refusals import ONE_DIE, WRITTEN_MOVE
from .mauer_routes import BACKWARD, FORWARD, JUMP
from .notation import WAITING
from .speech import SOURCE, Language, Text

USED = {
    FORWARD: Text("{die} on"),
    BACKWARD: Text("{die} back"),
    JUMP: Text("{die} over the wall"),
}
MOVE = Text("the move from {origin} to {end} ({how})")
ENTERED = Text("the move from the waiting field to {end} ({how})")
THEN = Text("{one}, then {other}")
ONLY = Text("only {one}")
CAPTURED = Text("{how}; captured on {fields}")
BOTH = Text("{one} and {other}")


def in_words(move: str, language: Language = SOURCE) -> str:
    """A move of another game, or what is no move, stays as it is written."""
    parts = move.split(" ")
    if len(parts) > 1 and all(ONE_DIE.fullmatch(part) for part in parts):
        one, other = (in_words(part, language) for part in parts[:2])
        return BOTH.said(language, {"one": one, "other": other})
    if match := WRITTEN_MOVE.fullmatch(move):
        first = USED[match["one"]].said(language, {"die": match["die"]})
        second = USED[match["other"]].said(language, {"die": match["other_die"]})
        return _said(match["origin"], match["ends"], THEN.said(language, {"one": first, "other": second}), language)
    if match := ONE_DIE.fullmatch(move):
        mark, die = move[len(match["origin"])], move[len(match["origin"]) + 1]
        used = USED[mark].said(language, {"die": die})
        return _said(match["origin"], match["ends"], ONLY.said(language, {"one": used}), language)
    return move


def _said(origin: str, ends: str, how: str, language: Language) -> str:
    end, *captured = ends.split("x")
    if captured:
        fields = captured[0] if len(captured) == 1 else BOTH.said(language, {"one": captured[0], "other": captured[1]})
        how = CAPTURED.said(language, {"how": how, "fields": fields})
    text = ENTERED if origin == WAITING else MOVE
    return text.said(language, {"origin": origin, "end": end, "how": how})
