"""A backup that a disk damaged, or that somebody made up, is one sentence: whichever bit, whatever stands in it."""

import json
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.backends.base.base import NO_DB_ALIAS

from tests.tournament.evening import Evening, refused
from tournament.core.errors import Refused
from tournament.out.backup import archive, frozen, looking, making, restoring
from tournament.out.backup.frozen import opened_sqlite

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
TRIES = 150
ODD = [None, True, 0, -1, 10**30, 1.5, "", "x", "2026-13-45", "\ud800", "\0", [], [[]], {}, {"a": None}, [1, 2, 3]]


@pytest.fixture
def made(club, as_yara, tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # Django's tests allow no other
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(4)
    return making.make(tmp_path / "good.zip").path


@pytest.fixture
def chance() -> random.Random:
    return random.Random(17)


def rewritten(good: Path, change: Callable[[str, bytes], bytes]) -> Path:
    """Each member as `change` has it, with checksums that are right."""
    path = good.with_name("made_up.zip")
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return path


def is_refused(path: Path) -> bool:
    """Or taken for what it is; anything else raised would fail the test."""
    with suppress(Refused):
        looking.look_over(path)
        return False
    return True


def test_any_bit_or_byte_is_one_sentence(made, chance, tmp_path):
    whole, path = made.read_bytes(), tmp_path / "flipped.zip"
    directory, found = whole.index(b"PK\x01\x02"), 0
    for n in range(TRIES):
        content = bytearray(whole)
        at = chance.randrange(directory if n % 2 else 0, len(content))  # half of them in the directory
        content[at] = content[at] ^ (1 << chance.randrange(8)) if n % 3 else chance.randrange(256)
        path.write_bytes(content)
        found += is_refused(path)
        archive.is_whole(path)
        archive.rows_of(path, "tournament.account")
    assert found > TRIES // 3


def test_cut_short_anywhere_is_one_sentence(made, chance, tmp_path):
    whole, path = made.read_bytes(), tmp_path / "short.zip"
    for _try in range(40):
        path.write_bytes(whole[: chance.randrange(len(whole))])
        assert is_refused(path) and not archive.is_whole(path)


def test_any_json_in_the_manifest_is_one_sentence(made, chance):
    with zipfile.ZipFile(made) as good:
        said = json.loads(good.read(making.MANIFEST))
    for _try in range(TRIES):
        other, name = dict(said), chance.choice([*said])
        if chance.random() < 0.5 and isinstance(said[name], dict):
            other[name] = {**said[name], chance.choice([*said[name], "a.b", "../../x"]): chance.choice(ODD)}
        else:
            other[name] = chance.choice(ODD)
        path = rewritten(made, lambda n, old, other=other: json.dumps(other).encode() if n == making.MANIFEST else old)
        assert archive.is_whole(path) or is_refused(path), "what the launcher does not offer is never restored"


WHOLE_MANIFESTS = [b"[]", b"null", b'"x"', b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe", b"", b"NaN"]


@pytest.mark.parametrize("manifest", WHOLE_MANIFESTS, ids=lambda manifest: repr(manifest[:8]))
def test_a_manifest_of_something_else_is_one_sentence(made, manifest):
    path = rewritten(made, lambda name, old: manifest if name == making.MANIFEST else old)
    assert is_refused(path) and not archive.is_whole(path)


LINES = [b"null", b"1", b"{}", b"[]", b'"x"', b"[" * 100_000, b"\xff", b"\0", b"{"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: repr(line[:8]))
@pytest.mark.parametrize("table", ["logentry", "stream", "logtext", "person"])
def test_a_line_of_something_else_is_one_sentence(made, table, line):
    name = f"tables/tournament.{table}.jsonl"
    for at in (0, -1):
        path = rewritten(made, lambda n, old, at=at: _with_line(old, at, line) if n == name else old)
        with refused("damaged"):
            looking.look_over(path)


def _with_line(table: bytes, at: int, line: bytes) -> bytes:
    lines = table.splitlines()
    lines[at] = line
    return b"\n".join([*lines, b""])


def test_any_json_in_the_log_is_one_sentence(made, chance):
    for _try in range(TRIES):
        name = f"tables/tournament.{chance.choice(['logentry', 'stream', 'logtext'])}.jsonl"
        path = rewritten(made, lambda n, old, name=name: _odd(old, chance) if n == name else old)
        is_refused(path)


def _odd(table: bytes, chance: random.Random) -> bytes:
    lines = table.decode().splitlines()
    at = chance.randrange(1, len(lines))
    row: list[Any] = json.loads(lines[at])
    row[chance.randrange(len(row))] = chance.choice(ODD)
    lines[at] = json.dumps(row)
    return "\n".join([*lines, ""]).encode()


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_otherwise_is_not_unpacked(made, tmp_path, kind):
    """It would be unpacked as far as it goes, whatever it says of its size."""
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(tmp_path / "other.zip", "w", kind) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    with refused("damaged"):
        looking.look_over(tmp_path / "other.zip")


def test_a_folder_is_one_sentence(tmp_path):
    with refused("unreadable"):
        looking.look_over(tmp_path)
    with pytest.raises(CommandError):
        call_command("restore", tmp_path)


BEYOND = [("given_name", None), ("created_at", "2026-13-45"), ("club_id", 10**30), ("is_minor", {"a": 1})]


def test_what_no_database_takes_is_one_sentence(made, tmp_path):
    """The logs of such a backup are whole: it shows when the tables are filled."""
    with opened_sqlite(tmp_path / "empty.sqlite3") as alias:
        for column, value in BEYOND:
            path = rewritten(made, lambda name, old, said=(column, value): _with_person(name, old, *said))
            looking.look_over(path)
            with refused("damaged"):
                restoring.restore(path, alias)
        path = rewritten(made, _of_other_apps)
        looking.look_over(path)
        with refused("damaged"):
            restoring.restore(path, alias)


def _with_person(name: str, old: bytes, column: str, value: Any) -> bytes:
    if name != "tables/tournament.person.jsonl":
        return old
    lines = [json.loads(line) for line in old.splitlines()]
    lines[1][lines[0].index(column)] = value
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def _of_other_apps(name: str, old: bytes) -> bytes:
    if name != making.MANIFEST:
        return old
    said = json.loads(old)
    said["migrations"] = {"elsewhere": said["migrations"]["tournament"]}
    return json.dumps(said).encode()
