"""A code has its sentence where it is declared, in every language; one that nobody declared fails when it is made."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from games.engine.records.errors import BadRecord, RecordFault
from games.engine.rules import registry, wording
from games.engine.rules.classic import Classic, ClassicImpossible
from games.engine.rules.codes import Code, Demand, Impossible
from games.engine.rules.contract import NOTHING, Position, Reason, Roll, Rules
from games.engine.rules.errors import BadMove, GameError, MoveFault
from games.engine.rules.mauer_refusals import MauerImpossible
from games.engine.rules.mauer_routes import MARKS
from games.engine.rules.notation import GOAL, WAITING
from games.engine.rules.options import Option, switch
from games.engine.rules.ring_refusals import RingImpossible
from games.engine.rules.speech import SOURCE, Text, languages
from tests.games.engine.rules.perft_files import wanted

TRANSLATED = [language for language in languages() if language != SOURCE]


class Whatever(dict[str, object]):
    """Data for any sentence."""

    def __missing__(self, name: str) -> str:
        return f"<{name}>"


def is_translated(text: Text, language: str) -> bool:
    return text.said(language, Whatever()) != text.english.format_map(Whatever())


# Every code that a rule set can give


FILES = {f"{file.rules}.{file.name}": file for file in wanted()}


@cache
def given(name: str) -> frozenset[Code]:
    """Every code that a rule set gives, with some of its options, whatever is played from positions of mid-game."""
    file = FILES[name]
    rules = registry.rules(file.rules, file.options)
    positions = [rules.read(entry["position"]) for entry in file.positions()[:5]]
    rolls = [(1, 2), (3, 5), (6, 6)] if file.rules == "mauer" else [1, 3, 6]
    found: set[Code] = set()
    for position, roll in product(positions, rolls):
        for reason in reasons(rules, position, roll):
            if reason.code not in found:
                found.add(reason.code)
                assert all(wording.reason(reason, language) for language in languages())
    return frozenset(found)


def reasons(rules: Rules, position: Position, roll: Roll) -> Iterator[Reason]:
    demand = rules.demand(position, roll)
    yield from [demand] if demand else []
    for played in [NOTHING, *anything(rules, position)]:
        try:
            yield from rules.why_not(position, roll, played)
        except BadMove:
            continue


def anything(rules: Rules, position: Position) -> Iterator[str]:
    """What fingers can do to an own or a neutral piece."""
    view = rules.view(position)
    neutral = rules.options.get("neutral")
    for colour, fields in view.groups:
        if colour in (view.to_move, neutral):
            mark = f"{colour}:" if colour == neutral else ""
            for field in dict.fromkeys(fields):
                yield from [mark + rest for rest in _ways(view.board, field)]
            if view.board == "M":  # each die for a piece of its own
                yield f"{fields[0]}+1=9 {fields[-1]}+2=9"


def _ways(board: str, field: str) -> Iterator[str]:
    if board == "M":
        for one, die, other, last in product(MARKS, (1, 3, 6), MARKS, (2, 5, 6)):
            yield f"{field}{one}{die}{other}{last}=9"
        yield f"{field}+1=9"
    else:
        yield from [f"{field}-{target}" for target in (WAITING, *GOAL, *map(str, range(1, 41)))]


@pytest.mark.parametrize("name", FILES)
def test_a_rule_set_has_a_sentence_for_every_code_that_it_gives(name: str) -> None:
    assert len(given(name)) > 3
    for code, language in product(given(name), TRANSLATED):
        assert is_translated(code.text, language), f"deploy/messages: {code} in {language}"


def test_a_demand_is_worded_for_the_referee_too() -> None:
    assert all(is_translated(code.ruling, language) for code in Demand for language in TRANSLATED)


def test_no_sentence_is_left_over() -> None:
    """Every code that is declared is given by some rule set."""
    all_given = frozenset[Code]().union(*[given(name) for name in FILES])
    rare = {
        Impossible.GAME_OVER,
        Demand.DOUBLE_ENTER,
        Demand.DOUBLE_LEAVE,
        Demand.GO_HOME,
    }  # their cases are in test_refusals
    assert all_given | rare >= {*Demand, *Impossible, *RingImpossible, *ClassicImpossible, *MauerImpossible}


def every_code(kind: type[Code] = Code) -> Iterator[Code]:
    yield from kind
    for narrower in kind.__subclasses__():
        if narrower.__module__ != __name__:
            yield from every_code(narrower)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_code_there_is_has_a_sentence(language: str) -> None:
    codes = [*every_code()]
    assert len(codes) > 100
    assert [c for c in codes if c is not RecordFault.ENGINE and not is_translated(c.text, language)] == []


# A code without a sentence


SAFE_START: Any = "safe_start"


class SafeStart(Classic):
    """A new option whose author has not declared the code of its refusal."""

    choices: tuple[Option, ...] = (*Classic.choices, switch("safe_start", Text("Safe"), Text("Start fields are safe.")))

    def obstacles(self, position: Position, roll: int, colour: int, cell: int, to: int) -> list[Code]:
        found = super().obstacles(position, roll, colour, cell, to)
        return [*found, SAFE_START] if self.options["safe_start"] else found


def test_a_refusal_with_an_undeclared_code_fails_when_it_is_made() -> None:
    position, played = "4 Y:B,B,9,10 G:B,B,B,12 Y 0", "9-10"
    assert [r.code for r in SafeStart().why_not(SafeStart().read(position), 1, played)] == ["own_piece"]
    rules = SafeStart({"safe_start": True})
    with pytest.raises(TypeError, match="'safe_start' is not a declared code"):
        rules.why_not(rules.read(position), 1, played)


def test_a_code_is_not_declared_without_its_sentence() -> None:
    with pytest.raises(TypeError):
        Code("Forgotten", {"SAFE_START": "safe_start"})  # type: ignore[arg-type]


def test_a_sentence_that_no_catalogue_has_is_noticed() -> None:
    class New(Code):
        SAFE_START = "safe_start", Text("A piece on its own start field is safe.")

    assert New.SAFE_START.said("de") == New.SAFE_START.said("en")
    assert not is_translated(New.SAFE_START.text, "de")


def test_undeclared_codes_are_refused_everywhere() -> None:
    code: Any = "barrier"
    makers = [lambda: Reason(code, (), {}), lambda: GameError(code), lambda: BadRecord(code, 1, 1)]
    for make in makers:
        with pytest.raises(TypeError):
            make()


def test_what_a_sentence_speaks_of_has_to_be_there() -> None:
    assert BadMove(MoveFault.NO_SUCH_FIELD, field="99").sentence("de") == "Ein Feld „99“ gibt es hier nicht."
    with pytest.raises(TypeError, match="lacks"):
        BadMove(MoveFault.NO_SUCH_FIELD)


# How it is said


@pytest.mark.parametrize(
    ("rules", "german", "english"),
    [((), "", ""), ((9,), "(Regel 9)", "(rule 9)"), ((5, 10), "(Regel 5, 10)", "(rules 5, 10)")],
)
def test_citing(rules: tuple[int, ...], german: str, english: str) -> None:
    assert wording.cited(rules, "de") == german
    assert wording.cited(rules, "en") == english


def test_reason_without_numbers_cites_none() -> None:
    reason = Reason(RingImpossible.NEEDS_SIX, (), {})
    assert wording.reason(reason, "en") == "A waiting piece enters with a 6 only."


def test_colours_have_names() -> None:
    assert [wording.colour_name(colour, "de") for colour in "YGRKBW"] == [
        "Gelb",
        "Grün",
        "Rot",
        "Schwarz",
        "Blau",
        "Weiß",
    ]
