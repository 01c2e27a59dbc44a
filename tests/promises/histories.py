"""Random histories of a tournament, and what its state must be by the log alone.

`fold` knows nothing but the rows of the log. `state` reads the tables. Both speak of start numbers, since databases give keys
as they like.
"""

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.tournament.evening import Evening, a_club, as_done, by_chance
from tournament.core.actors import SYSTEM, Actor
from tournament.core.errors import Refused
from tournament.desk.undo.actions import undo_to
from tournament.draw import actions as draws
from tournament.entries import actions as entries
from tournament.entries.checkin import actions as checkin
from tournament.entries.start_numbers.actions import set_number
from tournament.entries.waiting_list.actions import move_up
from tournament.entries.withdrawals.actions import exclude_entry, restore_entry, withdraw_entry
from tournament.models import LogEntry, Penalty, Result, Round, Table, Tournament
from tournament.results import actions as results
from tournament.results.corrections.actions import correct_result, take_back_result
from tournament.results.corrections.effects import effect_of
from tournament.rounds import actions as rounds
from tournament.stages.actions import set_boards
from tournament.standings.penalties import actions as penalties
from tournament.standings.scores import stage_lines

PRESETS = ("championship", "open_long", "village", "children")
RARELY = ("do_discard", "do_undo", "do_check_in_all", "do_lose_an_entry", "do_draw", "do_renumber")
OFTEN = ("do_publish", "do_play", "do_report_from_two_phones", "do_correct", "do_close_or_open")


@dataclass
class State:
    entries: dict[int, str] = field(default_factory=dict)  # by start number
    rounds: dict[int, str] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)  # by round and table
    penalties: dict[int, int] = field(default_factory=dict)  # points by start number

    def canonical(self) -> str:
        penalties = {number: points for number, points in self.penalties.items() if points}
        return json.dumps({**vars(self), "penalties": penalties}, sort_keys=True)


def fold(log: Sequence[LogEntry]) -> State:
    """State after the last row, from the rows alone. Of one stage, as the histories have it."""
    wanted = {row.data["line"] for row in log if row.code == "state.restored"}
    now, then = State(), {}
    for row in log:
        now = deepcopy(then[row.data["line"]]) if row.code == "state.restored" else _after(now, row)
        if row.seq in wanted:
            then[row.seq] = deepcopy(now)
    return now


def _after(now: State, row: LogEntry) -> State:
    data = row.data
    if row.code == "entry.renumbered":
        del now.entries[data["before"]]
        now.penalties[data["number"]] = now.penalties.pop(data["before"], 0)
    if "entry" in data and "state" in data:
        now.entries[data["number"]] = data["state"]
    changed = {"entries.checked_in": ("numbers", "present"), "round.closed": ("back", "present")}
    numbers, to = changed.get(row.code, ("moved_up", "registered"))
    now.entries |= dict.fromkeys(data.get(numbers, ()), to)
    if row.code in ("round.drawn", "round.discarded"):
        drafts = data["rounds"] if row.code == "round.drawn" else ()
        now.rounds = {n: state for n, state in now.rounds.items() if state != "draft"} | dict.fromkeys(drafts, "draft")
    for n in data.get("dropped", ()):
        del now.rounds[n]
    states = {"published": "published", "reopened": "published", "unpublished": "draft", "closed": "closed"}
    if row.code.startswith("round.") and row.code.partition(".")[2] in states:
        now.rounds[data["round"]] = states[row.code.partition(".")[2]]
    if data.get("confirmed"):
        now.results[f"{data['round']}/{data['table']}"] = data["places"]
    if row.code == "result.taken_back":
        del now.results[f"{data['round']}/{data['table']}"]
    if row.code.startswith("penalty."):
        change = data["points"] if row.code == "penalty.given" else -data["points"]
        now.penalties[data["number"]] = now.penalties.get(data["number"], 0) + change
    return now


def state(tournament: Tournament) -> State:
    confirmed = Result.objects.filter(table__round__stage__tournament=tournament, superseded_at=None)
    counted = Counter[int]()
    for number, points in tournament_penalties(tournament).values_list("entry__number", "points"):
        counted[number] += points
    return State(
        dict(tournament.entries.values_list("number", "state")),
        dict(Round.objects.filter(stage__tournament=tournament).values_list("number", "state")),
        {f"{each.table.round.number}/{each.table.number}": _places(each) for each in confirmed},
        dict(counted),
    )


def tournament_penalties(tournament: Tournament) -> Any:
    return Penalty.objects.filter(stage__tournament=tournament, revoked_at=None)


def _places(result: Result) -> dict[str, list[int | None]]:
    return {seat.colour: [seat.place, seat.counted] for seat in result.seats.all()}


def canonical(tournament: Tournament) -> str:
    """State and standings, byte for byte the same wherever the same has happened."""
    lines = stage_lines(tournament.stages.get(position=1))
    standings = sorted([line.rank or 0, line.player.number, line.parts] for line in lines)
    codes = list(tournament.stream.log.order_by("seq").values_list("code", flat=True))
    return json.dumps([json.loads(state(tournament).canonical()), standings, codes])


class History:
    """Steps of the desk and of phones, many of them at the wrong moment; those are refused."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.evening = Evening(a_club(f"Club {seed}"), self.dice.choice(PRESETS), seed=f"{seed}")
        self.tournament = self.evening.tournament
        stage = self.evening.stage(1)
        stage.scheme["breaks"] = [each for each in stage.scheme["breaks"] if each != "lot"]  # drawn from random ids
        as_done(self.tournament, by=SYSTEM, doing=lambda: stage.save(update_fields=["scheme"]))
        for n in range(self.dice.randint(6, 13)):
            entries.add_entry(self.tournament, by=SYSTEM, given_name=f"Gast{n}")
        checkin.check_in_all(self.tournament, by=SYSTEM)
        self.tournament.stream.refresh_from_db()
        self.begins = self.tournament.stream.seq

    def run(self, steps: int) -> Tournament:
        doing = [name for name in vars(History) if name.startswith("do_")]
        weights = [1 if name in RARELY else 8 if name in OFTEN else 2 for name in doing]
        for name in ["do_draw", *self.dice.choices(doing, weights, k=steps)]:
            with suppress(Refused):
                getattr(self, name)()
        return Tournament.objects.get(pk=self.tournament.pk)

    def do_enter(self) -> None:
        state = self.dice.choice(entries.AT_FIRST)
        entries.add_entry(self.tournament, by=SYSTEM, given_name="Late", state=state)

    def do_change_an_entry(self) -> None:
        doing = (checkin.check_in, checkin.undo_check_in, checkin.mark_absent, move_up, restore_entry)
        self.dice.choice(doing)(self.tournament, by=SYSTEM, entry_id=self._entry())

    def do_lose_an_entry(self) -> None:
        if self.dice.random() < 0.5:
            withdraw_entry(self.tournament, by=SYSTEM, entry_id=self._entry())
        else:
            exclude_entry(self.tournament, by=SYSTEM, entry_id=self._entry(), reason="hit somebody")

    def do_renumber(self) -> None:
        number = self.dice.randint(1, 30)
        set_number(self.tournament, by=SYSTEM, entry_id=self._entry(), number=number)

    def do_check_in_all(self) -> None:
        checkin.check_in_all(self.tournament, by=SYSTEM)

    def do_draw(self) -> None:
        set_boards(self.tournament, by=SYSTEM, fours=self.dice.randint(3, 6), sixes=4)
        self.evening.draw(1)

    def do_publish(self) -> None:
        rounds.publish_round(self.tournament, by=SYSTEM, round_id=self._round("draft"), anyway=self.dice.random() < 0.5)

    def do_play(self) -> None:
        self.evening.fill(Round.objects.get(pk=self._round("published")), by_chance(self.dice.randint(1, 99)))

    def do_report_from_two_phones(self) -> None:
        table = self._table()
        places = [self._ranking(table), self._ranking(table)]
        for device, said in zip("ab", self.dice.choice([places, places[:1] * 2]), strict=True):
            phone = Actor(via="link", table=table.public_id, device=f"entry-{device}")
            results.report_result(self.tournament, by=phone, table_id=table.public_id, source="table", places=said)

    def do_correct(self) -> None:
        table = self._table()
        places = self._ranking(table)
        asked = {"table_id": table.public_id, "places": places, "then": self.dice.choice(("keep", "redraw"))}
        seen = effect_of(table, places).fingerprint
        correct_result(self.tournament, by=SYSTEM, reason="typed wrongly", seen=seen, **asked)

    def do_take_back(self) -> None:
        take_back_result(self.tournament, by=SYSTEM, table_id=self._table().public_id, reason="other table")

    def do_close_or_open(self) -> None:
        if self.dice.random() < 0.7:
            rounds.close_round(self.tournament, by=SYSTEM, round_id=self._round("published"), reason="late")
        else:
            doing = self.dice.choice((rounds.reopen_round, rounds.unpublish_round))
            doing(self.tournament, by=SYSTEM, round_id=self._round())

    def do_discard(self) -> None:
        draws.discard_drafts(self.tournament, by=SYSTEM, stage_id=self.evening.stage(1).pk)

    def do_penalise(self) -> None:
        found = list(tournament_penalties(self.tournament).order_by("pk"))
        if found and self.dice.random() < 0.3:
            penalties.revoke_penalty(self.tournament, by=SYSTEM, penalty_id=self.dice.choice(found).pk)
        else:
            stage, points = self.evening.stage(1).pk, self.dice.randint(1, 3)
            asked = {"stage_id": stage, "entry_id": self._entry(), "points": points, "reason": "noise"}
            penalties.give_penalty(self.tournament, by=SYSTEM, **asked)

    def do_undo(self) -> None:
        self.tournament.stream.refresh_from_db()
        kept = self.tournament.snapshots.filter(seq__gte=self.begins).order_by("seq")
        to = self._one_of(list(kept.values_list("seq", flat=True)))
        undo_to(self.tournament, by=SYSTEM, to=to, seen=self.tournament.stream.seq)

    def _entry(self) -> str:
        return self._one_of(list(self.tournament.entries.order_by("number").values_list("public_id", flat=True)))

    def _round(self, state: str = "") -> int:
        """The first in this state, as the desk would take it; now and then any."""
        found = list(Round.objects.filter(stage__tournament=self.tournament).order_by("number"))
        fitting = [each for each in found if each.state == state][:1]
        return self._one_of(fitting if fitting and self.dice.random() < 0.9 else found).pk

    def _table(self) -> Table:
        found = Table.objects.of(self.tournament).exclude(round__state="draft").order_by("round__number", "number")
        return self._one_of(list(found.select_related("round__stage__tournament")))

    def _one_of(self, found: list[Any]) -> Any:
        if not found:
            raise Refused("nothing", "There is none.")
        return self.dice.choice(found)

    def _ranking(self, table: Table) -> dict[str, Any]:
        colours = list(table.seats.order_by("order").values_list("colour", flat=True))
        order = self.dice.sample(colours, len(colours))
        return {colour: {"place": n, "counted": None} for n, colour in enumerate(order, 1)}
