"""Cases are found by words and by what they have, and by likeness, whichever seat it happened at."""

import json
import time
from random import Random

import pytest

from games.engine.protocol import Desk
from games.engine.rules import registry
from games.engine.rules.notation import read_played
from referee.commentary import finding
from referee.commentary.book import cases, rules
from referee.commentary.finding import Wanted, alike, find
from referee.commentary.protocol import OPS as BOOK
from referee.judging.protocol import OPS

FIELDS = 40
SEATS = "YGRK"


def numbers(**wanted):
    return [case.number for case in find(Wanted(**wanted), "en")]


def test_by_words_marks_and_capitals_or_not():
    assert "T 5 a" in numbers(words="START field clear")
    german = [case.number for case in find(Wanted(words="raumen startfeld"), "de")]
    assert "T 5 a" in german and german == [case.number for case in find(Wanted(words="Räumen Startfeld"), "de")]
    assert numbers(words="xyzzy") == []
    assert numbers(words="barriers barrier")[0].startswith("F 14")


def test_by_all_that_a_case_has():
    assert len(numbers()) == len(cases())
    assert {number[0] for number in numbers(book="mauer")} == {"M"}
    assert set(numbers(rule="T 11")) == {case.number for case in cases().values() if case.rule == "T 11"}
    assert all(cases()[number].verdict == "penalised" for number in numbers(verdict="penalised"))
    assert all("barriers" in cases()[number].options for number in numbers(option="barriers"))
    assert numbers(book="verboten", option="barriers", verdict="void") == ["V 14 b"]


def turned(position: str, by: int) -> str:
    """The same position seen from another seat of the four-seat board."""
    board, *groups, mover, throws = position.split(" ")

    def seat(letter):
        return SEATS[(SEATS.index(letter) + by) % 4]

    turned_groups = {
        seat(group[0]): ",".join(turned_field(field, by) for field in group[2:].split(",")) for group in groups
    }
    rows = [f"{letter}:{turned_groups[letter]}" for letter in SEATS if letter in turned_groups]
    return " ".join([board, *rows, seat(mover), throws])


def turned_field(field: str, by: int) -> str:
    return str((int(field) - 1 + 10 * by) % FIELDS + 1) if field.isdigit() else field


def turned_facts(ask, by):
    letter, origin, target = read_played(ask["played"]) if ask["played"] != "--" else ("", "", "")
    played = f"{turned_field(origin, by)}-{turned_field(target, by)}" if origin else "--"
    named = {name: ask[name] and turned_field(ask[name], by) for name in ("touched", "choice")}
    rules_here = registry.rules(ask["rules"], ask["options"])
    position = rules_here.write(rules_here.read(turned(ask["position"], by)))
    assert not letter
    return {**ask, "position": position, "played": played, **named}


TURNED = [
    case
    for case in cases().values()
    if case.is_throw and case.ask["position"].startswith("4 ") and "neutral" not in case.options
]


@pytest.mark.parametrize("by", [1, 2, 3])
def test_a_case_at_another_seat_is_found_first(by):
    """The same case turned has the same signs, so nothing is more like it."""
    for case in TURNED:
        here = finding.signs(turned_facts(case.ask, by))
        assert here == finding.signs(case.ask), case.number
        found = alike(turned_facts(case.ask, by), most=8)
        assert any(finding.signs(one.ask) == here for one in found[:1]), case.number


# Twenty disputes made up at random: what somebody did wrong, in positions that no case has.
def missed_capture(dice: Random):
    far, roll = dice.randint(12, 25), dice.randint(2, 5)
    other = dice.choice([2, 3, 4])
    return f"4 Y:B,B,{other},{far} R:B,B,B,{far + roll} Y 0", roll, None, f"{other}-{other + roll}", "T 10 T 11"


def start_not_cleared(dice: Random):
    far, roll = dice.randint(12, 25), dice.randint(1, 5)
    return f"4 Y:B,B,1,{far} R:B,B,B,38 Y 0", roll, None, f"{far}-{far + roll}", "T 5"


def six_not_entered(dice: Random):
    far = dice.randint(12, 25)
    return f"4 Y:B,B,{far},{far + 9} R:B,B,B,38 Y 0", 6, None, f"{far}-{far + 6}", "T 4"


def touched_another(dice: Random):
    far, roll = dice.randint(12, 20), dice.randint(1, 5)
    return f"4 Y:B,B,{far},{far + 9} R:B,B,B,38 Y 0", roll, str(far), f"{far + 9}-{far + 9 + roll}", "T 12"


def miscounted(dice: Random):
    far, roll = dice.randint(12, 20), dice.randint(1, 4)
    return f"4 Y:B,B,{far},{far + 9} R:B,B,B,38 Y 0", roll, None, f"{far}-{far + roll + 1}", "T 8"


def not_gone_home(dice: Random):
    far, roll = dice.randint(12, 25), dice.randint(2, 4)
    return f"4 Y:B,B,{far},39 R:B,B,B,38 Y 0", roll, None, f"{far}-{far + roll}", "T 14"


def jumped_in_the_goal(dice: Random):
    far = dice.randint(12, 25)
    return f"4 Y:B,{far},40,b R:B,B,B,38 Y 0", 3, None, "40-c", "T 14"


DISPUTES = (
    missed_capture,
    start_not_cleared,
    six_not_entered,
    touched_another,
    miscounted,
    not_gone_home,
    jumped_in_the_goal,
)


def test_of_twenty_disputes_nineteen_have_the_right_rule_among_the_first_three():
    found_right = []
    for n in range(20):
        dice = Random(f"dispute {n}")
        position, roll, touched, played, right = DISPUTES[n % len(DISPUTES)](dice)
        asked = {"rules": "turnier", "position": position, "roll": roll, "touched": touched, "played": played}
        facts = {**turned_facts({**asked, "options": {}, "choice": None}, dice.randrange(4))}
        found_right.append(any(case.rule in right for case in alike(facts)))
    assert sum(found_right) >= 19, found_right


def test_the_protocol_finds_cases():
    desk = Desk({**OPS, **BOOK})
    assert '"T 11 c"' in desk.answer(b'{"op":"cases","words":"T11c"}')
    assert desk.answer(b'{"op":"cases","rule":5}').startswith('{"id": null, "error"')
    asked = b'{"op":"alike","rules":"turnier","position":"4 Y:B,B,1,12 G:B,B,B,B Y 0","roll":3,"played":"12-15"}'
    assert '"T 5 a"' in desk.answer(asked)
    assert "most is a whole number" in desk.answer(asked[:-1] + b',"most":0}')
    assert "no_piece" in desk.answer(asked.replace(b"12-15", b"13-15"))
    assert set(rules()) == {case.rule for case in cases().values()}


def test_what_was_worked_out_beforehand_is_what_the_judge_says_now():
    """`python -m tests.referee.commentary.publish` writes it anew."""
    assert json.loads(finding.SIGNS.read_text(encoding="utf-8")) == json.loads(json.dumps(finding.worked_out()))


def test_a_search_is_quick():
    asked = {"rules": "turnier", "position": "4 Y:B,B,1,12 G:B,B,B,B Y 0", "roll": 3, "played": "12-15"}
    alike(asked)
    begun = time.process_time()
    for _n in range(20):
        alike(asked)
    assert (time.process_time() - begun) / 20 < 0.05
