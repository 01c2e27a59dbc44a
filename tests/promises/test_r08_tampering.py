"""R8: whoever changes the log past the program is found out, by the chain or by a seal that was printed before.

An evening's log is changed at random with the rights of whoever owns the database: edited, deleted, inserted, swapped;
written anew from some line on, so that it is whole again; cut off, with and without what the lines did. The control does
without the printed seal, and must miss the anew written and the one cut off with its rows. AUGENGENAU_LONG=1: 1,600 changes.
How long 100,000 lines take is in tests/bench/verify.py.
"""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

from tests.conftest import APPEND_ONLY
from tests.tournament.evening import Evening, a_club, by_chance
from tournament.core import chain
from tournament.core.actors import SYSTEM
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.models import LogEntry, LogKey, LogText, Stream
from tournament.out import folding

EACH = 200 if os.environ.get("AUGENGENAU_LONG") else 8
FAR = 10_000  # a number that no line has

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def stream() -> Stream:
    """An evening of two rounds."""
    evening = Evening(a_club(), "open_long")
    entries = evening.come(12)
    for round_ in evening.draw(1)[:2]:
        evening.play(round_, by_chance(round_.number))
    for entry in entries[:3]:
        exclude_entry(evening.tournament, by=SYSTEM, entry_id=entry.public_id, reason=f"reason {entry.number}")
    return Stream.objects.select_related("tournament").get(tournament=evening.tournament)


@contextmanager
def with_all_rights() -> Iterator[None]:
    """As whoever opens the database with other tools; nothing of it stays."""
    with transaction.atomic():
        connection.check_constraints()
        with connection.cursor() as cursor:
            for name in APPEND_ONLY.NAMES if connection.vendor == "sqlite" else ():
                cursor.execute(f"DROP TRIGGER {name}")
            if connection.vendor == "postgresql":
                cursor.execute(APPEND_ONLY.POSTGRES_BACK)
        yield
        transaction.set_rollback(True)


def edit(stream: Stream, line: int, dice: Random) -> None:
    row = LogEntry.objects.get(stream=stream, seq=line)
    values = {"code": "entry.paid", "actor": "system2", "role": "desk", "via": "page", "action_id": "a" * 32}
    values |= {"fingerprint": "1" * 64, "data": {**row.data, "number": 99}, "receipt": {**row.receipt, "version": 99}}
    values |= {"recorded_at": row.recorded_at + timedelta(microseconds=1), "prev": "1" * 64, "hash": "1" * 64}
    name = dice.choice(sorted(values))
    LogEntry.objects.filter(pk=row.pk).update(**{name: values[name]})


def edit_words(stream: Stream, _line: int, dice: Random) -> None:
    words = dice.choice(list(LogText.objects.filter(entry__stream=stream).order_by("pk")))
    LogText.objects.filter(pk=words.pk).update(text=words.text + ".")


def delete(stream: Stream, line: int, _dice: Random) -> None:
    gone = LogEntry.objects.filter(stream=stream, seq=line)
    LogText.objects.filter(entry__in=gone).delete()
    LogKey.objects.filter(entry__in=gone).delete()
    gone.delete()


def insert(stream: Stream, line: int, _dice: Random) -> None:
    """The others make room, and the new one fits behind the one before."""
    _move(stream, line, 1)
    before = LogEntry.objects.get(stream=stream, seq=line)
    made = LogEntry(
        stream=stream, seq=line + 1, action_id="b" * 32, code="entry.paid", data={}, receipt={}, prev=before.hash
    )
    made.hash = chain.entry_hash(made)
    made.save(force_insert=True)
    Stream.objects.filter(pk=stream.pk).update(seq=F("seq") + 1)


def _move(stream: Stream, after: int, by: int) -> None:
    later = LogEntry.objects.filter(stream=stream, seq__gt=after)
    later.update(seq=F("seq") + FAR)
    LogEntry.objects.filter(stream=stream, seq__gt=FAR).update(seq=F("seq") - FAR + by)


def swap(stream: Stream, line: int, dice: Random) -> None:
    other = dice.choice([n for n in range(1, stream.seq + 1) if n != line])
    for old, new in ((line, FAR), (other, line), (FAR, other)):
        LogEntry.objects.filter(stream=stream, seq=old).update(seq=new)


def write_anew(stream: Stream, line: int, dice: Random) -> None:
    """An edit, and every hash behind it made to fit."""
    edit_of = LogEntry.objects.filter(stream=stream, seq=line)
    edit_of.update(actor=f"somebody {dice.random()}")
    prev = LogEntry.objects.filter(stream=stream, seq=line - 1).values_list("hash", flat=True).first() or chain.START
    for row in LogEntry.objects.filter(stream=stream, seq__gte=line).select_related("stream").order_by("seq"):
        row.prev = prev
        prev = row.hash = chain.entry_hash(row)
        LogEntry.objects.filter(pk=row.pk).update(prev=row.prev, hash=row.hash)
    Stream.objects.filter(pk=stream.pk).update(head=prev)


def cut_off(stream: Stream, line: int, dice: Random) -> None:
    """The last lines, and the head put back; the rows stay as those lines left them."""
    for n in range(stream.seq, max(line, stream.seq - 3), -1):
        delete(stream, n, dice)
    last = LogEntry.objects.filter(stream=stream).order_by("-seq").first()
    assert last is not None
    Stream.objects.filter(pk=stream.pk).update(seq=last.seq, head=last.hash, written_at=last.recorded_at)


def cut_off_with_rows(stream: Stream, line: int, dice: Random) -> None:
    """The same, by somebody who puts the entries back as well, to what the lines that are left say."""
    cut_off(stream, line, dice)
    left = folding.of_tournament(stream.tournament).rows
    for entry in stream.tournament.entries.all():
        state = {name: left["Entry", entry.pk][name].value for name in ("state", "version")}
        stream.tournament.entries.filter(pk=entry.pk).update(**state)


FOUND_BY_CHAIN = (edit, edit_words, delete, insert, swap)
FOUND_BY_ROWS = (cut_off,)
FOUND_BY_SEAL = (write_anew, cut_off_with_rows)


def is_found(stream: Stream, change: Callable[[Stream, int, Random], None], dice: Random, *seals: str) -> bool:
    with with_all_rights():
        change(stream, dice.randint(1, stream.seq - 1), dice)
        return not is_whole(stream, *seals)


def is_whole(stream: Stream, *seals: str) -> bool:
    try:
        call_command(
            "verify_tournament",
            stream.tournament.public_id,
            seal=list(seals),
            stdout=io.StringIO(),
            stderr=io.StringIO(),
        )
    except CommandError:
        return False
    return True


@pytest.mark.parametrize(
    "change", [*FOUND_BY_CHAIN, *FOUND_BY_ROWS, *FOUND_BY_SEAL], ids=lambda change: change.__name__
)
def test_r8_every_change_is_found(stream, change):
    seal, dice = stream.head, Random(change.__name__)
    assert is_whole(stream, seal)
    assert all(is_found(stream, change, dice, seal) for _ in range(EACH))
    assert is_whole(stream, seal)


@pytest.mark.parametrize("change", [*FOUND_BY_CHAIN, *FOUND_BY_ROWS], ids=lambda change: change.__name__)
def test_r8_most_are_found_without_a_seal(stream, change):
    dice = Random(change.__name__)
    assert all(is_found(stream, change, dice) for _ in range(EACH))


@pytest.mark.parametrize("change", FOUND_BY_SEAL, ids=lambda change: change.__name__)
def test_r8_control_without_a_printed_seal_these_are_missed(stream, change):
    dice = Random(change.__name__)
    assert not any(is_found(stream, change, dice) for _ in range(EACH))
