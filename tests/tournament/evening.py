"""An evening in code: people come, rounds are drawn, everybody gets a place. Used by the stories and whoever needs a hall."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from random import Random
from typing import Any, TypeVar

import pytest

from tournament.core.action import Write, action
from tournament.core.actors import SYSTEM, Actor
from tournament.core.errors import Refused
from tournament.draw.making import make_draw
from tournament.entries.checkin.actions import check_in_all
from tournament.finals.actions import record_throws
from tournament.models import Club, Entry, Person, Round, Stage, Table, Tournament
from tournament.models.events import EntryState
from tournament.people.clubs import create_club
from tournament.results.actions import confirm_result
from tournament.rounds.actions import close_round, publish_round
from tournament.rounds.clocks.actions import change_clock
from tournament.setup.actions import create_tournament
from tournament.stages.actions import set_boards, set_preset
from tournament.standings.queries import cut_of

T = TypeVar("T")
Ranks = Callable[[Sequence[Entry]], Mapping[int, int]]  # of the entries at a table: place by entry


@action("entries.imported", needs="entries.change", secret=("doing",))
def as_done(_write: Write, _tournament: Tournament, *, doing: Callable[[], T]) -> T:
    """Write straight into the tables, as an action that the log knows."""
    return doing()


class Evening:
    """One tournament and what is done with it; `by` does it all."""

    def __init__(self, club: Club, preset: str, *, by: Actor = SYSTEM, seed: str = "1") -> None:
        self.by = by
        made = create_tournament(club, by=by, name=preset, played_on=date(2026, 11, 21)).result
        self.tournament: Tournament = made
        set_preset(self.tournament, by=by, preset=preset, language="de")
        stages = Stage.objects.filter(tournament=self.tournament)
        as_done(self.tournament, by=SYSTEM, doing=lambda: stages.update(seed=seed))  # the same draw each time

    def enter(self, count: int, *, state: str = EntryState.REGISTERED) -> list[Entry]:
        """Straight into the tables: what entering does is tested elsewhere."""
        first = self.tournament.entries.count() + 1
        people = [
            Person(club_id=self.tournament.club_id, given_name=f"Gast{n}", family_name="Graf")
            for n in range(first, first + count)
        ]

        def write() -> list[Entry]:
            Person.objects.bulk_create(people)
            return Entry.objects.bulk_create(
                Entry(tournament=self.tournament, person=person, number=n, state=state)
                for n, person in enumerate(people, first)
            )

        return as_done(self.tournament, by=SYSTEM, doing=write).result

    def come(self, count: int, *, fours: int = 0, sixes: int = 0) -> list[Entry]:
        """So many enter and are checked in; boards too, where they are named."""
        entries = self.enter(count)
        check_in_all(self.tournament, by=self.by)
        if fours or sixes:
            set_boards(self.tournament, by=self.by, fours=fours, sixes=sixes)
        return entries

    def stage(self, position: int) -> Stage:
        return Stage.objects.select_related("tournament").get(tournament=self.tournament, position=position)

    def draw(self, position: int) -> list[Round]:
        return make_draw(self.stage(position), by=self.by).result

    def publish(self, round_: Round) -> Round:
        return publish_round(self.tournament, by=self.by, round_id=round_.pk).result

    def start(self, round_: Round) -> None:
        change_clock(self.tournament, by=self.by, round_id=round_.pk, to="start")

    def confirm(self, table: Table, places: Mapping[int, int], counted: Mapping[int, int] | None = None) -> Any:
        """By entry; nobody who is not named has come."""
        said = {
            seat.colour: {"place": places.get(seat.entry_id, 0), "counted": (counted or {}).get(seat.entry_id)}
            for seat in table.seats.all()
        }
        return confirm_result(self.tournament, by=self.by, table_id=table.public_id, places=said).result

    def play(self, round_: Round, ranks: Ranks) -> Round:
        """Publish, give every table its places, close."""
        self.publish(round_)
        self.fill(round_, ranks)
        return close_round(self.tournament, by=self.by, round_id=round_.pk).result

    def fill(self, round_: Round, ranks: Ranks) -> None:
        for table in round_.tables.prefetch_related("seats__entry"):
            self.confirm(table, ranks([seat.entry for seat in table.seats.all()]))

    def play_stage(self, position: int, ranks: Ranks) -> None:
        for round_ in self.draw(position):
            self.play(round_, ranks)


@contextmanager
def refused(code: str) -> Iterator[Any]:
    """What is done inside is refused for this reason; the caught error is handed out."""
    with pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.code == code


def by_number(entries: Sequence[Entry]) -> dict[int, int]:
    """The lower start number wins: everything is known beforehand."""
    order = sorted(entries, key=lambda entry: entry.number)
    return {entry.pk: place for place, entry in enumerate(order, 1)}


def by_chance(seed: int) -> Ranks:
    dice = Random(seed)

    def ranks(entries: Sequence[Entry]) -> dict[int, int]:
        order = dice.sample(list(entries), len(entries))
        return {entry.pk: place for place, entry in enumerate(order, 1)}

    return ranks


def a_club(name: str = "SC Augenzahl") -> Club:
    return create_club(None, by=SYSTEM, name=name, admin=None).result


def settle(evening: Evening, position: int) -> int:
    """Throws until nobody is level across the cut; how many turns it took."""
    turns = 0
    while tied := cut_of(evening.stage(position)).tied:
        throws = {Entry.objects.get(pk=pk).public_id: 1 + (i // 6**turns) % 6 for i, pk in enumerate(tied)}
        record_throws(evening.tournament, by=evening.by, stage_id=evening.stage(position - 1).pk, throws=throws)
        turns += 1
        assert turns < 5
    return turns


def text(response: Any) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))
