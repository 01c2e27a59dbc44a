"""Every declared option, taken through everything that plays, judges, says or prints.

What is expected of a face comes from the engine and the judge alone, asked with the option and without it. Each face is also
asked at a table that plays without the option, where it has to fail: a face that forgets an option would fail likewise.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.playout.playout import RandomSource, throws
from games.engine.playout.strategies import RANDOM
from games.engine.records import record
from games.engine.rules import registry
from games.engine.rules.errors import GameError
from games.live import chances
from games.models import Game
from games.recording.actions import add_line, open_game
from games.recording.game import sheet
from referee.judging.sheet import judged
from tests.tournament.evening import Evening
from tests.tournament.paper.halls import an_order
from tournament.models import Stage, Table
from tournament.paper.registry import DOCUMENTS
from tournament.stages.options import NEUTRAL, Played, as_query, declared, offered, require_known

CASES = [
    (rules, option.name, value)
    for rules in registry.RULE_SETS
    for option in declared(rules)
    for value in option.values
    if value != option.default
]
# They decide no throw but the table: `tests/referee/house_rules/test_at_table.py` has an act for each.
NO_ACT = {"claims_until", "left_out_throw", "play_on"}
AT_TABLES = [
    case for case in CASES if any(case[1] == option.name and case[2] in [*option.values] for option in offered(case[0]))
]
TOLD = ("verdict", "sent_back", "move", "position", "permitted")
GAMES, LONG = 60, 300


@dataclass(frozen=True)
class Act:
    """Something done at a table that is answered differently with the option and without it."""

    position: str
    roll: Any
    touched: str | None
    played: str

    def facts(self, rules: str, options: dict[str, Any]) -> dict[str, Any]:
        return {**vars(self), "choice": None, "rules": rules, "options": options}


@cache
def act_of(rules: str, name: str, value: object) -> Act | None:
    """Found by playing and judging, so that a new option has its own at once."""
    for act in _acts(registry.rules(rules, {name: value})):
        try:
            with_it, without = (_told(act.facts(rules, options)) for options in ({name: value}, {}))
        except GameError:  # only with the option can the pieces stand so
            continue
        if with_it != without:
            return act
    return None


def _acts(rules: Any) -> Iterator[Act]:
    for game in range(GAMES):
        for throw in islice(throws(rules, _start(rules), RandomSource(f"acts {game}"), RANDOM), LONG):
            position = rules.write(throw.before)
            legal, view = rules.legal(throw.before, throw.roll), rules.view(throw.before)
            mine = dict.fromkeys(dict(view.groups)[view.to_move])
            ways = [move.text if "=" in move.text else f"{move.origin}-{move.target}" for move in legal]
            for played in (*ways, "--"):
                for touched in (None, *mine):
                    yield Act(position, throw.roll, touched, played)


def _start(rules: Any) -> Any:
    start = rules.start(4)
    return start if len(rules.players_of(start)) == 4 else rules.start(3)


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    verdict = judged(facts)
    return {name: verdict[name] for name in TOLD}


@pytest.mark.parametrize(
    ("rules", "name", "value"), [c for c in CASES if c[2] not in ("B", "W") and c[1] not in NO_ACT]
)
def test_every_option_has_an_act_that_it_decides(rules, name, value):
    assert act_of(rules, name, value)


# The faces: each says whether it obeys the option at this table.


@dataclass(frozen=True)
class There:
    """A table in play, with its game recorded, and what is expected of it."""

    rules: str
    name: str
    value: Any
    table: Table
    game: Game
    desk: Client

    @property
    def act(self) -> Act:
        act = act_of(self.rules, self.name, self.value)
        assert act
        return act

    @property
    def expected(self) -> dict[str, Any]:
        return _told(self.act.facts(self.rules, {self.name: self.value}))

    @property
    def words(self) -> str:
        option = next(one for one in declared(self.rules) if one.name == self.name)
        title = option.title.said("de")
        return title if self.value is True else f"{title} {option.values[self.value].said('de')}"

    def page(self, name: str, *which: Any, **query: Any) -> str:
        answer = self.desk.get(reverse(name, args=[self.table.tournament.public_id, *which]), query)
        assert answer.status_code == 200, name
        return answer.content.decode()


def judge(there: There) -> bool:
    """The claim, judged by the server."""
    roll = there.act.roll if isinstance(there.act.roll, int) else " ".join(map(str, there.act.roll))
    fields = {**vars(there.act), "roll": str(roll), "touched": there.act.touched or ""}
    answer = there.desk.post(reverse("judge", args=[there.table.tournament.public_id, there.table.public_id]), fields)
    return {name: answer.json().get(name) for name in TOLD} == there.expected


def phone(there: There) -> bool:
    """The claim, judged on the phone by the same Python: with what its page carries."""
    page = there.desk.get(reverse("claim", args=[there.table.tournament.public_id, there.table.public_id]))
    facts = {"rules": page.context["played"].rules, "options": json.loads(page.context["options"])}
    if there.name in NO_ACT:
        return facts["options"].get(there.name) == there.value
    return _told({**there.act.facts(there.rules, {}), **facts}) == there.expected


def recorder(there: There) -> bool:
    page = there.desk.get(reverse("recorder", args=[there.table.tournament.public_id, there.game.public_id]))
    facts = {"rules": there.game.rules, "options": json.loads(page.context["options"])}
    if there.name in NO_ACT:
        is_obeyed = facts["options"].get(there.name) == there.value
    else:
        is_obeyed = _told({**there.act.facts(there.rules, {}), **facts}) == there.expected
    return is_obeyed and there.words in page.content.decode()


def replay(there: There) -> bool:
    return sheet(there.game).rules.options[there.name] == there.value


def played_on(there: There) -> bool:
    """The chances, which are played on from here."""
    asked: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chances.playout, "chances", lambda rules, *_more, **_named: asked.append(rules) or _nobody())
        chances._wins(there.game, sheet(there.game).lines[-1].seq)
    return asked[0].options[there.name] == there.value


def _nobody() -> Any:
    return type("Nobody", (), {"taken": {}, "share": lambda _self, _colour: 0})()


def live(there: There) -> bool:
    return there.words in there.page("game", there.game.public_id)


def text(there: There) -> bool:
    """The record as text."""
    return f"option: {there.name} {record.written_option(there.value)}" in there.page("game_text", there.game.public_id)


def claim_page(there: There) -> bool:
    return there.words in there.page("claim", there.table.public_id)


def notice(there: There) -> bool:
    """How we play here."""
    page = there.page("how_we_play")
    return there.words in page and f"{there.name}=" in page


def papers(there: There) -> bool:
    orders = {code: an_order(there.table.tournament, code) for code in ("how_we_play", "how_we_play_sign", "game")}
    return all(there.words in "".join(DOCUMENTS[code].build(order).parts) for code, order in orders.items())


def programs(there: There) -> bool:
    """The API: stage, round and game."""
    public_id = there.table.tournament.public_id
    addresses = (
        reverse("api_stage", args=[public_id, 1]),
        reverse("api_round", args=[public_id, 1, 1]),
        reverse("api_game", args=[public_id, there.game.public_id]),
    )
    said = [there.desk.get(address).json()["options"] for address in addresses]
    return all(options.get(there.name) == there.value for options in said)


def learn(there: There) -> bool:
    """The page that explains, from its address on the notice."""
    query = _query_of(there)
    page = Client().get(f"{reverse('learn')}?{query}")
    return page.context["rules"].options[there.name] == there.value


def trainer(there: There) -> bool:
    page = Client().get(f"{reverse('trainer')}?{_query_of(there)}&seed=one")
    return page.context["asked"].rules.options[there.name] == there.value


def _query_of(there: There) -> str:
    page = there.desk.get(reverse("how_we_play", args=[there.table.tournament.public_id]))
    return page.context["sections"][0].query


FACES: list[Callable[[There], bool]] = [
    *(judge, phone, recorder, replay, played_on, live, text, claim_page, notice, papers, programs, learn, trainer),
]


def _faces(name: str) -> list[Callable[[There], bool]]:
    return [face for face in FACES if face is not judge or name not in NO_ACT]


@pytest.fixture
def at_a_table(db, club, desk, as_yara):
    def sit(rules: str, name: str, value: Any, options: dict[str, Any]) -> There:
        evening = Evening(club, "championship", by=as_yara)
        Stage.objects.filter(tournament=evening.tournament).update(rules=rules, options=options)
        evening.come(3 if options.get(NEUTRAL) else 4)
        round_ = evening.publish(evening.draw(1)[0])
        table = round_.tables.get()
        game_id = open_game(evening.tournament, by=as_yara, table_id=table.public_id).receipt["game"]
        game = Game.objects.get(public_id=game_id)
        add_line(game, by=as_yara, kind="begins", colour=game.colours[0])
        add_line(game, by=as_yara, kind="throw", roll="1" if rules != "mauer" else "1,2")
        return There(rules, name, value, table, Game.objects.get(pk=game.pk), desk)

    return sit


@pytest.mark.parametrize(("rules", "name", "value"), AT_TABLES)
def test_everything_obeys(at_a_table, rules, name, value):
    there = at_a_table(rules, name, value, {name: value})
    assert [face.__name__ for face in _faces(name) if not face(there)] == []


@pytest.mark.parametrize(("rules", "name", "value"), AT_TABLES)
def test_what_forgets_an_option_is_found(at_a_table, rules, name, value):
    """The control: at a table that plays by the book every face fails the same test."""
    there = at_a_table(rules, name, value, {})
    assert [face.__name__ for face in _faces(name) if face(there)] == []


@pytest.mark.parametrize(("rules", "name", "value"), [case for case in CASES if case not in AT_TABLES])
def test_what_nobody_at_a_stage_can_play_can_be_looked_at(db, rules, name, value):
    query = as_query(Played(rules, require_known(rules, {name: value})))
    for page, key in (("learn", "rules"), ("trainer", "asked")):
        answer = Client().get(f"{reverse(page)}?{query}&seed=one")
        if answer.status_code == 200 and not answer.context.get("trouble"):
            shown = answer.context[key]
            assert getattr(shown, "rules", shown).options[name] == value
