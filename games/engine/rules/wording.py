"""Reasons as sentences, and the names of colours and duties.

Left out: the sentences of the codes, which are declared with each code (`codes.Code`), and what a referee says
(`referee.judging.wording`).
"""

from collections.abc import Mapping

from .colours import COLOUR_NAMES as COLOUR_NAMES
from .colours import colour_name as colour_name
from .contract import Duty, Reason
from .mauer_words import in_words
from .speech import SOURCE, Language, Plural, Text

# The duties of `turnier`, by rule.
DUTIES: Mapping[int, Text] = {int(duty): duty.text for duty in Duty}
CITED = Plural("rule", "rules")


def reason(cause: Reason, language: Language = SOURCE) -> str:
    """One sentence, with the rules it rests on."""
    moves = cause.data.get("moves")
    listed = ", ".join([in_words(move, language) for move in moves]) if isinstance(moves, tuple) else ""
    move = in_words(str(cause.data.get("move", "")), language)
    sentence = cause.code.said(language, {**cause.data, "moves": listed, "move": move})
    return f"{sentence} {cited(cause.rules, language)}".strip()


def cited(rules: tuple[int, ...], language: Language = SOURCE) -> str:
    """ "(Regel 8, 14)"; nothing where a book has no numbers."""
    if not rules:
        return ""
    return f"({CITED.said(language, len(rules))} {', '.join(str(number) for number in rules)})"


def duty_name(rule: int, language: Language = SOURCE) -> str:
    return DUTIES[rule].said(language)
