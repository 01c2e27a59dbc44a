"""The second place for backups may be somebody else's too: of theirs none is removed, and none is written over."""

import json
import zipfile
from pathlib import Path

import pytest
from django.db.backends.base.base import NO_DB_ALIAS

from tests.tournament.evening import Evening
from tournament.core.action import INSTALLATION
from tournament.models import Club, Stream
from tournament.out.backup import frozen, keeping, making

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def stick(settings, tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # Django's tests allow no other
    monkeypatch.setattr(keeping, "NEWEST", 2)
    settings.BACKUP_DIR, settings.BACKUP_SECOND = tmp_path / "first", tmp_path / "stick"
    settings.BACKUP_SECOND.mkdir()
    return tmp_path / "stick"


@pytest.fixture
def evening(club, as_yara) -> Evening:
    return Evening(club, "open_long", by=as_yara)


def theirs(stick: Path, day: int, **heads: list[object]) -> Path:
    path = stick / f"augengenau-202611{day:02}-100000.zip"
    said = {"format": making.FORMAT, "version": 1, "made_at": "", "rows": {}, "migrations": {}, "heads": heads}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(making.MANIFEST, json.dumps(said))
    return path


def kept() -> str:
    return keeping._second(keeping._make("").path)


def test_older_and_newer_ones_of_another_installation_are_kept(evening, stick):
    others = [theirs(stick, day, another=[7, "a"], installation=[3, "b"]) for day in (1, 2, 3, 30)]
    torn = stick / "augengenau-20261101-090000.zip"
    torn.write_bytes(b"torn")
    ours = [theirs(stick, day, **{evening.tournament.stream.public_id: [1, "a"]}) for day in (4, 5)]
    assert [kept() for _time in range(3)] == ["kept"] * 3
    assert all(path.exists() for path in (*others, torn)) and not any(path.exists() for path in ours)
    assert len(list(stick.iterdir())) == len(others) + 1 + keeping.NEWEST


def test_one_that_was_made_before_there_was_a_club_is_ours_by_a_line_of_the_installation(stick):
    stream = Stream.objects.get_or_create(public_id=INSTALLATION)[0]
    stream.log.create(
        seq=1, action_id="a", fingerprint="", code="x", data={}, receipt={}, actor="", role="", via="", hash="aa"
    )
    Stream.objects.create(club=Club.objects.create(name="Now"))
    ours, others = theirs(stick, 1, installation=[1, "aa"]), theirs(stick, 2, installation=[1, "bb"])
    is_ours = keeping._made_here()
    assert is_ours(ours) and not is_ours(others)


def test_one_of_the_same_second_is_not_written_over(evening, stick):
    made = keeping._make("")
    (stick / made.path.name).write_bytes(b"theirs")
    assert keeping._second(made.path) == "File exists"
    assert (stick / made.path.name).read_bytes() == b"theirs"
