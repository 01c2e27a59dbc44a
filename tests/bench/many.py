"""A database with as many tournaments as are asked for, for the benches that write into it.

    python -m tests.bench.many play          ten: eight evenings of 24 and a hall of 240, all tables open; one of 60 to look at
    python -m tests.bench.many fill 1000     so many, the others over: 24 players, five rounds and a final
    python -m tests.bench.many check FILE    whether each receipt in the file is in the log, once and as it was given

What is over was played once by the actions and copied with all its rows; the log of each copy is a chain of its own, so that
`manage.py verify_tournament` finds every one whole. (Only the kept states for undoing still name the rows they were made of.)
"""

import json
import re
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import django

django.setup()

from django.core.management.color import no_style  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.db.models import Q  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.tournament.evening import Evening, a_club  # noqa: E402
from tournament.core import chain  # noqa: E402
from tournament.core.session_times import BEGAN, SEEN  # noqa: E402
from tournament.core.snapshots import kept  # noqa: E402
from tournament.models import (  # noqa: E402
    Account,
    Club,
    Grant,
    LogEntry,
    LogText,
    Person,
    Snapshot,
    Stream,
    Token,
    Tournament,
)
from tournament.models.ids import secret_token, token_hash  # noqa: E402
from tournament.out import verify as checking  # noqa: E402
from tournament.people.sessions import SessionStore  # noqa: E402
from tournament.setup.practice.rehearsal import rehearse  # noqa: E402

EVENINGS, PLAYERS, HALL, SHOWN = 8, 24, 240, 60
TOKENS = 12  # of each tournament: one may write 300 times a minute
OVER = "Over"  # the club of the one that is copied
TO_A_CLUB = 10
APART = 100_000  # between the keys of a row and of its copy
# By the way to the tournament; what others refer to comes first. Log and stream are written apart.
COPIED: dict[type[models.Model], Callable[[Tournament], Q]] = {
    Person: lambda tournament: Q(entries__tournament=tournament),
    Tournament: lambda tournament: Q(pk=tournament.pk),
    **{part.model: part.way for part in kept()},
    Snapshot: lambda tournament: Q(tournament=tournament),
}


def play() -> dict[str, Any]:
    """What the clients must know: tables with their colours, tokens, somebody's session, and a page to look at."""
    evening = _opened(PLAYERS)
    _copy(evening, [(n, a_club(f"Club {n}")) for n in range(1, EVENINGS)])
    evenings = list(Tournament.objects.order_by("pk"))
    hall, shown = _opened(HALL), _opened(SHOWN)
    for _said in rehearse(shown, "final", Random(1)):
        pass
    return {
        "evenings": [_desk(one) for one in evenings],
        "hall": _desk(hall),
        "shown": f"/t/{shown.public_id}/standings/",
        "session": _session(evenings[0]),
        "desk": f"/desk/t/{evenings[0].public_id}/",
    }


def _opened(players: int) -> Tournament:
    """All rounds drawn at once and published."""
    evening = Evening(a_club(f"Club of {players}"), "open_long")
    evening.come(players)
    for round_ in evening.draw(1):
        evening.publish(round_)
    return evening.tournament


def _desk(tournament: Tournament) -> dict[str, Any]:
    account = Account.objects.create(login=f"desk {tournament.pk}")
    Grant.objects.create(account=account, club=tournament.club, tournament=tournament, role="desk")
    secrets = [secret_token() for _ in range(TOKENS)]
    ends = timezone.now() + timedelta(days=1)
    Token.objects.bulk_create(
        Token(account=account, name="bench", scope="desk", token_hash=token_hash(secret), expires_at=ends)
        for secret in secrets
    )
    rounds = tournament.stages.get(position=1).rounds.prefetch_related("tables__seats")
    tables = [table for round_ in rounds for table in round_.tables.all()]
    said = [[table.public_id, "".join(seat.colour for seat in table.seats.all())] for table in tables]
    return {"tournament": tournament.public_id, "tables": said, "tokens": secrets}


def _session(tournament: Tournament) -> str:
    account = Account.objects.get(grants__tournament=tournament)
    now, session = int(timezone.now().timestamp()), SessionStore()
    session["_auth_user_id"], session["_auth_user_backend"] = str(account.pk), "tournament.people.signing_in.Backend"
    session["_auth_user_hash"] = account.get_session_auth_hash()
    session[BEGAN] = session[SEEN] = now
    session.save()
    return str(session.session_key)


def fill(total: int) -> None:
    over = Tournament.objects.filter(club__name=OVER).first() or _over()
    numbers = range(Tournament.objects.count(), total)
    clubs = [a_club(f"Club {numbers[n]}") for n in range(0, len(numbers), TO_A_CLUB)]
    for first in range(0, len(numbers), 100):
        some = range(first, min(first + 100, len(numbers)))
        _copy(over, [(numbers[n], clubs[n // TO_A_CLUB]) for n in some])
    if connection.vendor == "postgresql":
        connection.cursor().execute("VACUUM ANALYZE")  # what it does by itself after a while


def _over() -> Tournament:
    evening = Evening(a_club(OVER), "open_long")
    evening.come(PLAYERS)
    for _said in rehearse(evening.tournament, "end", Random(1)):
        pass
    return evening.tournament


@transaction.atomic
def _copy(tournament: Tournament, copies: list[tuple[int, Club]]) -> None:
    """Each in the club that is named with it."""
    numbers = ", ".join(f"({n}, {club.pk})" for n, club in copies)
    with connection.cursor() as cursor:
        for model, way in COPIED.items():
            keys = model._default_manager.filter(way(tournament)).values_list("pk", flat=True)
            if keys:
                cursor.execute(_inserted(model, list(keys), numbers))
        _copy_log(tournament, [n for n, _club in copies], cursor, numbers)
        for order in connection.ops.sequence_reset_sql(no_style(), [*COPIED, Stream, LogEntry, LogText]):
            cursor.execute(order)


def _inserted(model: type[models.Model], keys: list[int], numbers: str) -> str:
    quote = connection.ops.quote_name
    table, fields = quote(model._meta.db_table), model._meta.concrete_fields
    columns = ", ".join(quote(field.column) for field in fields)
    values = ", ".join(_of_copy(field, f"o.{quote(field.column)}") for field in fields)
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} o, (VALUES {numbers}) AS copies"
        f" WHERE o.id IN ({', '.join(map(str, keys))})"
    )


def _of_copy(field: Any, original: str) -> str:
    if field.primary_key or field.related_model in (*COPIED, LogEntry):
        return f"{original} + copies.column1 * {APART}"
    if field.related_model is Club:
        return "copies.column2"
    return f"{original} || copies.column1" if field.unique else original


def _copy_log(tournament: Tournament, copies: list[int], cursor: Any, numbers: str) -> None:
    stream = tournament.stream
    lines = list(stream.log.order_by("seq"))
    written = json.dumps([[line.data, line.receipt] for line in lines])
    names = re.compile("|".join(_names(tournament)))
    for n in copies:
        own = json.loads(names.sub(rf"\g<0>{n}", written))
        made = Stream(
            pk=stream.pk + n * APART,
            public_id=f"{stream.public_id}{n}",
            tournament_id=tournament.pk + n * APART,
            seq=len(lines),
            salt=stream.salt,
        )
        made.head = chain.START
        log = [_line(line, made, n, *said) for line, said in zip(lines, own, strict=True)]
        made.save(force_insert=True)
        LogEntry.objects.bulk_create(log)
    if texts := list(LogText.objects.filter(entry__stream=stream).values_list("pk", flat=True)):
        cursor.execute(_inserted(LogText, texts, numbers))


def _names(tournament: Tournament) -> list[str]:
    """What the log calls a row of this tournament."""
    tables = tournament.stages.values_list("rounds__tables__public_id", flat=True)
    found = [tournament.public_id, *tournament.entries.values_list("public_id", flat=True), *tables]
    return [name for name in found if name]


def _line(line: LogEntry, stream: Stream, n: int, data: Any, receipt: Any) -> LogEntry:
    same = {name: getattr(line, name) for name in ("seq", "action_id", "fingerprint", "code", "actor", "role", "via")}
    made = LogEntry(
        pk=line.pk + n * APART,
        stream=stream,
        data=data,
        receipt=receipt,
        recorded_at=line.recorded_at,
        prev=stream.head,
        **same,
    )
    made.hash = stream.head = chain.entry_hash(made)
    return made


def check(receipts: dict[str, list[Any]]) -> str:
    """`receipts`: by action id the tournament, the line and its hash, as it was acknowledged."""
    ours = Stream.objects.filter(
        tournament__public_id__in={tournament for tournament, _seq, _hash in receipts.values()}
    )
    found = LogEntry.objects.filter(stream__in=ours, via="api")
    lines = list(found.values_list("action_id", "stream__tournament__public_id", "seq", "hash"))
    logged = {action: [tournament, seq, hash_] for action, tournament, seq, hash_ in lines}
    assert len(logged) == len(lines), "a line is there twice"
    other = [action for action in receipts.keys() | logged.keys() if receipts.get(action) != logged.get(action)]
    assert not other, f"not in the log as they were acknowledged, or the other way round: {other[:5]}"
    faults = [fault for stream in ours for fault in chain.faults(stream)]
    faults += [said for one in Tournament.objects.filter(stream__in=ours) for said in checking.differences(one)]
    assert not faults, faults[:5]
    return f"{len(receipts)} acknowledged, each once in the log; {len(ours)} chains whole"


if __name__ == "__main__":
    match sys.argv[1]:
        case "play":
            print(json.dumps(play()))
        case "fill":
            fill(int(sys.argv[2]))
        case "check":
            print(check(json.loads(Path(sys.argv[2]).read_text())))
