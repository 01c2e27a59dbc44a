"""The trainer's questions, and games kept replayed."""

import pytest

from games.engine.drawing.curve import curve
from games.engine.playout.playout import RandomSource, throws
from games.engine.records import running
from games.engine.records.record import Back, Record, Throw
from games.engine.records.replay import replay
from games.engine.rules import registry
from games.engine.trainer import question


@pytest.mark.parametrize("rules", list(registry.RULE_SETS))
def test_the_same_seed_asks_the_same_and_every_answer_is_explained(rules):
    for seed in map(str, range(12)):
        asked = question(rules, seed, "en")
        again = question(rules, seed, "en")
        assert (asked.position, asked.roll, asked.answers) == (again.position, again.roll, again.answers)
        permitted = {m.text for m in asked.rules.permitted(asked.rules.read(asked.position), asked.roll)} or {"--"}
        for answer in asked.answers:
            assert answer.is_permitted == (answer.text in permitted)
            assert answer.reasons or answer.is_permitted
        assert any(answer.is_permitted for answer in asked.answers)


def test_where_there_are_duties_one_is_asked_for():
    for seed in "abc":
        asked = question("turnier", seed, "de")
        legal, permitted = asked.rules.moves(asked.rules.read(asked.position), asked.roll)
        assert len(permitted) < len(legal)


def played(count: int, seed: int) -> Record:
    rules = registry.rules("turnier")
    entries = []
    for throw, _n in zip(throws(rules, rules.start(4), RandomSource(seed)), range(count), strict=False):
        text = throw.move.text if throw.move else "--"
        entries.append(Throw(rules.view(throw.before).to_move, throw.roll, text))
    return Record("turnier", rules.write(rules.start(4)), entries=tuple(entries))


def test_a_game_that_is_kept_is_what_a_whole_replay_gives():
    """Whatever was replayed under the same number before: more of it, less of it, something else."""
    long, other = played(90, 1), played(40, 2)
    records = [Record("turnier", long.start, entries=long.entries[:n]) for n in (0, 10, 11, 60, 30, 90)]
    back = Record("turnier", long.start, entries=(*long.entries[:50], Back(20), *long.entries[19:25]))
    for record in [*records, other, back, long]:
        kept, whole = running.replayed(-1, record), replay(record)
        assert kept == whole


def test_a_curve_has_a_line_for_each_colour_and_names_it():
    names = {"Y": "Yellow", "R": "Red"}
    drawn = curve([{"Y": 500, "R": 500}, {"Y": 900, "R": 100}], names, "Chances")
    assert drawn.count("<path fill") == 4 and ">Yellow<" in drawn and ">Red<" in drawn
    assert curve([{"Y": 500}], names, "Chances") == ""
