"""The options of a rule set, each declared once.

Decided here: what a declaration holds, and which values it allows. A rule set lists its own (`Rules.choices`); defaults,
checking, listing, forms and pages follow from that. A reading (of a sentence of a book that can be read in more
than one way) is an option too, with a number. Left out: what a choice does (the rule set), who may choose and when
(the tournament).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .codes import Code
from .errors import BadOption
from .speech import Text


class OptionFault(Code):
    UNKNOWN_OPTION = "unknown_option", Text("{rules} has no option '{option}'")
    OPTION_VALUE = "option_value", Text("option {option} does not have this value")
    OPTION_NOT_BOOL = "option_not_bool", Text("option {option} is true or false")


NO_YES: Mapping[object, Text] = {False: Text("no"), True: Text("yes")}


@dataclass(frozen=True)
class Option:
    """`name` is what programs and records call it, `title` what people do; `decides` says in a sentence what it
    changes. `values` are all that may be chosen, each with its words. A reading has a `number` in the register of
    readings, and its `books` name what it reads, as it is cited: "turnier 14". `is_judged`: it changes no move, only
    what a referee says of one. `is_of_table`: it concerns the table rather than a move, and the tournament rather
    than the book. `asks` and `why` are for the register: what the book leaves open, why the default is ours.
    """

    name: str
    title: Text
    decides: Text
    values: Mapping[object, Text]
    default: object
    number: int | None = None
    books: tuple[str, ...] = ()
    is_judged: bool = False
    is_of_table: bool = False
    asks: Text | None = None
    why: Text | None = None

    def __post_init__(self) -> None:
        """Refuse a declaration without words where it stands, not where somebody reads it."""
        if not self.values:
            raise TypeError(f"{self.name}: nothing can be chosen")
        for words in (self.title, self.decides, *self.values.values()):
            if not isinstance(words, Text) or not words.english.strip():
                raise TypeError(f"{self.name}: {words!r} is no sentence")

    def refuse(self, value: object) -> None:
        """BadOption unless it may be chosen."""
        if fault := self.fault(value):
            raise BadOption(fault, option=self.name)

    def worded(self, value: object) -> Text:
        """A value in words."""
        return self.values[value]

    def fault(self, value: object) -> Code | None:
        """What is wrong with a value; None if it is allowed."""
        if isinstance(self.default, bool):
            return None if isinstance(value, bool) else OptionFault.OPTION_NOT_BOOL  # 1 does not count as True
        return None if value in [*self.values] else OptionFault.OPTION_VALUE


def switch(name: str, title: Text, decides: Text) -> Option:
    """An option that is off unless somebody switches it on."""
    return Option(name=name, title=title, decides=decides, values=NO_YES, default=False)
