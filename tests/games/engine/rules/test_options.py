"""What may be chosen about a rule set: each is declared once, and everything else follows from that."""

import json

import pytest

from games.engine.protocol import OPS, Desk
from games.engine.rules import registry
from games.engine.rules.contract import Rules
from games.engine.rules.errors import BadOption
from games.engine.rules.options import Option, OptionFault, switch
from games.engine.rules.speech import SOURCE, Text, languages

DECLARED = [(rules, option) for rules in registry.RULE_SETS for option in registry.rule_class(rules).choices]
ids = [f"{rules}.{option.name}" for rules, option in DECLARED]


@pytest.mark.parametrize(("rules", "option"), DECLARED, ids=ids)
def test_each_value_is_taken_and_nothing_else(rules: str, option: Option) -> None:
    for value in option.values:
        assert registry.rules(rules, {option.name: value}).options[option.name] == value
    for value in ("nonsense", 2, None, [], 1.0):
        with pytest.raises(BadOption) as refused:
            registry.rules(rules, {option.name: value})
        assert refused.value.code in (OptionFault.OPTION_VALUE, OptionFault.OPTION_NOT_BOOL)
        assert refused.value.data == {"option": option.name}


@pytest.mark.parametrize(("rules", "option"), DECLARED, ids=ids)
def test_what_is_usual_is_played_where_nothing_is_chosen(rules: str, option: Option) -> None:
    assert registry.rules(rules).options[option.name] == option.default
    assert option.default is None or option.default in option.values


CLASSES = [registry.rule_class(rules) for rules in registry.RULE_SETS]
# What tournaments, records and rulings hold since a release. A name or a value that is taken away leaves them unreadable.
STORED = {
    "backward_capture": {True, False},
    "barriers": {True, False},
    "claims_until": {"after_next", "game", "next"},
    "forced_capture": {True, False},
    "goal_entry": {"duty", "free"},
    "left_out_throw": {"lost", "made_good"},
    "missed_capture": {"capturer", "moved"},
    "no_goal_jump": {True, False},
    "play_on": {"places", "winner"},
    "three_throws": {True, False},
    "touched_stuck": {"free", "void"},
}
EVERY = {option.name: option for one in CLASSES for option in (*one.choices, *one.at_table)}


@pytest.mark.parametrize("option", EVERY.values(), ids=EVERY)
def test_each_has_words_in_every_language(option: Option) -> None:
    """Those of the table as well: who hands on the dice, which board it is."""
    texts = [option.title, option.decides, *option.values.values(), *filter(None, [option.asks, option.why])]
    for language in set(languages()) - {SOURCE}:
        assert [text for text in texts if text.said(language) == text.said(SOURCE)] == []
    assert option.decides.said(SOURCE).endswith(".")


@pytest.mark.parametrize(("name", "values"), STORED.items())
def test_what_was_stored_can_be_read(name: str, values: set[object]) -> None:
    assert values <= set(EVERY[name].values)


def test_the_protocol_lists_what_is_declared() -> None:
    listed = json.loads(Desk(OPS).answer(b'{"op":"rules"}'))["rules"]
    for rules in listed:
        choices = registry.rule_class(rules["id"]).choices
        assert rules["options"] == {option.name: option.default for option in choices}


def test_readings_have_numbers_of_their_own() -> None:
    readings = {option.name: option for _, option in DECLARED if option.number}.values()
    assert len({reading.number for reading in readings}) == len(readings) > 0
    assert all(book.partition(" ")[0] in registry.RULE_SETS for reading in readings for book in reading.books)


class WithOneMore(registry.rule_class("turnier")):  # type: ignore[misc]
    choices: tuple[Option, ...] = (
        *registry.rule_class("turnier").choices,
        switch("safe_start", Text("Safe start"), Text("A piece on its own start field is safe.")),
    )


def test_a_new_option_is_one_declaration() -> None:
    rules: type[Rules] = WithOneMore
    usual = dict(registry.rule_class("turnier").defaults)
    assert rules({"safe_start": True}).options == {**usual, "safe_start": True}
    assert rules().options == rules.defaults == {**usual, "safe_start": False}
    with pytest.raises(BadOption) as refused:
        rules({"safe_start": 1})
    assert refused.value.code == OptionFault.OPTION_NOT_BOOL


SAID = Text("Safe start")


@pytest.mark.parametrize(
    "words",
    [
        {"title": Text("")},
        {"title": Text(" ")},
        {"decides": Text("")},
        {"decides": "A piece on its own start field is safe."},
        {"values": {False: Text("no"), True: Text("")}},
        {"values": {False: "no", True: "yes"}},
        {"values": {}},
    ],
)
def test_an_option_without_words_is_refused_where_it_is_declared(words: dict[str, object]) -> None:
    declared = {"name": "safe_start", "title": SAID, "decides": SAID, "values": {False: SAID}, "default": False}
    assert Option(**declared)
    with pytest.raises(TypeError, match=r"^safe_start: "):
        Option(**declared | words)
