"""A backup is one that was restored: everything is there again, and what is damaged is never taken for good."""

import json
import shutil
import threading
import zipfile
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.backends.base.base import NO_DB_ALIAS
from django.urls import reverse
from django.utils import timezone

from tests.tournament.evening import Evening, by_chance, refused, text
from tournament.core import alarms, files, jobs, periodic
from tournament.core.actors import SYSTEM
from tournament.entries.actions import add_entry
from tournament.erasing import retention
from tournament.models import Entry, Job, Person, Seat, Stream, Tournament
from tournament.out.backup import drill, frozen, keeping, looking, making, proving, restoring
from tournament.out.backup.frozen import opened_sqlite
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.slow


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "championship", by=as_yara)
    evening.come(9)
    first, *_ = evening.draw(1)
    evening.publish(first)
    evening.fill(first, by_chance(1))
    return evening


@pytest.fixture
def places(settings, tmp_path, monkeypatch) -> Path:
    # Django's tests allow no database but those of the settings, and the one of this name.
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)
    settings.BACKUP_DIR, settings.BACKUP_SECOND = tmp_path / "first", None
    settings.FILES_DIR = tmp_path / "files"
    return tmp_path


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_everything_is_there_again(evening, places):
    name = files.keep(b"a certificate")
    made = making.make(places / "b.zip")
    assert looking.look_over(made.path)["files"] == 1
    rows = {model._meta.label_lower: model._base_manager.count() for model in making.tables()}
    seats = list(Seat.objects.order_by("pk").values_list("pk", "entry", "colour", "order"))
    shutil.rmtree(places / "files")
    with opened_sqlite(places / "empty.sqlite3") as alias:
        manifest = restoring.restore(made.path, alias)
        there = {model._meta.label_lower: model._base_manager.using(alias).count() for model in making.tables()}
        assert there == rows == manifest["rows"]
        assert list(Seat.objects.using(alias).order_by("pk").values_list("pk", "entry", "colour", "order")) == seats
        fresh = Person.objects.using(alias).create(club_id=evening.tournament.club_id, given_name="Eve")
        assert not Person.objects.filter(pk=fresh.pk).exists()
    with looking.Backup(made.path) as backup:
        restoring._take_files(backup)
    assert files.read(name) == b"a certificate"


@pytest.mark.django_db(transaction=True)
def test_only_into_an_empty_place(evening, places):
    making.make(places / "b.zip")
    with refused("not_empty"):
        restoring.restore(places / "b.zip")


@pytest.mark.django_db(transaction=True)
def test_what_is_damaged_is_not_relied_on(evening, places):
    good = making.make(places / "good.zip").path
    raw = good.read_bytes()
    (places / "half.zip").write_bytes(raw[: len(raw) // 2])
    (places / "flipped.zip").write_bytes(raw[:300] + bytes([raw[300] ^ 1]) + raw[301:])
    (places / "other.zip").write_bytes(b"no archive")
    for name in ("half", "flipped", "other"):
        with refused("damaged"):
            looking.look_over(places / f"{name}.zip")
    with refused("unreadable"):
        looking.look_over(places / "none.zip")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("tournament.logentry", lambda lines: [*lines[:2], *lines[3:]]),
        ("tournament.logentry", lambda lines: lines[:-1]),
        (
            "tournament.logentry",
            lambda lines: [line.replace(b"entries.checked_in", b"entries.checked_un") for line in lines],
        ),
        ("tournament.logtext", lambda lines: [line.replace(b"championship", b"championshop") for line in lines]),
        ("tournament.entry", lambda lines: lines[:-1]),
    ],
)
def test_what_was_changed_inside_shows(evening, places, table, change):
    making.make(places / "a.zip")
    with zipfile.ZipFile(places / "a.zip") as old, zipfile.ZipFile(places / "b.zip", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == f"tables/{table}.jsonl":
                content = b"".join(change(content.splitlines(keepends=True)))
                assert content != old.read(name)
            new.writestr(name, content)
    with refused("damaged"):
        looking.look_over(places / "b.zip")


@pytest.mark.django_db(transaction=True)
def test_of_a_newer_version(evening, places):
    making.make(places / "a.zip")
    with zipfile.ZipFile(places / "a.zip") as old, zipfile.ZipFile(places / "b.zip", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == making.MANIFEST:
                manifest = json.loads(content)
                manifest["migrations"]["tournament"].append("9999_of_tomorrow")
                content = json.dumps(manifest)
            new.writestr(name, content)
    with refused("newer"):
        restoring.restore(places / "b.zip")


@pytest.mark.django_db(transaction=True)
def test_whatever_was_acknowledged_before_it_began_is_in_it(evening, places):
    """Others go on writing while it is made."""
    stop, done = threading.Event(), []

    def write() -> None:
        try:
            while not stop.is_set():
                done.append(add_entry(evening.tournament, by=SYSTEM, given_name="Eve").receipt["seq"])
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            seen = len(done) and done[-1]
            manifest = looking.look_over(making.make(places / f"{number}.zip").path)
            assert manifest["heads"][evening.tournament.stream.public_id][0] >= seen
    finally:
        stop.set()
        writer.join()
    assert done


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_commands(evening, places, capsys):
    call_command("backup", str(places / "b.zip"), "--drill")
    assert "restored for a try" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("restore", str(places / "b.zip"))
    (places / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", str(places / "file" / "b.zip"))


def worked() -> Job:
    jobs.run(jobs.claim())
    return keeping.latest()


@pytest.mark.django_db(transaction=True)
def test_on_a_laptop_backups_make_themselves_while_something_happens(evening, places, settings):
    settings.ON_SERVER = False
    keeping.order_if_due()
    keeping.order_if_due()
    assert Job.objects.filter(kind=keeping.KIND).count() == 1
    assert worked().result["entries"] == sum(Stream.objects.values_list("seq", flat=True))
    later = timezone.now() + keeping.EVERY
    keeping.order_if_due(later)
    assert Job.objects.open().count() == 0  # nothing was done since
    add_entry(evening.tournament, by=SYSTEM, given_name="Eve")
    keeping.order_if_due()
    assert Job.objects.open().count() == 0  # the last one is fresh
    keeping.order_if_due(later)
    assert Job.objects.open().count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_round_is_kept_also_in_the_second_place(evening, places, settings):
    settings.BACKUP_SECOND = places / "usb"
    settings.BACKUP_SECOND.mkdir()
    round_ = evening.stage(1).rounds.get(number=1)
    round_.refresh_from_db()
    close_round(evening.tournament, by=evening.by, round_id=round_.pk)
    result = worked().result
    assert result["name"].endswith("-round.zip") and result["second"] == "kept"
    copy = settings.BACKUP_SECOND / result["name"]
    assert copy.stat().st_mode & 0o077 == 0, "the key, names and password hashes are in it"
    drill.restored_for_a_try(settings.BACKUP_SECOND / result["name"])


@pytest.mark.django_db(transaction=True)
def test_each_is_compared_with_the_logs_and_what_differs_is_told(evening, places, as_yara, desk):
    keeping.order_if_due()
    assert worked().result["proven"] == {"checked": 1, "of": 1, "partly": 0, "differing": []}
    page = reverse("data", args=[evening.tournament.public_id])
    assert "1 von 1 Turnier, kein Unterschied" in text(desk.get(page)) and not said(evening.tournament, as_yara)
    entry = evening.tournament.entries.first()
    Entry.objects.filter(pk=entry.pk).update(state="withdrawn")
    add_entry(evening.tournament, by=SYSTEM, given_name="Eve")
    call_command("backup", str(places / "by_hand.zip"), stderr=(complained := StringIO()))
    assert f"Entry {entry.pk} (number 1): its state is" in complained.getvalue()
    Job.objects.update(ended_at=timezone.now() - keeping.EVERY)
    keeping.order_if_due()
    assert worked().result["proven"]["differing"][0]["tournament"] == evening.tournament.public_id
    shown = text(desk.get(page))
    assert "nicht wie im Protokoll" in shown and "frisch" not in shown and "1 Turnier weicht ab" in shown
    assert any("its state is" in words for words in said(evening.tournament, as_yara))


@pytest.mark.django_db(transaction=True)
def test_what_there_was_no_time_to_compare_is_not_called_compared(evening, places, desk, monkeypatch):
    monkeypatch.setattr(proving, "SECONDS", 0)
    keeping.order_if_due()
    assert worked().result["proven"] == {"checked": 0, "of": 1, "partly": 0, "differing": []}
    shown = text(desk.get(reverse("data", args=[evening.tournament.public_id])))
    assert "frisch, aber nicht verglichen" in shown and "0 von 1 Turnier" in shown and "kein Unterschied" not in shown


@pytest.mark.django_db(transaction=True)
def test_a_second_place_that_is_gone_harms_nothing_and_is_told(evening, places, settings, as_yara):
    settings.BACKUP_SECOND = places / "unplugged"
    keeping.order_if_due()
    assert worked().result["second"] == "No such file or directory"
    assert "unplugged" not in "".join(said(evening.tournament, as_yara))
    assert any("No such file" in words for words in said(evening.tournament, as_yara))


def said(tournament: Tournament, actor) -> list[str]:
    return [alarm.words for alarm in alarms.alarms_for(tournament, actor)]


@pytest.mark.django_db(transaction=True)
def test_the_desk_is_told_when_there_is_no_good_one(evening, places, as_yara, monkeypatch):
    assert not said(evening.tournament, as_yara)
    monkeypatch.setattr(keeping, "LATE", timedelta(0))
    assert len(said(evening.tournament, as_yara)) == 1
    keeping.order_if_due()
    worked()
    assert not said(evening.tournament, as_yara)
    add_entry(evening.tournament, by=SYSTEM, given_name="Eve")
    assert len(said(evening.tournament, as_yara)) == 1


def test_the_newest_are_kept_and_those_of_rounds(tmp_path):
    for n in range(keeping.NEWEST + 5):
        (tmp_path / f"augengenau-20261121-{n:06}.zip").touch()
    (tmp_path / "augengenau-20261120-000000-round.zip").touch()
    (tmp_path / "mine.zip").touch()
    keeping._forget_old(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert len(left) == keeping.NEWEST + 2 and "augengenau-20261121-000004.zip" not in left


@pytest.mark.django_db(transaction=True)
def test_the_newest_is_the_last_by_name_also_where_the_clock_was_a_year_ahead(evening, places, settings):
    settings.BACKUP_DIR.mkdir()
    (settings.BACKUP_DIR / "augengenau-20991231-235959.zip").touch()
    keeping.order_if_due()
    assert worked().result["name"] == "augengenau-21000101-000000.zip"


@pytest.mark.django_db
def test_one_that_is_dated_next_year_keeps_none_from_being_made(evening, settings):
    settings.ON_SERVER = False
    late = {"ended_at": timezone.now() + timedelta(days=365), "created_at": timezone.now() + timedelta(days=365)}
    for kind in (keeping.KIND, retention.KIND):
        Job.objects.create(kind=kind, queue="maintenance", key="a", state="done", result={"entries": 10**6}, **late)
    periodic.order_due()
    assert set(Job.objects.open().values_list("kind", flat=True)) == {keeping.KIND, retention.KIND}
