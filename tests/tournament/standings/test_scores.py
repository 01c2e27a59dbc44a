"""From confirmed results to standings with names and reasons; kept for as long as nothing changes, and no longer."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier, Event

import pytest
from django.db import connection
from django.utils.translation import override

from tests.tournament.evening import Evening, by_chance, by_number, refused
from tournament.core.actors import ANONYMOUS
from tournament.core.cache import Kept
from tournament.entries.withdrawals.actions import exclude_entry, withdraw_entry
from tournament.models import Entry, Person, Stage, Table, Tournament
from tournament.results.corrections.actions import correct_result
from tournament.results.corrections.effects import effect_of
from tournament.rounds.queries import now
from tournament.stages.actions import change_stage
from tournament.stages.schemes import of_stage
from tournament.standings import queries as queries_standings
from tournament.standings.penalties.actions import give_penalty, revoke_penalty
from tournament.standings.queries import climbs, kept_lines, standings_of
from tournament.standings.scores import stage_lines


@pytest.fixture
def evening(club, as_yara) -> Evening:
    made = Evening(club, "open_long", by=as_yara)
    made.come(8)
    return made


def test_before_anything_is_played_everybody_who_is_there_is_listed(evening):
    evening.enter(2)
    lines = standings_of(evening.stage(1), evening.by).lines
    assert [line.number for line in lines] == list(range(1, 9)) or len(lines) == 8
    assert {line.points for line in lines} == {"0"}


def test_points_places_values_and_reasons(evening):
    evening.play(evening.draw(1)[0], by_number)
    with override("en"):
        view = standings_of(evening.stage(1), evening.by)
    assert [line.points for line in view.lines] == ["5", "5", "3", "3", "2", "2", "1", "1"]
    assert [line.singles[0].place for line in view.lines] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert [name for name, _word in view.criteria] == ["wins", "seconds", "thirds", "share", "direct", "lot"]
    first, second = view.lines[:2]
    assert first.values["wins"] == "1" and re.search(rf"Ahead of {second.name} by the lot", " ".join(first.why))
    with override("de"):
        german = standings_of(evening.stage(1), evening.by).lines[0]
    assert re.search(rf"Vor {second.name} durch das Los", " ".join(german.why))


@pytest.mark.parametrize(("preset", "has_sums"), [("championship", True), ("open", False), ("children", False)])
def test_a_share_is_taken_of_what_adds_up_alone(club, preset, has_sums):
    assert of_stage(Evening(club, preset).stage(1)).has_sums is has_sums


def test_names_are_those_that_the_reader_may_see_and_hidden_at_once(evening):
    evening.play(evening.draw(1)[0], by_number)
    stage = evening.stage(1)
    assert {line.name for line in standings_of(stage, evening.by).lines} == {f"Gast{n} Graf" for n in range(1, 9)}
    public = standings_of(stage, ANONYMOUS)
    assert {line.name for line in public.lines} == {f"Gast{n} G." for n in range(1, 9)}
    assert "Graf" not in str([line.why for line in public.lines])
    Person.objects.filter(given_name="Gast1").update(is_hidden=True)
    with override("en"):
        hidden = standings_of(stage, ANONYMOUS)
    assert "Gast1 " not in str(hidden.lines)


def test_after_each_round_and_who_climbed(evening):
    rounds = evening.draw(1)
    for number, round_ in enumerate(rounds[:3], 1):
        evening.play(round_, by_chance(number))
    stage = evening.stage(1)
    for climb in climbs(stage, evening.by):
        assert climb.ranks == ranks_of(climb.entry, stage)
    assert [climb.entry for climb in climbs(stage, evening.by)] == [line.player.id for line in stage_lines(stage)]


def ranks_of(entry: int, stage: Stage) -> tuple[int | None, ...]:
    """After each of three rounds, computed anew."""
    after = [{line.player.id: line.rank for line in stage_lines(stage, up_to=number)} for number in (1, 2, 3)]
    return tuple(ranks[entry] for ranks in after)


def test_what_is_kept_of_earlier_rounds_follows_whatever_changes_them(evening):
    """A corrected result of the first round, points off, somebody excluded, another scheme."""
    for number, round_ in enumerate(evening.draw(1)[:3], 1):
        evening.play(round_, by_chance(number))
    seen = [[climb.ranks for climb in climbs(evening.stage(1), evening.by)]]
    first = Table.objects.filter(round__number=1).order_by("number")[0]
    turned = {c: {"place": p, "counted": None} for c, p in zip("KRGY", (1, 2, 3, 4), strict=True)}
    best, *_rest, last = (line.public_id for line in standings_of(evening.stage(1), evening.by).lines)
    breaks = {**evening.stage(1).scheme, "four": [9, 1, 0, 0]}

    def correct() -> None:
        seen, at = effect_of(first, turned).fingerprint, {"table_id": first.public_id, "places": turned}
        correct_result(evening.tournament, by=evening.by, **at, seen=seen, then="keep", reason="Verdreht.")

    for change in (
        correct,
        lambda: give_penalty(
            evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, entry_id=best, points=9, reason="!"
        ),
        lambda: exclude_entry(evening.tournament, by=evening.by, entry_id=last, reason="!"),
        lambda: change_stage(
            evening.tournament, by=evening.by, stage_id=evening.stage(1).pk, fields={"scheme": breaks}
        ),
    ):
        change()
        shown = climbs(evening.stage(1), evening.by)
        assert all(climb.ranks == ranks_of(climb.entry, evening.stage(1)) for climb in shown)
        seen.append([climb.ranks for climb in shown])
    assert all(before != after for before, after in pairwise(seen)), "each of them changes something"


def test_the_withdrawn_keep_their_place_and_the_excluded_have_none(evening):
    evening.play(evening.draw(1)[0], by_number)
    best, second, *_rest = standings_of(evening.stage(1), evening.by).lines
    withdraw_entry(evening.tournament, by=evening.by, entry_id=best.public_id)
    exclude_entry(evening.tournament, by=evening.by, entry_id=second.public_id, reason="!")
    with override("en"):
        lines = standings_of(evening.stage(1), evening.by).lines
    assert (lines[0].number, lines[0].rank, lines[0].status) == (best.number, 1, "withdrawn")
    assert (lines[-1].number, lines[-1].rank, lines[-1].why) == (second.number, None, ("Excluded: without a rank.",))


def test_a_penalty_comes_off_the_overall_score_until_it_is_revoked(evening):
    evening.play(evening.draw(1)[0], by_number)
    stage = evening.stage(1)
    best = standings_of(stage, evening.by).lines[0]
    given = {"by": evening.by, "stage_id": stage.pk, "entry_id": best.public_id}
    penalty = give_penalty(evening.tournament, points=4, reason="Dice under the table", **given).result
    line = next(line for line in standings_of(stage, evening.by).lines if line.number == best.number)
    assert (line.points, line.penalty, line.singles[0].parts) == ("1", 4, 60)
    revoke_penalty(evening.tournament, by=evening.by, penalty_id=penalty.pk)
    assert standings_of(stage, evening.by).lines[0].points == "5"
    with refused("no_such_penalty"):
        revoke_penalty(evening.tournament, by=evening.by, penalty_id=penalty.pk)
    for wrong, code in (({"points": 0, "reason": "!"}, "points"), ({"points": 1, "reason": " "}, "reason_missing")):
        with refused(code):
            give_penalty(evening.tournament, **wrong, **given)


def test_the_best_results_count_where_the_scheme_says_so(evening):
    stage = evening.stage(1)
    stage.scheme = {**stage.scheme, "best": 1}
    stage.save()
    for round_ in evening.draw(1)[:2]:
        evening.play(round_, by_number)
    assert standings_of(stage, evening.by).lines[0].points == "5"


def test_standings_cost_a_handful_of_queries_and_kept_ones_four(evening, django_assert_max_num_queries):
    evening.play(evening.draw(1)[0], by_number)
    stage = evening.stage(1)
    with django_assert_max_num_queries(11):
        first = standings_of(stage, evening.by)
    with django_assert_max_num_queries(4):
        assert standings_of(stage, evening.by) == first


def test_what_was_computed_while_somebody_wrote_is_computed_again(evening, monkeypatch):
    """A write between the head and the last query: the facts must not be kept under the old head."""
    first, *_rest = evening.draw(1)
    evening.publish(first)
    stage, tables = evening.stage(1), list(first.tables.all())
    plain, calls = queries_standings.facts_of, []

    def slow(*args, **kwargs):
        found = plain(*args, **kwargs)
        if not calls:
            table = tables[0]
            calls.append(evening.confirm(table, by_number([seat.entry for seat in table.seats.all()])))
        return found

    monkeypatch.setattr(queries_standings, "facts_of", slow)
    assert max(line.parts for line in kept_lines(stage)) == 60


def test_the_store_computes_once_for_many_who_ask_at_once():
    store: Kept[int] = Kept(most=2)
    together, calls, go = Barrier(8), [], Event()

    def dear() -> int:
        calls.append(1)
        go.wait(5)
        return 7

    def ask(_: int) -> int:
        together.wait()
        if _ == 0:
            go.set()
        return store.get("key", dear)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [7] * 8
    assert len(calls) == 1


def test_the_store_keeps_the_latest_and_no_failures():
    store: Kept[str] = Kept(most=2)
    with pytest.raises(ZeroDivisionError):
        store.get("a", lambda: str(1 // 0))
    assert store.get("a", lambda: "found") == "found" == store.get("a", lambda: "again")
    store.get("b", str)
    store.get("a", str)
    store.get("c", str)
    assert store.get("a", lambda: "anew") == "found" and store.get("b", lambda: "anew") == "anew"


@pytest.mark.django_db(transaction=True)
def test_readers_of_a_running_round_never_see_half_a_state(club, as_yara):
    """While tables are confirmed one after the other, every reader sees whole tables, in the order they came."""
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(16)
    round_ = evening.publish(evening.draw(1)[0])
    stage, done = evening.stage(1), Event()

    def read(_: int) -> list[int]:
        sums = []
        try:
            while not done.is_set():
                sums.append(sum(line.parts for line in kept_lines(stage)) // 12)
        finally:
            connection.close()
        return sums

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read, n) for n in range(3)]
        evening.fill(round_, by_number)
        done.set()
        seen = [reader.result() for reader in readers]
    assert all(sums == sorted(sums) and set(sums) <= {0, 11, 22, 33, 44} for sums in seen)
    assert Entry.objects.count() == 16 and sum(line.parts for line in kept_lines(stage)) == 44 * 12


def test_in_a_storm_of_writes_the_last_try_waits_for_no_other_thread(club, as_yara, monkeypatch):
    """Another thread's try for the same state may fail for having been overtaken: that is not this reader's trouble."""
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(8)
    evening.play(evening.draw(1)[0], by_number)

    def overtaken(*_: object) -> None:
        raise queries_standings._Changed

    monkeypatch.setattr(queries_standings._lines, "get", overtaken)
    assert sum(line.parts for line in kept_lines(evening.stage(1))) == 22 * 12


def test_a_reader_who_was_overtaken_leaves_nothing_old_to_others(club, as_yara):
    """A page reads the plan, then somebody changes the points: what that page works out is kept for no newer state."""
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(8)
    evening.play(evening.draw(1)[0], by_number)
    slow = now(Tournament.objects.select_related("stream").get(pk=evening.tournament.pk)).plan[0][0]
    scheme = {**evening.stage(1).scheme, "four": [50, 30, 20, 10]}
    change_stage(evening.tournament, by=as_yara, stage_id=slow.pk, fields={"scheme": scheme})
    kept_lines(slow)
    assert sum(line.parts for line in kept_lines(evening.stage(1))) == 220 * 12
