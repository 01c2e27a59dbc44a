"""The checks of `manage.py verify_tournament` besides the chain of the log: do results, standings and records agree with one
another and with the log? A check shares no code with what it checks. (That every row is as the log has it: `rows`.)

Other apps add their own in `ready()`: `verify.CHECKS.append(check)`. A check gets a tournament and yields a sentence for each
difference (English, for the operator). Its docstring is what is said to have been checked.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from typing import Any

from tournament.core import chain
from tournament.core.action import INSTALLATION
from tournament.core.snapshots import RESTORED
from tournament.models import Club, LogEntry, Result, Stage, Stream, Tournament
from tournament.out import folding
from tournament.standings.ranking.model import PARTS
from tournament.standings.ranking.places import Short, short
from tournament.standings.scores import stage_lines

Check = Callable[[Tournament], Iterator[str]]


def results_are_as_reported(tournament: Tournament) -> Iterator[str]:
    """The places of each result are those of the confirmed report."""
    for result in _results(tournament):
        scored = {seat.colour: [seat.place, seat.counted] for seat in result.seats.all()}
        if scored != short(result.report.places):
            yield f"{_where(result)}: the result differs from the report that was confirmed"


def results_are_as_logged(tournament: Tournament) -> Iterator[str]:
    """Each result is the same as its last confirmation in the log that was not undone."""
    logged = _logged(tournament)
    results = {result.table.public_id: result for result in _results(tournament)}
    for table, result in results.items():
        if logged.get(table) != short(result.report.places):
            yield f"{_where(result)}: the result is not what the log says was confirmed"
    yield from (f"table {table}: its confirmed result is gone" for table in sorted(logged.keys() - results.keys()))


def standings_are_as_results(tournament: Tournament) -> Iterator[str]:
    """The points in the standings are the sum of the results that count, less penalties."""
    for stage in tournament.stages.all():
        points = _added_up(stage)
        for line in stage_lines(stage):
            listed, added = Fraction(line.parts, PARTS), points[line.player.id]
            if listed != added:
                yield f"{stage.name}: number {line.player.number} has {listed} points in the standings, {added} by the results"


def seats_are_as_played(tournament: Tournament) -> Iterator[str]:
    """A result counts for exactly those who have a seat at the table."""
    for result in _results(tournament):
        if {seat.entry_id for seat in result.seats.all()} != {seat.entry_id for seat in result.table.seats.all()}:
            yield f"{_where(result)}: the result counts for others than those who sit there"


def time_of_head(stream: Stream) -> Iterator[str]:
    """Clocks go on from the head's time: it is that of the last line. There is none yet after an older version, or a file."""
    last = stream.log.order_by("-seq").first()
    then = last.recorded_at if last else None
    if stream.written_at == then:
        return
    came_in = last is not None and LogEntry.objects.filter(code=folding.TAKEN_IN, pk__gt=last.pk).exists()
    if stream.written_at is None and last and (last.bound is None or came_in):
        return
    yield f"the time of its head is {stream.written_at}, its last line has {then}"


def lines(stream: Stream) -> Iterator[str]:
    """Each line is as it was written, and follows the one before."""
    try:
        yield from (f"entry {fault.seq}: {fault.what}" for fault in chain.faults(stream))
    except Exception:
        for seq in stream.log.order_by("seq").values_list("seq", flat=True):
            try:
                chain.entry_hash(stream.log.get(seq=seq))
            except Exception as error:  # noqa: BLE001  (this one)
                yield f"entry {seq}: cannot be read ({error!r})"
        raise


def strays() -> Iterator[tuple[str, str]]:
    """What has no log, or no row any more: each as it is called, and what is wrong."""
    logs = Stream.objects.all()
    for row in Tournament.objects.exclude(pk__in=logs.exclude(tournament=None).values("tournament")).order_by("pk"):
        yield row.public_id, "its log is gone, so that nothing of it could be compared"
    for club in Club.objects.exclude(pk__in=logs.exclude(club=None).values("club")).order_by("pk"):
        yield club.public_id, "the log of this club is gone"
    ways = [way for way in Stream._meta.related_objects if way.one_to_one]
    for way in ways:
        having = way.related_model._base_manager.exclude(**{f"{way.field.name}__in": logs.values("pk")})
        yield from ((str(row), f"the log of this {way.name} is gone") for row in having.order_by("pk"))
    owned = {"tournament": Tournament, "club": Club}
    for name, model in owned.items():
        for log in logs.exclude(**{name: None}).exclude(**{f"{name}__in": model._base_manager.values("pk")}):
            yield log.public_id, f"the {name} of this log is gone"
    nobodys = logs.filter(tournament=None, club=None, **{way.name: None for way in ways})
    names = {way.related_model.__name__ for way in ways}
    for log in nobodys.exclude(public_id=INSTALLATION):
        if not _was_deleted(log, names):
            yield log.public_id, "nothing has this log any more"


def _was_deleted(log: Stream, names: Collection[str]) -> bool:
    """Whether what the log was of was deleted by an action, as undoing deletes a game: a line says so. Of a log of an older
    version, which bound nothing, nobody can tell."""
    bound = [json.loads(text) for text in log.log.values_list("bound", flat=True) if text]
    rows = {(name, int(pk)) for line in bound for name, _columns, rows in line.get("set", ()) for pk in rows}
    ours = [row for row in rows if row[0] in names]
    return not bound or (bool(ours) and all(_says_gone(name, pk) for name, pk in ours))


def _says_gone(name: str, pk: int) -> bool:
    lines = LogEntry.objects.filter(bound__contains=f'["{name}",{pk}]').values_list("bound", flat=True)
    return any([name, pk] in json.loads(text or "{}").get("gone", ()) for text in lines)


def tournaments_are_there(stream: Stream) -> Iterator[str]:
    """What began in the log of a club is there, in this club."""
    began = set(stream.log.filter(code__in=folding.BEGUN).values_list("data__tournament", flat=True))
    if stream.club_id and began:
        there = Tournament.objects.filter(club=stream.club_id).values_list("public_id", flat=True)
        yield from (f"the tournament {lost} is not in this club any more" for lost in sorted(began - set(there)))


# Of a log that is no tournament's; other apps add theirs.
OF_OTHER_LOGS: list[Callable[[Stream], Iterator[str]]] = [tournaments_are_there]

CHECKS: list[Check] = [results_are_as_reported, results_are_as_logged, standings_are_as_results, seats_are_as_played]


def said() -> list[str]:
    """What the checks look at, in a sentence each."""
    return [about(check) for check in CHECKS]


def about(check: Callable[..., Any]) -> str:
    sentence = (check.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return sentence[:1].lower() + sentence[1:]


def differences(tournament: Tournament) -> Iterator[str]:
    for check in CHECKS:
        try:
            yield from check(tournament)
        except Exception as error:  # noqa: BLE001  (a value that no action could have written: said, whatever it breaks)
            yield f"could not be checked ({error!r}): {about(check)}"


def _results(tournament: Tournament) -> list[Result]:
    results = Result.objects.of(tournament).counting()
    results = results.select_related("report", "table__round__stage").prefetch_related("seats", "table__seats")
    return list(results.order_by("table__round__stage__position", "table__round__number", "table__number"))


def _where(result: Result) -> str:
    round_ = result.table.round
    return f"{round_.stage.name}, round {round_.number}, table {result.table.number}"


def _logged(tournament: Tournament) -> dict[str, Short]:
    """The last confirmed places in the log, by table. An undo drops what came after the restored line."""
    rows = tournament.stream.log.order_by("seq").values_list("seq", "code", "data", "receipt", named=True)
    entries = list(rows)
    restored = {entry.data["line"] for entry in entries if entry.code == RESTORED}
    now: dict[str, Short] = {}
    then: dict[int, dict[str, Short]] = {0: {}}  # the state before the first line
    for entry in entries:
        if entry.code == RESTORED:
            now = dict(then[entry.data["line"]])
        else:
            _apply(entry, now)
        if entry.seq in restored:
            then[entry.seq] = dict(now)
    return now


def _apply(entry: Any, now: dict[str, Short]) -> None:
    table = entry.receipt.get("table")
    if entry.data.get("confirmed"):
        now[table] = entry.data["places"]
    elif entry.code == "result.taken_back":
        now.pop(table, None)


def _added_up(stage: Stage) -> dict[int, Fraction]:
    best, points = stage.scheme["best"] or None, defaultdict[int, Fraction](Fraction)
    for entry, scored in _scored(stage).items():
        points[entry] = sum(sorted(scored, reverse=True)[:best], Fraction())
    for entry, taken in stage.penalties.filter(revoked_at=None).values_list("entry", "points"):
        points[entry] -= taken
    return points


def _scored(stage: Stage) -> dict[int, list[Fraction]]:
    points: dict[int, list[Fraction]] = defaultdict(list)
    results = Result.objects.counting().filter(table__round__stage=stage).prefetch_related("seats")
    for result in results:
        seats = [seat for seat in result.seats.all() if seat.place]
        worth = stage.scheme["four" if len(seats) == 4 else "three"]
        for seat in seats:
            sharing = sum(other.place == seat.place for other in seats)
            shared = sum(worth[seat.place - 1 : seat.place - 1 + sharing])
            is_count = stage.scheme["by_count"]
            points[seat.entry_id].append(Fraction(seat.counted or 0) if is_count else Fraction(shared, sharing))
    return points
