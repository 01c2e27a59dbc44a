"""A conversation of at most three questions: what is asked, what is known, what was found.

An incident is a function of a `Case` that reads like the talk at the table: it asks (`case.ask`), and where an answer is
missing the question itself is raised and goes to whoever asks. So the order of the questions stands in one place, for pages,
phones and programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from games.engine.rules.codes import Code
from games.engine.rules.contract import Position, Reason, Rules
from games.engine.rules.errors import GameError
from games.engine.rules.speech import Text

NOBODY = ""  # in `who`: a person without a seat


class IncidentFault(Code):
    NO_SUCH_INCIDENT = "no_such_incident", Text("there is no incident '{incident}' by these rules")
    NO_SUCH_ANSWER = "no_such_answer", Text("'{answer}' is no answer to '{question}'")
    NOT_ASKED = "not_asked", Text("'{question}' is not asked here")
    NOT_A_PLAYER = "not_a_player", Text("'{colour}' does not play at this table")


class BadIncident(GameError):
    """What was said about an incident cannot be."""


class Question(NamedTuple):
    """`answers` by value. Where it asks for a player the colours come first, without the one it is about if `others` is set."""

    name: str
    text: Text
    answers: Mapping[str, Text]
    asks_colour: bool = False
    others: bool = False


class Asks(Exception):
    """The next question; `answers` are the values that can be said."""

    def __init__(self, question: Question, answers: tuple[str, ...]) -> None:
        self.question, self.answers = question, answers


class Found(NamedTuple):
    """What counts now. `counts` says it of the throw (None: it is about no throw); `next` throws next (None: whoever has
    the turn now); `offence` is the code in the catalogue of offences that the player's measure comes from."""

    head: Reason
    counts: bool | None
    reasons: tuple[Reason, ...]
    next: str | None = None
    broken: tuple[int, ...] = ()
    offence: str = ""
    against: str | None = None  # None: the one it is about; NOBODY: a person without a seat
    is_decided: bool = False  # the book is silent: it is our reading
    position: Position | None = None


class Case(NamedTuple):
    """`colours` are those that still play, clockwise; `position`, if it is known, the one before what happened; `now` who is to
    throw by the record that is running, as far as that is known, `last` who threw last by it and what (Y6), `record` its
    position. `is_older`: answered on a page of an older version, which asked for no number that was thrown."""

    rules: Rules
    colours: tuple[str, ...]
    who: str
    said: Mapping[str, str]
    asked: list[str]
    position: Position | None = None
    now: str = ""
    last: str = ""
    record: Position | None = None
    is_older: bool = False

    def ask(self, question: Question) -> str:
        can = (*self._colours(question), *question.answers)
        self.asked.append(question.name)
        answer = self.said.get(question.name)
        if answer is None:
            raise Asks(question, can)
        if answer not in can:
            raise BadIncident(IncidentFault.NO_SUCH_ANSWER, answer=answer, question=question.name)
        return answer

    def turn(self, question: Question) -> str:
        """Whose turn it was: out of the position or the record if it is known, else asked."""
        known = self.rules.view(self.position).to_move if self.position is not None else self.now
        if known in self._colours(question):
            return known
        return self.ask(question)

    @property
    def is_anothers_turn(self) -> bool:
        """By the record."""
        return self.now not in ("", self.who)

    def _colours(self, question: Question) -> tuple[str, ...]:
        if not question.asks_colour:
            return ()
        return tuple([colour for colour in self.colours if not (question.others and colour == self.who)])

    def after(self, colour: str) -> str:
        """The next player: by the record, else clockwise."""
        if self.record is not None and self.rules.view(self.record).to_move == colour:
            return self.rules.view(self.rules.pass_on(self.record)).to_move
        return self.colours[(self.colours.index(colour) + 1) % len(self.colours)]

    def numbers(self, *rules: int) -> tuple[int, ...]:
        """Numbers of the tournament book; the others have none."""
        return rules if self.rules.has_duties else ()

    @property
    def has_three_throws(self) -> bool:
        return self.rules.has_duties or bool(self.rules.options.get("three_throws"))

    @property
    def throws_again(self) -> bool:
        """Whether a 6 is followed by another throw: in all ring games."""
        return self.rules.id != "mauer"


class Incident(NamedTuple):
    """`about` asks whom it is about; `is_there` says by which rules it can happen."""

    code: str
    title: Text
    about: Text
    found: Callable[[Case], Found]
    is_there: Callable[[Case], bool] = lambda _case: True


def check_all_asked(case: Case) -> None:
    if left := sorted(case.said.keys() - set(case.asked)):
        _refuse(left)


def _refuse(left: Sequence[str]) -> NoReturn:
    raise BadIncident(IncidentFault.NOT_ASKED, question=left[0])
