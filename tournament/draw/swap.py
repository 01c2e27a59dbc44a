"""What a change of seats would do, before it is done: the report as it is and as it would be shown afterwards, computed by the
same code, and where the two differ. Two change seats, somebody leaves, comes late or for another, a table sat otherwise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.draw.proof import drawn_together, seated
from tournament.draw.reached import reached, reached_with
from tournament.draw.report_words import Sentence, sentences
from tournament.models import Round

Tables = list[list[int]]  # of a round: the entries at each table, in the order of turns
Change = Callable[[Tables], Tables]
BETTER, WORSE, OTHER = "better", "worse", "other"


@dataclass(frozen=True)
class Difference:
    """One sentence of the report that would read otherwise. `new` and `gone`: who is concerned only afterwards, only before."""

    title: str
    before: Sentence | None
    after: Sentence | None

    @property
    def verdict(self) -> str:
        was, now = (one.figure if one else 0 for one in (self.before, self.after))
        return OTHER if was == now else BETTER if now < was else WORSE

    @property
    def new(self) -> tuple[str, ...]:
        return _only(self.after, self.before)

    @property
    def gone(self) -> tuple[str, ...]:
        return _only(self.before, self.after)


def _only(here: Sentence | None, there: Sentence | None) -> tuple[str, ...]:
    known = there.who if there else ()
    return tuple(who for who in here.who if who not in known) if here else ()


def differences(before: Sequence[Sentence], after: Sequence[Sentence]) -> list[Difference]:
    was, now = ({one.title: one for one in said} for said in (before, after))
    pairs = [Difference(title, was.get(title), now.get(title)) for title in dict.fromkeys([*now, *was])]
    return [one for one in pairs if one.before != one.after]


def swapped(tables: Tables, one: int, other: int) -> Tables:
    """One of them may have no seat, and then comes in for the other."""
    instead = {one: other, other: one}
    return [[instead.get(entry, entry) for entry in table] for table in tables]


def left(tables: Tables, entry: int) -> Tables:
    """A table of four goes on as three."""
    return [[other for other in table if other != entry] for table in tables]


def joined(tables: Tables, mate: int, entry: int) -> Tables:
    """Somebody comes late, to the table at which `mate` sits."""
    return [[*table, entry] if mate in table else table for table in tables]


def reseated(tables: Tables, order: Sequence[int]) -> Tables:
    """The players of one table sat in this order."""
    return [list(order) if sorted(table) == sorted(order) else table for table in tables]


def swap_effect(round_: Round, one: int, other: int, people: Mapping[int, str]) -> list[Difference]:
    """Where the report would differ if these two entries changed seats."""
    return effect_of(round_, lambda tables: swapped(tables, one, other), people)


def effect_of(round_: Round, change: Change, people: Mapping[int, str]) -> list[Difference]:
    """Where the report would differ after this change."""
    rounds = drawn_together(round_)
    return differences(_said(reached(rounds), people), _said(_changed_report(rounds, round_, change), people))


def swap_report(rounds: list[Round], round_: Round, one: int, other: int) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """What `reached` would give after these two changed seats."""
    return _changed_report(rounds, round_, lambda tables: swapped(tables, one, other))


def _changed_report(rounds: list[Round], round_: Round, change: Change) -> tuple[dict[str, Any], Mapping[str, Any]]:
    tables, boards = seated(rounds)
    place = rounds.index(round_)
    tables[place] = change(tables[place])
    return reached_with(rounds, tables, boards)


def repeats_only_in(here: Mapping[str, Any], there: Mapping[str, Any]) -> list[tuple[int, ...]]:
    """Pairs, by entry, who meet more often by the one report than by the other."""
    often, less = ({tuple(one["players"]): len(one["rounds"]) for one in _repeats(report)} for report in (here, there))
    return [pair for pair, times in often.items() if times > less.get(pair, 1)]


def _repeats(report: Mapping[str, Any]) -> list[Any]:
    found: list[Any] = report.get("repeats", {}).get("who", [])
    return found


def _said(made: tuple[dict[str, Any], Mapping[str, Any]], people: Mapping[int, str]) -> list[Sentence]:
    request, report = made
    return sentences(report, people, request)
