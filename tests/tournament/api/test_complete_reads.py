"""Reads are complete: everything of an entry that one may see, lists that can be filtered and sorted, exports for those who only
read; and lists lose nothing on their way in and out."""

import io
import json
import re
import zipfile
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from openpyxl import load_workbook

from tests.tournament.evening import Evening, by_number, settle
from tournament.core.actors import SYSTEM
from tournament.entries.actions import add_entry
from tournament.entries.imports.actions import import_entries
from tournament.models import Entry, Token
from tournament.models.ids import token_hash
from tournament.out.lists import Sheet, as_xlsx
from tournament.setup.actions import create_tournament

ROSA = {
    "given_name": "Rosa",
    "family_name": "Roth",
    "number": 7,
    "is_minor": True,
    "is_hidden": True,
    "is_paid": True,
    "team": "Rot",
    "category": "U16",
    "from_club": "SC Augenzahl",
    "family": "Roth",
    "fixed_boards": [3, 14],
}
LIST = """Vorname;Nachname;Startnummer;Verborgen;Bezahlt;Team;Kategorie;Verein;Familie;Brett;U16
Rosa;Roth;7;x;x;Rot;U16;SC Augenzahl;Roth;3 14;x
Gero;Graf;8;;;Grün;;;;;
"""


def entered(tournament, **people):
    import_entries(tournament, by=SYSTEM, people=[{**ROSA, "email": "", "person": ""}])
    return tournament.entries.get()


def test_an_entry_says_all_to_those_who_work_here_and_null_to_others(yaras, here, tournament):
    entered(tournament)
    full = yaras.get(f"{here}/entries/").json()["items"][0]
    assert {name: full[name] for name in ROSA} == ROSA
    assert full["team_id"] == tournament.teams.get().pk and full["note"] == ""
    seen = Client().get(f"/api/v1/{here}/entries/").json()["items"][0]
    assert seen["team"] == "Rot" and seen["category"] == "U16" and seen.keys() == full.keys()
    hidden = ("given_name", "family_name", "is_minor", "is_hidden", "is_paid", "from_club", "family", "fixed_boards")
    assert {seen[name] for name in hidden} == {None} and "Rosa" not in json.dumps(seen)


def test_entries_are_filtered_searched_and_sorted(yaras, here, tournament, entries):
    found = lambda query: [one["number"] for one in yaras.get(f"{here}/entries/?{query}").json()["items"]]  # noqa: E731
    assert found("q=ROSA") == [3] and found("state=present") == [] and len(found("state=registered")) == 6
    assert found("sort=-number") == [6, 5, 4, 3, 2, 1]
    assert found("sort=name&limit=2") == [5, 2]  # Blau, Graf
    page = yaras.get(f"{here}/entries/?sort=name&limit=2").json()
    assert found(f"sort=name&limit=2&after={page['next']}") == [4, 3]  # Kurz, Roth
    assert yaras.get(f"{here}/entries/?team_id=99").json()["items"] == []


def test_a_search_tells_no_more_than_the_list(yaras, here, tournament):
    entered(tournament)
    stranger = Client()
    assert stranger.get(f"/api/v1/{here}/entries/?q=Rosa").json()["items"] == []
    assert stranger.get(f"/api/v1/{here}/entries/?sort=name").status_code == 400
    assert len(yaras.get(f"{here}/entries/?q=rosa").json()["items"]) == 1


def test_tournaments_are_found_by_name_place_club_and_day(yaras, club, tournament, as_yara):
    create_tournament(club, by=as_yara, name="Fruehling", played_on=date(2027, 3, 20))
    found = lambda query: [one["name"] for one in yaras.get(f"tournaments/?{query}").json()["items"]]  # noqa: E731
    assert found("q=herbst") == ["Herbstturnier"] and found("q=augenzahl") == ["Fruehling", "Herbstturnier"]
    assert found("from=2027-01-01") == ["Fruehling"] and found("to=2027-01-01") == ["Herbstturnier"]
    assert found("sort=played_on") == ["Herbstturnier", "Fruehling"] and found("club_id=nothere") == []
    assert yaras.get("tournaments/?from=gestern").status_code == 400


def test_the_log_is_asked_for_a_kind_and_from_the_beginning(yaras, here, tournament, entries):
    codes = [one["code"] for one in yaras.get(f"{here}/log/?code=entry.&sort=seq").json()["items"]]
    assert codes == ["entry.added"] * 6
    assert yaras.get(f"{here}/log/?sort=seq").json()["items"][0]["seq"] == 1


def test_whoever_only_reads_takes_lists_and_the_document_out(program, yara, here, tournament, entries):
    reader = program(yara, "read")
    for address in (f"{here}/export/document/", f"{here}/export/lists/?kind=xlsx", f"{here}/export/lists/"):
        answer = reader.get(address)
        assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"], address
        assert reader.get(address, if_none_match=answer.headers["ETag"]).status_code == 304, address
    assert reader.post(f"{here}/entries/", {"given_name": "Otto"}).status_code == 403


def test_a_sheet_does_not_say_when_it_was_written():
    """Its ETag would be another one each second."""
    with zipfile.ZipFile(io.BytesIO(as_xlsx([Sheet("Namen", [["Name"], ["Yara"]])]))) as packed:
        said = packed.read("docProps/core.xml").decode()
    assert re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", said) == ["2000-01-01T00:00:00"] * 2


def test_what_a_preview_says_can_be_handed_on_and_nothing_is_lost(yaras, here, tournament):
    preview = yaras.post(f"{here}/entries/list/", {"text": LIST}).json()
    about = {"line", "problem", "likeness", "alike", "near", "nearly", "left", "doubt"}
    people = [{name: value for name, value in line.items() if name not in about} for line in preview["lines"]]
    assert yaras.post(f"{here}/entries/import/", {"people": people}).status_code == 201
    rosa, gero = yaras.get(f"{here}/entries/").json()["items"]
    assert {name: rosa[name] for name in ROSA} == ROSA
    assert (gero["team"], gero["is_hidden"], gero["is_paid"], gero["fixed_boards"]) == ("Grün", False, False, [])


def test_what_goes_out_as_a_list_comes_in_again_as_it_was(yaras, here, tournament, club, as_yara):
    entered(tournament)
    add_entry(tournament, by=SYSTEM, given_name="Gero", family_name="=Graf", number=9)
    text = yaras.get(f"{here}/export/lists/").content.decode("utf-8-sig")
    other = create_tournament(club, by=as_yara, name="Zweites", played_on=date(2026, 11, 22)).result
    there = f"tournaments/{other.public_id}"
    lines = yaras.post(f"{there}/entries/list/", {"text": text}).json()["lines"]
    about = {"line", "problem", "likeness", "alike", "near", "nearly", "left", "doubt"}
    people = [{name: value for name, value in line.items() if name not in about} for line in lines]
    assert yaras.post(f"{there}/entries/import/", {"people": people}).status_code == 201
    again = yaras.get(f"{there}/export/lists/").content.decode("utf-8-sig")
    assert again == text


def test_a_spreadsheet_is_wide_enough_has_a_head_and_counts_with_its_numbers(yaras, here, tournament):
    entered(tournament)
    content = yaras.get(f"{here}/export/lists/?kind=xlsx").content
    page = load_workbook(io.BytesIO(content)).active
    assert page.freeze_panes == "A2" and page["A1"].font.bold and page.auto_filter.ref.startswith("A1:")
    for n, cell in enumerate(page[1]):
        assert page.column_dimensions[cell.column_letter].width >= len(cell.value), n
    assert page["A2"].value == 7 and page["B2"].value == "Rosa"


def test_nobody_is_entered_into_a_tournament_that_is_over(yaras, club, as_yara):
    evening = Evening(club, "children", by=as_yara)
    evening.come(8, fours=2)
    evening.play_stage(1, by_number)
    settle(evening, 2)
    evening.play_stage(2, by_number)
    here = f"tournaments/{evening.tournament.public_id}"
    assert yaras.get(f"{here}/next/").json()["code"] == "done"
    for address, body in {
        "entries": {"given_name": "Otto"},
        "entries/import": {"people": [{"given_name": "Otto"}]},
    }.items():
        answer = yaras.post(f"{here}/{address}/", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "tournament_over"), address
    assert not Entry.objects.filter(person__given_name="Otto").exists()


def test_webhooks_are_named_switched_and_removed_by_programs(yaras, program, account, club):
    hooks = f"clubs/{club.public_id}/webhooks"
    body = {"url": "https://example.org/hook", "areas": ["results"]}
    made = [yaras.post(f"{hooks}/", body, idempotency_key="key") for _ in range(2)]
    assert made[0].json() == made[1].json() and len(made[0].json()["secret"]) == 64
    one = made[0].headers["Location"]
    assert yaras.get(one).json() == {"id": made[0].json()["id"], **body, "is_active": True}
    assert yaras.ask("PATCH", one, {"is_active": False}).status_code == 200 and not yaras.get(one).json()["is_active"]
    assert yaras.post(f"{one}test/").json()["code"] == "switched_off"
    assert yaras.post(f"{one}secret/").json()["secret"] != made[0].json()["secret"]
    assert program(account("gero")).get(f"{hooks}/").status_code == 404
    assert program(club_admin_reader(yaras), "read").get(f"{hooks}/").status_code == 403
    assert yaras.ask("DELETE", one).status_code == 200 and yaras.get(f"{hooks}/").json()["items"] == []
    assert yaras.post(f"{hooks}/", {**body, "url": "http://10.0.0.1/"}).json()["code"] == "address"


def club_admin_reader(yaras):
    return Token.objects.get(token_hash=token_hash(yaras.secret)).account


def test_a_token_is_made_where_nobody_can_click(yara, program):
    told = io.StringIO()
    call_command("token", "yara", "read", "--called", "board", "--days", "3", stdout=told)
    secret = told.getvalue().strip()
    assert secret.startswith("augengenau_") and Token.objects.get(name="board").token_hash == token_hash(secret)
    answer = Client().get("/api/v1/me/", headers={"authorization": f"Bearer {secret}"})
    assert (answer.json()["login"], answer.json()["scope"]) == ("yara", "read")
    for wrong in (("nobody", "read"), ("yara", "read", "--days", "0")):
        with pytest.raises(CommandError):
            call_command("token", *wrong)
