"""What a program reads before it writes: details of a player, teams and categories, the order of the stages; a tournament from
its document."""

import json

import pytest

from deploy.laptop.folder import ROOT
from tournament.core.links import entry_token
from tournament.models import Category, Person, Tournament
from tournament.models.stages import StageKind
from tournament.out.tournament_file.writing import document, text
from tournament.stages.actions import add_stage, set_preset

SAMPLE = ROOT / "docs" / "samples" / "23-players.json"


def test_what_is_known_of_a_player_can_be_read_changed_and_written_back(yaras, program, account, here, entries):
    address = f"{here}/entries/{entries[0].public_id}/wishes/"
    asked = yaras.get(address)
    known = asked.json()
    assert (known["note"], known["is_minor"], known["version"]) == ("", False, entries[0].version)
    told = {name: known[name] for name in ("team_id", "category_id", "from_club", "family")}
    more = {"fixed_boards": [2], "note": "wheelchair"}
    assert yaras.post(address, told | more, if_match=asked.headers["ETag"]).status_code == 200
    now = yaras.get(address).json()
    assert (now["fixed_boards"], now["note"]) == ([2], "wheelchair")
    assert yaras.post(address, told | more, if_match=asked.headers["ETag"]).status_code == 412
    assert program(account("gero")).get(address).status_code in (403, 404)  # who does not work here reads no notes


def test_teams_and_categories_are_made_filled_named_and_removed(yaras, here, entries):
    team = yaras.post(f"{here}/groups/", {"kind": "team", "name": "Rot"}).json()["id"]
    juniors = yaras.post(f"{here}/groups/", {"kind": "category", "name": "U16"}).json()["id"]
    filled = yaras.post(f"{here}/groups/fill/", {"kind": "team", "group_id": team, "entries": [entries[0].public_id]})
    assert filled.json()["count"] == 1
    assert yaras.get(f"{here}/entries/{entries[0].public_id}/wishes/").json()["team_id"] == team
    fields = {"is_separate": True, "quota": 1}
    change = {"kind": "category", "group_id": juniors, "name": "Junioren", "fields": fields}
    assert yaras.post(f"{here}/groups/change/", change).status_code == 200
    assert sum(yaras.get(f"{here}/groups/").json()["weights"].values()) > 0  # as usual, while nobody has said otherwise
    rules = {"team_best": 2, "weights": {"team": 3, "family": 1, "club": 0}}
    assert yaras.ask("PUT", f"{here}/groups/rules/", rules).status_code == 200
    now = yaras.get(f"{here}/groups/").json()
    assert now["categories"] == [{"id": juniors, "name": "Junioren", **fields}]
    assert (now["team_best"], now["weights"]) == (2, rules["weights"])
    assert yaras.post(f"{here}/groups/remove/", {"kind": "category", "group_id": juniors}).status_code == 200
    assert not Category.objects.exists()


def test_stages_are_put_in_another_order(yaras, here, tournament, as_yara):
    set_preset(tournament, by=as_yara, preset="open_long", language="de")
    add_stage(tournament, by=as_yara, fields={"name": "Vorher", "kind": StageKind.SWISS, "rules": "classic"})
    names = [stage["name"] for stage in yaras.get(f"{here}/stages/").json()["items"]]
    (vorher,) = (n for n, name in enumerate(names, 1) if name == "Vorher")
    order = [vorher, *(n for n in range(1, len(names) + 1) if n != vorher)]
    assert yaras.post(f"{here}/stages/order/", {"order": order}).status_code == 200
    now = [stage["name"] for stage in yaras.get(f"{here}/stages/").json()["items"]]
    assert now == [names[n - 1] for n in order] != names
    assert yaras.post(f"{here}/stages/order/", {"order": [1]}).status_code == 409


def test_a_name_is_set_right_and_what_is_left_out_stays_hidden(yaras, here, entries):
    entry = entries[0]
    Person.objects.filter(pk=entry.person_id).update(is_hidden=True, is_minor=True)
    address = f"{here}/entries/{entry.public_id}/name/"
    assert yaras.post(address, {"given_name": "Yára", "family_name": "Yılmaz"}).status_code == 200
    now = Person.objects.get(pk=entry.person_id)
    assert (now.given_name, now.family_name, now.is_hidden, now.is_minor) == ("Yára", "Yılmaz", True, True)
    said = {"given_name": "Yára", "is_hidden": False}
    assert yaras.post(address, said).status_code == 200
    assert not Person.objects.get(pk=entry.person_id).is_hidden


def test_a_private_link_is_renewed(yaras, here, entries):
    before = entry_token(entries[0])
    assert yaras.post(f"{here}/entries/{entries[0].public_id}/renew-link/").status_code == 200
    entries[0].refresh_from_db()
    assert entry_token(entries[0]) != before


def test_when_and_where_it_is_can_be_said_read_and_taken_back(yaras, club, client):
    about = {"name": "Herbst", "played_on": "2026-11-21", "begins_at": "14:00", "place": "Bürgerhaus, Waldau"}
    address = f"tournaments/{yaras.post(f'clubs/{club.public_id}/tournaments/', about).json()['id']}/"

    def shown() -> tuple[object, object]:
        found = client.get(f"/api/v1/{address}").json()
        return found["begins_at"], found["place"]

    assert shown() == ("14:00", "Bürgerhaus, Waldau")
    assert yaras.ask("patch", address, {"name": "Winter"}).status_code == 200
    assert shown() == ("14:00", "Bürgerhaus, Waldau"), "what is not named stays"
    assert yaras.ask("patch", address, {"begins_at": None, "place": ""}).status_code == 200
    assert shown() == (None, "")


@pytest.mark.parametrize("hour", ["24:00", "9:00", "14:00:00", "14:00\n", "١٤:٠٠", "", 14, ["14:00"]])
def test_an_hour_is_written_in_one_way_only(yaras, here, hour):
    answer = yaras.ask("patch", f"{here}/", {"begins_at": hour})
    assert answer.status_code == 400 and answer.json()["errors"].keys() == {"begins_at"}


def test_a_tournament_is_taken_in_from_its_document_once(yaras, club):
    sent = json.loads(SAMPLE.read_text())
    address, key = f"clubs/{club.public_id}/tournaments/document/", {"idempotency_key": "take-it-in-once"}
    taken = yaras.post(address, sent, **key)
    assert taken.status_code == 201, taken.content
    found = Tournament.objects.get(public_id=taken.json()["id"])
    assert taken.json()["club_before"] == sent["club"]["name"] != club.name  # what is another one by now is said
    assert text(document(found)) == text(sent | {"club": {"name": club.name}})
    assert yaras.post(address, sent, **key).json() == taken.json()
    assert yaras.post(address, sent).json()["code"] == "is_here"
    assert yaras.post(address, {"format": "other"}).json()["code"] == "not_a_tournament"
    assert yaras.post(address).json()["code"] == "not_json"
    broken = yaras.browser.post(
        f"/api/v1/{address}", b"\xff{", "application/json", HTTP_AUTHORIZATION=f"Bearer {yaras.secret}"
    )
    assert json.loads(broken.content)["code"] == "not_json"


def test_the_public_finds_the_club_of_a_tournament(client, yaras, tournament, club):
    shown = client.get(f"/api/v1/tournaments/{tournament.public_id}/").json()
    assert (shown["club"], shown["club_id"]) == (club.name, club.public_id)
