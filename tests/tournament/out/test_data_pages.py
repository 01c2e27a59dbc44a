"""The desk's page of what goes out and comes in."""

import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.tournament.evening import a_club, refused
from tournament.core.actors import SYSTEM
from tournament.models import Job, LogEntry, Role, Tournament
from tournament.models.jobs import JobState
from tournament.out import lists as exports
from tournament.out.backup import keeping
from tournament.out.backup.actions import order_backup
from tournament.out.tournament_file import writing

SAMPLE = Path(__file__).parents[3] / "docs" / "samples" / "23-players.json"


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.parametrize("code", exports.LISTS)
@pytest.mark.parametrize("kind", exports.KINDS)
def test_each_list_is_a_file_with_a_name_that_says_what(desk, url, entries, code, kind):
    answer = desk.get(url("data_lists"), {"list": code, "as": kind})
    assert answer.status_code == 200 and answer["Content-Type"] == exports.content_type(kind)
    assert re.fullmatch(
        rf'attachment; filename="2026-11-21-herbstturnier-[\w-]+\.{kind}"', answer["Content-Disposition"]
    )


def test_all_lists_are_one_spreadsheet(desk, url, entries, tmp_path):
    (tmp_path / "x.xlsx").write_bytes(desk.get(url("data_lists")).content)
    assert len(load_workbook(tmp_path / "x.xlsx").sheetnames) == len(exports.LISTS)


def test_names_are_full_for_the_desk_and_short_where_everybody_will_read_them(desk, url, entries):
    asked = {"list": "entries", "as": "csv"}
    assert b"Yilmaz" in desk.get(url("data_lists"), asked).content
    said = desk.get(url("data_lists"), asked | {"names": "public"}).content
    assert b"Yilmaz" not in said and b"Yara Y." in said


@pytest.mark.parametrize("asked", [{"list": "nothing", "as": "csv"}, {"as": "csv"}, {"list": "entries", "as": "pdf"}])
def test_what_there_is_not_is_not_found(desk, url, asked):
    assert desk.get(url("data_lists"), asked).status_code == 404


def test_the_document_is_the_one_of_the_command_and_can_be_had_without_names(desk, url, tournament, entries):
    whole, nobody = desk.get(url("data_document")), desk.get(url("data_document"), {"names": "none"})
    assert whole.content.decode() == writing.text(writing.document(tournament))
    assert b"Yilmaz" not in nobody.content and tournament.public_id.encode() not in nobody.content
    assert "herbst" not in nobody["Content-Disposition"]
    assert len(json.loads(nobody.content)["entries"]) == len(entries)


def test_the_page_says_how_old_the_last_backup_is_and_orders_another(desk, url, tournament, settings, tmp_path):
    settings.BACKUP_SECOND = tmp_path
    assert "noch keine" in text(desk.get(url("data")))
    desk.post(url("data_backup"))
    assert Job.objects.get(kind=keeping.KIND).state == JobState.QUEUED
    assert "wird gerade" in text(desk.get(url("data")))
    result = {"name": "augengenau-1.zip", "size": 2048, "entries": 7, "second": "No space left"}
    Job.objects.update(state=JobState.DONE, ended_at=timezone.now() - keeping.EVERY, result=result)
    said = text(desk.get(url("data")))
    assert "augengenau-1.zip" in said and "No space left" in said and str(tmp_path) in said
    assert LogEntry.objects.get(code="backup.ordered").stream == tournament.stream


def test_on_a_server_whoever_runs_it_makes_them(desk, url, tournament, settings):
    settings.ON_SERVER = True
    assert str(settings.BACKUP_DIR) not in text(desk.get(url("data")))
    with refused("on_server"):
        order_backup(tournament, by=SYSTEM)


def test_a_tournament_is_taken_in_once(desk, club):
    url = reverse("take_in", args=[club.public_id])
    answer = desk.post(url, {"file": SimpleUploadedFile("x.json", SAMPLE.read_bytes())})
    made = Tournament.objects.get(name="Generalprobe (23)")
    assert answer.status_code == 302 and answer.url == reverse("desk_tournament", args=[made.public_id])
    before = json.loads(SAMPLE.read_text())["club"]["name"]
    assert (
        f"Es war ein Turnier von {before} und ist jetzt eines von {club.name}" in desk.get(answer.url).content.decode()
    )
    again = desk.post(url, {"file": SimpleUploadedFile("x.json", SAMPLE.read_bytes())})
    assert again.status_code == 422 and made.club == club


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00", b"[1]", b'{"format": "augengenau/tournament"}'])
def test_what_is_no_tournament_is_refused_on_the_page(desk, club, content):
    url = reverse("take_in", args=[club.public_id])
    answer = desk.post(url, {"file": SimpleUploadedFile("x.json", content)})
    assert answer.status_code == 422 and not Tournament.objects.exists()
    assert desk.post(url).status_code == 422


def test_a_helper_at_the_desk_takes_nothing_along(url, tournament, account, signed_in):
    gero = account("gero")
    gero.grants.create(club=tournament.club, tournament=tournament, role=Role.DESK)
    for name in ("data", "data_lists", "data_document"):
        assert signed_in(gero).get(url(name)).status_code == 403
    assert (
        reverse("data", args=[tournament.public_id]) not in signed_in(gero).get(url("desk_tournament")).content.decode()
    )


def test_another_clubs_tournaments_stay_its_own(desk):
    assert desk.get(reverse("take_in", args=[a_club("Other").public_id])).status_code == 404
