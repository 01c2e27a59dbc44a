"""A tournament leaves as a file and comes back from it: nothing is lost, and nothing is another."""

import json
import os
from contextlib import suppress
from dataclasses import replace
from datetime import time
from pathlib import Path
from random import Random

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import models, transaction

from tests.tournament.desk.test_undo import random_step
from tests.tournament.evening import Evening, refused
from tournament.core import chain
from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.models import Account, Club, Entry, LogEntry, Tournament
from tournament.out import verify as checking
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.out.tournament_file.anonymous import without_names
from tournament.out.tournament_file.schema import schema, validator
from tournament.people.clubs import create_club
from tournament.policy import parts as shape
from tournament.policy import table
from tournament.setup.practice.rehearsal import rehearse
from tournament.stages import schemes
from tournament.standings.penalties.actions import give_penalty
from tournament.standings.ranking.rank import standings
from tournament.standings.scores import stage_facts

pytestmark = pytest.mark.slow

SCHEMA = Path(__file__).parents[4] / "docs" / "tournament-document.schema.json"
PRESETS = ("open", "championship", "village", "knockout", "children", "counted")
GENERATED = 200 if os.environ.get("AUGENGENAU_LONG") else 6


def here(name: str = "Graf Zahl e. V.") -> Club:
    return create_club(None, by=SYSTEM, name=name, admin=None).result


def generated(club: Club, number: int) -> Tournament:
    """One evening as chance has it: some of it played, some of it undone, people coming and going."""
    dice = Random(number)
    evening = Evening(club, dice.choice(PRESETS), by=SYSTEM, seed=str(number))
    evening.come(dice.randint(6, 30))
    steps = rehearse(evening.tournament, dice.choice(("round2", "final", "end")), dice)
    with suppress(Refused, StopIteration):
        for _ in range(dice.randint(0, 60)):
            with transaction.atomic():
                next(steps)
            if dice.random() < 0.3:
                with suppress(Refused), transaction.atomic():
                    random_step(evening, dice)
    entry = evening.tournament.entries.first()
    give_penalty(
        evening.tournament, by=SYSTEM, stage_id=evening.stage(1).pk, entry_id=entry.public_id, points=1, reason="late"
    )
    return evening.tournament


def written_and_gone(number: int, *without: str) -> tuple[str, list]:
    """The file of a tournament, and the ranks in it (without some tie-breaks); of the tournament itself nothing is left."""
    with transaction.atomic():
        tournament = generated(here(), number)
        text = writing.text(writing.document(tournament))
        ranks = ranking(tournament, *without)
        transaction.set_rollback(True)
    return text, ranks


def ranking(tournament: Tournament, *without: str) -> list:
    stages = [stage for stage in tournament.stages.order_by("position") if stage.rounds.exists()]
    found = []
    for stage in stages:
        scheme = schemes.of_stage(stage)
        scheme = replace(scheme, breaks=tuple(name for name in scheme.breaks if name not in without))
        found.append([(line.player.number, line.rank) for line in standings(stage_facts(stage), scheme)])
    return found


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("number", range(GENERATED))
def test_file_to_tournament_to_file(number):
    text, ranks = written_and_gone(number)
    Evening(here("Other"), "open").come(3 + number % 5)  # no key is what it was
    tournament = take_in(here(), by=SYSTEM, raw=text.encode()).result
    assert writing.text(writing.document(tournament)) == text
    assert ranking(tournament) == ranks
    assert not list(chain.faults(tournament.stream)) and not list(checking.differences(tournament))


@pytest.fixture
def evening(club) -> Evening:
    evening = Evening(club, "championship")
    Tournament.objects.update(begins_at=time(14), place="Bürgerhaus, Waldau")
    evening.come(9)
    first, *_ = evening.draw(1)
    evening.publish(first)
    return evening


@pytest.fixture
def content(evening) -> dict:
    """The document of a tournament that is still here."""
    return json.loads(writing.text(writing.document(evening.tournament)))


def elsewhere(content: dict) -> dict:
    """As if from another installation: no id of it is known here."""
    text = json.dumps(content)
    for part in ("tournament", "entries", "tables", "people"):
        rows = content[part] if isinstance(content[part], list) else [content[part]]
        for row in rows:
            text = text.replace(row["public_id"], row["public_id"][::-1])
    return {**json.loads(text), "streams": [], "log": [], "log_texts": []}


def taken_in(club: Club, content: dict):
    return take_in(club, by=SYSTEM, raw=json.dumps(content).encode())


@pytest.mark.django_db
def test_what_is_here_already_is_not_taken_in_twice(evening, content, club):
    with refused("is_here"):
        taken_in(club, content)


@pytest.mark.django_db
def test_everything_or_nothing(evening, content, club):
    other = elsewhere(content)
    other["seats"][0]["entry"] = other["seats"][1]["entry"]  # at two places at once
    with refused("contradicts"):
        taken_in(club, other)
    other["seats"][0]["entry"] = 999
    with refused("contradicts"):
        taken_in(club, other)
    assert Tournament.objects.count() == 1 and Entry.objects.count() == 9


@pytest.mark.django_db
def test_a_log_that_was_changed_on_the_way_is_noticed(django_user_model):
    text, _ranks = written_and_gone(1)
    content = json.loads(text)
    entry = next(row for row in content["log"] if row["code"] == "entries.checked_in")
    entry["recorded_at"] = "2020-01-01T00:00:00.000000+00:00"
    with refused("broken_chain"):
        taken_in(here(), content)
    assert not Tournament.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "raw"),
    [
        ("not_json", b"{"),
        ("not_json", b"\xff\xfe"),
        ("not_json", b"[" * 100_000),
        ("not_a_tournament", b"[]"),
        ("not_a_tournament", b'{"format": "other"}'),
        ("newer", b'{"format": "augengenau/tournament", "version": 99}'),
        ("wrong_shape", b'{"format": "augengenau/tournament", "version": 1}'),
    ],
)
def test_what_is_no_tournament_is_said_to_be_none(code, raw, club):
    with refused(code):
        take_in(club, by=SYSTEM, raw=raw)


@pytest.mark.django_db
def test_hour_and_place_travel_and_an_older_file_has_none(evening, content, club):
    assert (content["tournament"]["begins_at"], content["tournament"]["place"]) == ("14:00", "Bürgerhaus, Waldau")
    assert without_names(content)["tournament"]["place"] == ""
    there = taken_in(club, elsewhere(content)).result
    assert (there.begins_at, there.place) == (time(14), "Bürgerhaus, Waldau")
    older = elsewhere(content)
    older["tournament"]["public_id"] = "aaaaaaaaaaaa"
    older |= {"entries": [], "rounds": [], "tables": [], "seats": [], "people": []}
    del older["tournament"]["begins_at"], older["tournament"]["place"]
    there = taken_in(club, older).result
    assert (there.begins_at, there.place) == (None, "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bad", [{"begins_at": "25:00"}, {"begins_at": "14:00:30"}, {"place": "a\u202eb"}, {"place": "x" * 121}]
)
def test_an_hour_or_a_place_of_another_shape_is_refused(content, club, bad):
    content["tournament"] |= bad
    with refused("wrong_shape"):
        taken_in(club, content)


@pytest.mark.django_db
def test_the_place_of_a_mistake_is_named(content, club):
    content["entries"][2]["number"] = "three"
    with pytest.raises(Refused, match=r"\$\.entries\[2\]\.number"):
        taken_in(club, content)


@pytest.mark.django_db
def test_who_is_known_here_stays_one_person(evening, content, club):
    people = content["people"]
    other = elsewhere(content) | {"people": people}
    done = taken_in(club, other)
    assert done.result.entries.count() == 9
    assert {entry.person.entries.count() for entry in done.result.entries.all()} == {2}


@pytest.mark.django_db
def test_the_same_request_takes_in_once(content, club):
    raw = json.dumps(elsewhere(content)).encode()
    first = take_in(club, by=SYSTEM, raw=raw, action_id="twice")
    again = take_in(club, by=SYSTEM, raw=raw, action_id="twice")
    assert again.is_repeat and again.receipt == first.receipt


@pytest.mark.django_db
def test_nobody_is_named_in_what_is_published(evening, content):
    Entry.objects.filter(number=1).update(family="Zahl", note="sits by the window", from_club="SC Graf")
    content = json.loads(writing.text(writing.document(evening.tournament)))
    without = without_names(content)
    text = writing.text(without)
    validator().validate(json.loads(text))
    secrets = [person["given_name"] for person in content["people"]]
    secrets += [row["public_id"] for part in ("people", "entries", "tables") for row in content[part]]
    secrets += ["Zahl", "window", "SC Graf", content["club"]["name"]]
    assert not [secret for secret in secrets if f'"{secret}' in text or f" {secret}" in text]
    assert {stage["seed"] for stage in without["stages"]} == {""}
    assert without["seats"] == content["seats"] and without["places"] == content["places"]


@pytest.mark.django_db
def test_what_is_published_can_be_taken_in_and_ranks_the_same():
    """But for the lot, which is drawn with the ids of players: these are others there."""
    text, ranks = written_and_gone(2, "lot")
    done = taken_in(here(), without_names(json.loads(text)))
    assert ranking(done.result, "lot") == ranks


@pytest.mark.django_db
def test_the_schema_that_is_shipped_is_the_one_that_is_checked(content):
    assert json.loads(SCHEMA.read_text()) == schema(), f"manage.py export_tournament --schema {SCHEMA.name}"
    validator().check_schema(schema())
    validator().validate(content)


def test_every_model_travels_or_is_said_not_to():
    travels = {part.model for part in shape.parts()} | {Tournament, Club}
    at_home = {each.model for each in table.tables() if each.stays_home}
    ours = {model for app in ("tournament", "games", "referee") for model in _models(app)}
    missing = ours - travels - at_home
    assert not missing, f"put into tournament.policy.parts: {sorted(model.__name__ for model in missing)}"
    assert travels & at_home == {Club}, "said to stay at home, and does not"


def _models(app: str) -> list[type[models.Model]]:
    return list(apps.get_app_config(app).get_models()) if apps.is_installed(app) else []


@pytest.mark.django_db
def test_commands(tmp_path, capsys):
    with transaction.atomic():
        tournament = generated(here(), 3)
        call_command("export_tournament", tournament.public_id, str(tmp_path / "a.json"))
        call_command("export_tournament", tournament.public_id, str(tmp_path / "b.json"), "--without-names")
        transaction.set_rollback(True)
    call_command("import_tournament", str(tmp_path / "a.json"))
    call_command("export_tournament", Tournament.objects.get().public_id, str(tmp_path / "c.json"))
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "c.json").read_bytes()
    assert "Gast" not in (tmp_path / "b.json").read_text()
    with pytest.raises(CommandError, match="schon"):
        call_command("import_tournament", str(tmp_path / "a.json"))
    with pytest.raises(CommandError, match="no such tournament"):
        call_command("export_tournament", "nothing", str(tmp_path / "d.json"))


@pytest.mark.django_db
def test_accounts_that_are_not_known_stand_in_and_cannot_sign_in(content, club):
    other = elsewhere(content)
    other["accounts"] = [{"id": 1, "public_id": "zzzzzzzzzzzz", "login": "Graf"}]
    taken_in(club, other)
    account = Account.objects.get(public_id="zzzzzzzzzzzz")
    assert not account.is_active and not account.check_password("!")
    assert LogEntry.objects.filter(code="tournament.taken_in").count() == 1
