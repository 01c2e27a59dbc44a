"""Files that somebody made by hand, to break pages of others or to bring something in from elsewhere."""

import io
import json
import zipfile
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tournament.core.errors import Refused
from tournament.models import Tournament
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.setup.actions import create_tournament


def changed(tournament: Tournament, **fields: object) -> dict:
    content = json.loads(writing.text(writing.document(tournament)))
    content["tournament"].update(fields)
    for rows in ("streams", "log", "log_texts"):
        content[rows] = []
    return content


BAD = {
    "an address of its own": {"public_id": "a/b"},
    "no address": {"public_id": ""},
    "an address in large letters": {"public_id": "ABCDEFGHJKMN"},
    "two lines as a name": {"name": "A\r\nATTENDEE:mailto:x@example.org"},
    "a line behind the name": {"name": "A\n"},
    "a name that turns round": {"name": "Turnier \u202egpj.exe"},
    "a sign that XML cannot hold": {"name": "A\x0bB"},
}


@pytest.mark.parametrize("fields", BAD.values(), ids=BAD)
def test_a_file_made_by_hand_cannot_break_pages_that_others_see(tournament, entries, club, as_yara, fields):
    content = changed(tournament, **fields)
    Tournament.objects.filter(pk=tournament.pk).update(public_id="2" * 12)
    with pytest.raises(Refused) as refusal:
        take_in(club, by=as_yara, raw=json.dumps(content).encode())
    assert refusal.value.code == "wrong_shape"
    for name in ("club", "club_feed", "club_calendar"):
        assert Client().get(reverse(name, args=[club.public_id])).status_code == 200
    assert Client().get("/").status_code == 200


def spreadsheet(entities: str) -> bytes:
    """An XLSX in which a name is what `&x;` stands for."""
    book, out = Workbook(), io.BytesIO()
    for line in ("Name", "Rosa Roth"):
        book.active.append([line])
    book.save(out)
    made = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                content = content.replace(b"Rosa Roth", b"&x;").replace(
                    b"<worksheet", f"<!DOCTYPE worksheet [{entities}]><worksheet".encode(), 1
                )
                assert b"&x;" in content
            new.writestr(name, content)
    return made.getvalue()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ENTITIES = {
    "another file": '<!ENTITY x SYSTEM "CANARY">',
    "another server": '<!ENTITY x SYSTEM "http://127.0.0.1:1/">',
    "a billion laughs": f'<!ENTITY l0 "ha">{LAUGHS}<!ENTITY x "&l9;">',
}


@pytest.mark.parametrize("entities", ENTITIES.values(), ids=ENTITIES)
def test_a_spreadsheet_brings_nothing_in_from_elsewhere(tournament, desk, entities, tmp_path):
    canary = tmp_path / "canary"
    canary.write_text("KANARIENVOGEL-4711")
    upload = SimpleUploadedFile("list.xlsx", spreadsheet(entities.replace("CANARY", canary.as_uri())))
    answer = desk.post(reverse("import", args=[tournament.public_id]), {"file": upload})
    assert answer.status_code == 422
    assert canary.read_text() not in answer.content.decode()
    assert len(answer.content) < 100_000 and not tournament.entries.exists()


IMPOSSIBLE = (
    {"places": 10**30},
    {"places": 2**63},
    {"entry_opens_at": "0001-01-01T00:00:00+14:00"},
    {"team_best": 10**20},
)


@pytest.mark.parametrize("fields", IMPOSSIBLE, ids=str)
def test_numbers_and_moments_that_no_column_holds_are_refused(tournament, entries, club, as_yara, fields):
    content = changed(tournament, **fields)
    Tournament.objects.filter(pk=tournament.pk).update(public_id="2" * 12)
    with pytest.raises(Refused) as refusal:
        take_in(club, by=as_yara, raw=json.dumps(content).encode())
    assert refusal.value.code in ("contradicts", "wrong_shape")


@pytest.mark.parametrize("day", [date.max, date.min])
def test_a_day_at_the_end_of_all_time_breaks_no_calendar(club, as_yara, day):
    made = create_tournament(club, by=as_yara, name="Ende", played_on=day).result
    for name, of in (("club_calendar", club), ("tournament_calendar", made), ("club_feed", club), ("club", club)):
        answer = Client().get(reverse(name, args=[of.public_id]))
        assert answer.status_code == 200
    assert (
        f"DTSTART;VALUE=DATE:{day.isoformat().replace('-', '')}"
        in Client().get(f"/c/{club.public_id}/calendar.ics").content.decode()
    )
