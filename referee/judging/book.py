"""The sixteen rules of the tournament book in our own words."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.engine.rules.speech import Language, Text


class Rule(NamedTuple):
    number: int
    title: Text
    text: Text


RULES = (
    Rule(
        1,
        Text("Who begins"),
        Text("Everybody throws once; the highest begins. Those who tie throw again among themselves."),
    ),
    Rule(
        2,
        Text("Up to three throws"),
        Text(
            "Whoever has no piece on the track and none that could still advance in "
            "the goal has up to three throws for a 6."
        ),
    ),
    Rule(3, Text("Three throws without a 6"), Text("If the third throw is no 6 either, it is the next player's turn.")),
    Rule(
        4,
        Text("Duty: enter"),
        Text("With a 6 a waiting piece comes onto its own start field. Only a capture comes before this."),
    ),
    Rule(
        5,
        Text("Duty: clear the start field"),
        Text(
            "While own pieces wait, the piece on the start field has to leave it as soon as a throw lets it. "
            "Whoever misses this puts it back with the waiting ones. Only a capture comes before this."
        ),
    ),
    Rule(
        6,
        Text("One throw, free choice"),
        Text("Whoever can move has one throw. Among several pieces the choice is free where no duty decides."),
    ),
    Rule(
        7,
        Text("Again after a 6"),
        Text(
            "Every 6 is followed by another throw, also where it could not be moved; another piece may be used for it."
        ),
    ),
    Rule(8, Text("Duty: move"), Text("The throw is moved at once and exactly. Whoever can move any piece has to.")),
    Rule(
        9,
        Text("Jumping"),
        Text("Pieces in the way are jumped and their fields counted. Never more than one piece stands on a field."),
    ),
    Rule(
        10,
        Text("Highest duty: capture"),
        Text(
            "Whoever can hit a foreign piece has to capture it; this comes before all else. "
            "Of several one may choose, but a move that fulfils a second duty as well comes first."
        ),
    ),
    Rule(
        11,
        Text("Capture missed"),
        Text("The piece that should have captured goes back to the waiting ones and needs a 6 again."),
    ),
    Rule(
        12,
        Text("Touched means moved"),
        Text(
            "The piece touched first is moved if it may; if it may not, no other move counts either. "
            "There is no correcting, not after a hint from outside either and at no age."
        ),
    ),
    Rule(
        13,
        Text("Duty missed"),
        Text(
            "The move does not count, everything goes back, except pieces sent home by rules 5 and 11, "
            "and it is the next player's turn."
        ),
    ),
    Rule(
        14,
        Text("Duty: go home exactly"),
        Text("After a full lap a piece goes into the goal by the exact count. No own piece is jumped in the goal."),
    ),
    Rule(
        15, Text("Upsetting pieces"), Text("Whoever upsets pieces on purpose is out of the whole tournament at once.")
    ),
    Rule(16, Text("Who wins"), Text("The first to have all four pieces home wins.")),
)


def explained(language: Language, numbers: Iterable[int] | None = None) -> list[dict[str, Any]]:
    """All rules, or those with these numbers."""
    chosen = None if numbers is None else set(numbers)
    return [
        {"number": rule.number, "title": rule.title.said(language), "text": rule.text.said(language)}
        for rule in RULES
        if chosen is None or rule.number in chosen
    ]
