"""Results: what sources report, and the one that is confirmed. The desk's word counts alone, others by `results.witnesses`.

Nothing that was reported is changed or deleted: a report is set aside when a newer one replaces it, a corrected result is
superseded.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.access import MATRIX, TABLE, roles
from tournament.core.action import Write, action
from tournament.core.actors import OWN_LINK
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.core.refusals import CONFIRMED_ALREADY, NOT_THIS_TABLE
from tournament.models import Report, Result, ResultSeat, Seat, Table, Tournament
from tournament.models.events import EntryState, Witnesses
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.results.places import abandoned, checked
from tournament.results.witnesses import Voice, are_enough
from tournament.rounds.actions import table_in
from tournament.stages import schemes
from tournament.standings.ranking.places import Placed, Places, short

MOST_WORDS = 500


@action("result.reported", needs="results.report", answers=("report", "table", "version"))
def report_result(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    source: str,
    places: Places,
    position: str = "",
    is_abandoned: bool = False,
    seat: str = "",
) -> Report:
    """Store the report of one source, even if others differ. `seat`: the colour of whoever says so."""
    _require_source(write, tournament, source, table_id)
    table = table_in(write, tournament, table_id, None)
    report = store_report(write, table, source, places, position, is_abandoned=is_abandoned, seat=seat)
    write.answer(report=report.pk, table=table.public_id, version=table.version)
    if not table.has_result and _can_be_confirmed(table, report):
        make_result(write, table, report)
    return report


def _require_source(write: Write, tournament: Tournament, source: str, table_id: str) -> None:
    """Refuse to report in another's name: a phone reports for its table, a referee as the referee, the desk as the desk. Whoever
    is both referee and desk reports as either."""
    is_desk = write.by.is_system or not MATRIX["results.confirm"].isdisjoint(roles(write.by, tournament))
    from_table = write.role == TABLE
    fits = {
        ReportSource.TABLE: is_desk or (from_table and write.by.table == table_id),
        ReportSource.DESK: is_desk,
        ReportSource.REFEREE: not from_table,
        ReportSource.RECORD: not from_table,
    }
    if source not in fits or not fits[ReportSource(source)]:
        raise NotAllowed("not_this_source", _("You cannot report for this."), source=source)


@action("result.confirmed", needs="results.confirm", answers=("table", "version"))
def confirm_result(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    places: Places,
    version: int | None = None,
    position: str = "",
    is_abandoned: bool = False,
) -> Result:
    """By the desk, for a table without a result yet. What is confirmed already is corrected (`correct_result`)."""
    table = table_in(write, tournament, table_id, version)
    _require_unconfirmed(table)
    report = store_report(write, table, ReportSource.DESK, places, position, is_abandoned=is_abandoned)
    return make_result(write, table, report)


@action("report.confirmed", needs="results.confirm", answers=("table", "version"))
def confirm_report(
    write: Write,
    tournament: Tournament,
    *,
    report_id: int,
    version: int | None = None,
    standing: Collection[int] | None = None,
) -> Result:
    """One side of a conflict is right; the others stay readable, set aside. `standing`: all reports that were looked at; a newer
    one must be looked at first."""
    report = Report.objects.select_related("table").filter(pk=report_id).first()
    if report is None:
        raise Refused("no_such_report", _("This report is gone."))
    table = table_in(write, tournament, report.table.public_id, version)
    _require_unconfirmed(table)
    if report.set_aside_at is not None:
        raise Stale("report_set_aside", _("This report was set aside in the meantime."))
    if standing is not None and set(table.reports.filter(set_aside_at=None).values_list("pk", flat=True)) != {
        *standing
    }:
        raise Stale("reported_since", _("Somebody has reported since: look at it again."))
    if not report.is_abandoned:
        _require_excluded_last(table, report.places)
    _log_report(write, table, report)
    return make_result(write, table, report)


@action("result.unopposed", needs="results.confirm", answers=("table", "version"))
def confirm_unopposed(write: Write, tournament: Tournament, *, table_id: str) -> Result:
    """A report that nobody has contradicted for as long as the tournament wants."""
    table = table_in(write, tournament, table_id, None)
    standing = list(table.reports.filter(set_aside_at=None))
    _require_unconfirmed(table)
    if table.problem or not agree(standing) or not is_quiet(tournament, standing):
        raise Stale("not_quiet", _("Somebody at the table says something else, or may still do so."))
    _log_report(write, table, standing[0])
    return make_result(write, table, standing[0])


def is_quiet(tournament: Tournament, standing: list[Report]) -> bool:
    """Every report has stood for long enough: whoever says something new begins the time anew, and so does whoever lets silence
    count, or changes for how long."""
    waited = clock.now() - timedelta(minutes=tournament.quiet_minutes)
    begun = [tournament.quiet_since] if tournament.quiet_since else []
    said = [report.reported_at for report in standing]
    return tournament.witnesses == Witnesses.QUIET and all(since <= waited for since in [*begun, *said])


@action("problem.changed", needs="results.report", answers=("table", "version"))
def set_problem(write: Write, tournament: Tournament, *, table_id: str, problem: str) -> Table:
    """Somebody at the table says that something is wrong; empty when it is settled, which is not for the table to say."""
    table = table_in(write, tournament, table_id, None)
    if write.role == TABLE and (write.by.table != table_id or not problem.strip()):
        raise NOT_THIS_TABLE()
    table.problem = problem.strip()[:MOST_WORDS]
    table.save(update_fields=["problem"])
    texts = {"problem": table.problem} if table.problem else None
    write.log(**table.in_log, settled=not table.problem, texts=texts)
    return bump_version(write, table)


def _require_unconfirmed(table: Table) -> None:
    if table.has_result:
        raise CONFIRMED_ALREADY(table=table.number)


def store_report(
    write: Write, table: Table, source: str, places: Places, position: str, *, is_abandoned: bool, seat: str = ""
) -> Report:
    """Store the report; an earlier one by the same source and the same actor is set aside."""
    colours = [seat.colour for seat in _seats(table)]
    sitting = {f"{OWN_LINK}{seat.entry.public_id}" for seat in _seats(table)}
    scheme = schemes.of_stage(table.round.stage)
    cleaned = abandoned(colours, scheme) if is_abandoned else checked(colours, places, scheme)
    if not is_abandoned:
        _require_excluded_last(table, cleaned)
    if table.has_reports:
        mine = table.reports.filter(source=source, actor=write.by.name_in_log, set_aside_at=None)
        mine.update(set_aside_at=clock.now())
    report = Report.objects.create(
        table=table,
        source=source,
        actor=write.by.name_in_log,
        places=cleaned,
        position=position,
        is_abandoned=is_abandoned,
        seat=seat if seat in colours else "",
        held=[name for name in write.by.also if name in sitting or not name.startswith(OWN_LINK)],
    )
    _log_report(write, table, report)
    return report


def _require_excluded_last(table: Table, places: Places) -> None:
    """Excluded players take the last place while the round is played (`turnier 15`); in closed rounds their places stand."""
    if table.round.state != RoundState.PUBLISHED:
        return
    out = {seat.colour: seat.entry.number for seat in _seats(table) if seat.entry.state == EntryState.EXCLUDED}
    others = max([seat["place"] or 0 for colour, seat in places.items() if colour not in out], default=0)
    for colour, number in out.items():
        if 0 < (places[colour]["place"] or 0) <= others:
            raise Refused("excluded_last", _("Number %(n)d is excluded and takes the last place.") % {"n": number})


def _seats(table: Table) -> Iterable[Seat]:
    """Loaded once, because confirming needs them again."""
    prefetch_related_objects([table], Prefetch("seats", Seat.objects.select_related("entry")))
    return table.seats.all()


def _log_report(write: Write, table: Table, report: Report) -> None:
    write.log(**table.in_log, source=str(report.source), places=short(report.places))
    if report.is_abandoned:
        write.log(is_abandoned=True)


def _can_be_confirmed(table: Table, report: Report) -> bool:
    """The desk's word; or what the tournament chose, where nobody says anything else."""
    if report.source == ReportSource.DESK:
        return True
    if table.witnesses == Witnesses.DESK:
        return False
    standing = list(table.reports.filter(set_aside_at=None))
    return agree(standing) and are_enough([Voice(each.source, each.actor, each.held) for each in standing])


def agree(standing: list[Report]) -> bool:
    """Whether all of them say the same."""
    return bool(standing) and all(report.places == standing[0].places for report in standing)


def make_result(write: Write, table: Table, report: Report) -> Result:
    now = clock.now()
    if table.has_result:
        table.results.counting().update(superseded_at=now)
    if table.has_reports:
        others = table.reports.filter(set_aside_at=None).exclude(pk=report.pk)
        others.exclude(places=report.places).update(set_aside_at=now)
    result = Result.objects.create(table=table, report=report, confirmed_by=write.by.name_in_log)
    ResultSeat.objects.bulk_create(
        ResultSeat(result=result, entry_id=seat.entry_id, colour=seat.colour, **_cleaned(report.places[seat.colour]))
        for seat in table.seats.all()
    )
    write.log(confirmed=True)
    bump_version(write, table)
    return result


def _cleaned(seat: Placed) -> Placed:
    """Only place and count: an imported report may hold more keys."""
    return {"place": seat["place"], "counted": seat["counted"]}


def bump_version(write: Write, table: Table) -> Table:
    table.version += 1
    table.save(update_fields=["version"])
    write.answer(table=table.public_id, version=table.version)
    return table
