"""The books in our own words, sentence by sentence. A sentence that an option overrules says which value it stands for, so that
nothing is said that is not played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.judging.book import explained


@dataclass(frozen=True)
class Line:
    """`while_`: the values of options for which this is so; without any it is always so. `with_`: an option that has to be on."""

    title: Promise | str
    text: Promise | str
    while_: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0  # in a book whose rules are numbered
    with_: str = ""

    def holds(self, options: Mapping[str, Any]) -> bool:
        is_on = not self.with_ or bool(options.get(self.with_))
        return is_on and all(options.get(name) == value for name, value in self.while_.items())


TWO_COLOURS = "two_colours"  # no option: how a game of two is set up
ONE_COLOUR = {TWO_COLOURS: False}
EACH_TWO = (
    Line(
        _("Two colours each"),
        _(
            "Each of the two players has two opposite colours. All four take their turns clockwise, each for itself: a throw "
            "moves only the colour whose turn it is."
        ),
    ),
    Line(
        _("Two colours each"),
        _(
            "No colour helps the other one of its player. That one is foreign: it may be captured like any other, and has to be "
            "where capturing is compulsory."
        ),
    ),
    Line(
        _("Two colours each"),
        _("A colour has finished when its own four pieces are home, wherever the other one of its player stands."),
    ),
    Line(
        _("Two colours each"),
        _("The first colour to finish wins for its player; the others play on, each for a place of its own."),
        {"play_on": "places"},
    ),
    Line(
        _("Two colours each"),
        _("The first colour to finish wins for its player, and the game is over."),
        {"play_on": "winner"},
    ),
)
THE_END = (
    Line(
        _("The end"),
        _("The first with four pieces home wins; the others play on for the next places."),
        {"play_on": "places", "neutral": None, **ONE_COLOUR},
    ),
    Line(
        _("The end"),
        _("The first with four pieces home wins, and the game is over."),
        {"play_on": "winner", "neutral": None, **ONE_COLOUR},
    ),
)
NEUTRAL_END = (
    Line(
        _("The end"),
        _(
            "Whoever has the four own pieces home moves on with the neutral ones. Nobody has finished before these are home, too."
        ),
        with_="neutral",
    ),
    Line(
        _("The end"),
        _("The first to finish wins; the others play on for the next places."),
        {"play_on": "places"},
        with_="neutral",
    ),
    Line(
        _("The end"),
        _("The first to finish wins, and the game is over."),
        {"play_on": "winner"},
        with_="neutral",
    ),
)
FAMILY = (
    Line(
        _("To begin"),
        _("Everybody has four pieces of one colour: one on the own start field, three waiting."),
        ONE_COLOUR,
    ),
    Line(
        _("To begin"),
        _("Each colour has four pieces: one on its own start field, three waiting."),
        with_=TWO_COLOURS,
    ),
    Line(
        _("To begin"),
        _("Everybody throws once and the highest begins; who is level throws again. Then it goes clockwise."),
    ),
    Line(_("Moving"), _("One piece goes on exactly as many fields as were thrown. Whoever can move has to.")),
    Line(_("Moving"), _("Pieces in the way are jumped, and their fields count.")),
    Line(_("Moving"), _("Pieces go forward only."), {"backward_capture": False}),
    Line(_("Moving"), _("Only one piece stands on a field."), {"barriers": False}),
    Line(_("Capturing"), _("Whoever lands on a foreign piece captures it: it waits again and needs a 6.")),
    Line(_("Capturing"), _("Nobody has to capture."), {"forced_capture": False}),
    Line(
        _("With a 6"),
        _("A waiting piece has to come onto its start field. After every 6 the same player throws again."),
    ),
    Line(_("With a 6"), _("While pieces wait, the own start field has to be cleared as soon as a throw allows it.")),
    Line(_("With a 6"), _("Whoever waits for a 6 has one throw a turn."), {"three_throws": False}),
    Line(
        _("Going home"),
        _("After a full lap a piece goes into the own goal, by the exact count; each goal field counts."),
    ),
    Line(_("Going home"), _("Own pieces in the goal may be jumped."), {"no_goal_jump": False}),
    *THE_END,
    *NEUTRAL_END,
)
WALLS = (
    Line(
        _("To begin"),
        _("All four pieces wait. The youngest begins. No 6 is needed to enter, and the start field counts."),
    ),
    Line(
        _("Moving"),
        _("Both dice are thrown, and both are moved by one piece, one after the other, forward or backward."),
    ),
    Line(_("Moving"), _("Pieces in the way are jumped, and their fields count. Only one piece stands on a field.")),
    Line(_("Walls"), _("Beside a wall section that shows what one of the dice shows, this step may jump the wall.")),
    Line(_("Capturing"), _("Whoever ends on a foreign piece captures it. Nobody has to capture.")),
    Line(
        _("Capturing"),
        _("A piece on the way-station is captured too if the direction changes there or either step is a jump."),
    ),
    Line(_("Going home"), _("A piece that ends its move on a Z field is home. Both dice have to be used for it.")),
    *THE_END,
)
BOOKS: Mapping[str, tuple[Line, ...]] = {"classic": FAMILY, "classic6": FAMILY, "verboten": FAMILY, "mauer": WALLS}


def lines_of(rules: str, options: Mapping[str, Any], language: str, *, has_two_colours: bool = False) -> Iterator[Line]:
    """What the book says, without what is played differently. `options`: every one with its value. `has_two_colours`: two
    players have two colours each, and that is said first."""
    played = {**options, TWO_COLOURS: has_two_colours}
    if has_two_colours:
        yield from (line for line in EACH_TWO if line.holds(played))
    if rules in BOOKS:
        yield from (line for line in BOOKS[rules] if line.holds(played))
    else:
        yield from (Line(rule["title"], rule["text"], number=rule["number"]) for rule in explained(language))
