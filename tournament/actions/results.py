"""Results: what sources report, and the one that is confirmed. Two that agree confirm each other; the desk's counts alone.

Nothing that was reported is changed or lost: a report that something newer took the place of is set aside, a result that
was corrected is superseded.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext as _

from tournament import schemes, steady
from tournament.access import MATRIX, TABLE, require
from tournament.actions.core import Write, action
from tournament.actions.rounds import table_in
from tournament.effects import Effect, effect_of
from tournament.errors import NotAllowed, Refused, Stale
from tournament.models import Report, Result, ResultSeat, Round, Seat, Table, Tournament
from tournament.models.events import EntryState
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.placing import Places, abandoned, checked

MOST_WORDS = 500


@action("result.reported", needs="results.report")
def report_result(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    source: str,
    places: Places,
    position: str = "",
    is_abandoned: bool = False,
) -> Report:
    """What one source says; kept whatever the others say. The desk's is confirmed at once, others when two agree."""
    _require_source(write, source, table_id)
    table = table_in(write, tournament, table_id, None)
    report = _reported(write, table, source, places, position, is_abandoned=is_abandoned)
    write.answer(report=report.pk)
    if not table.has_result and _is_enough(table, report):
        _confirm(write, table, report)
    return report


def _require_source(write: Write, source: str, table_id: str) -> None:
    """Nobody speaks for another: phones for their table, referees as such, the desk as the desk."""
    is_desk = write.by.is_system or write.role in MATRIX["results.confirm"]
    from_table = write.role == TABLE
    fits = {
        ReportSource.TABLE: is_desk or (from_table and write.by.table == table_id),
        ReportSource.DESK: is_desk,
        ReportSource.REFEREE: not from_table,
        ReportSource.RECORD: not from_table,
    }
    if source not in fits or not fits[ReportSource(source)]:
        raise NotAllowed("not_this_source", _("You cannot report for this."), source=source)


@action("result.confirmed", needs="results.confirm")
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
    report = _reported(write, table, ReportSource.DESK, places, position, is_abandoned=is_abandoned)
    return _confirm(write, table, report)


@action("report.confirmed", needs="results.confirm")
def confirm_report(write: Write, tournament: Tournament, *, report_id: int, version: int | None = None) -> Result:
    """One side of a conflict is right; the others stay readable, set aside."""
    report = Report.objects.select_related("table").filter(pk=report_id).first()
    if report is None:
        raise Refused("no_such_report", _("This report is gone."))
    table = table_in(write, tournament, report.table.public_id, version)
    _require_unconfirmed(table)
    if report.set_aside_at is not None:
        raise Stale("report_set_aside", _("This report was set aside in the meantime."))
    if not report.is_abandoned:
        _require_excluded_last(table, report.places)
    _log(write, table, report)
    return _confirm(write, table, report)


@action("result.corrected", needs="results.confirm", undoable=True)
def correct_result(
    write: Write,
    tournament: Tournament,
    *,
    table_id: str,
    places: Places,
    reason: str,
    seen: str,
    then: str,
    version: int | None = None,
) -> Result:
    """In the place of a confirmed result, which stays readable. `seen` is the fingerprint of the effect that was shown;
    `then`: keep what was drawn since, or redraw (throw away) what is not played yet."""
    table = table_in(write, tournament, table_id, version, RoundState.PUBLISHED, RoundState.CLOSED)
    _require_reason(write, table, reason)
    effect = effect_of(table, places)
    if effect.fingerprint != seen:
        raise Stale("effect_changed", _("The effect has changed in the meantime. Look at it again."))
    dropped = _dropped(effect, then)
    report = _reported(write, table, ReportSource.DESK, places, "", is_abandoned=False)
    write.log(then=then, dropped=dropped, texts={"reason": reason.strip()})
    return _confirm(write, table, report)


@action("result.taken_back", needs="results.confirm")
def take_back_result(
    write: Write, tournament: Tournament, *, table_id: str, reason: str, version: int | None = None
) -> Table:
    """The table of an open round has no result again: somebody sat elsewhere, or it was another table's."""
    table = table_in(write, tournament, table_id, version)
    _require_reason(write, table, reason)
    if not table.results.filter(superseded_at=None).update(superseded_at=steady.now()):
        raise Stale("no_result", _("This table has no result."))
    table.reports.filter(set_aside_at=None).update(set_aside_at=steady.now())
    write.log(**table.in_log, texts={"reason": reason.strip()})
    return _raised(write, table)


@action("problem.changed", needs="results.report")
def set_problem(write: Write, tournament: Tournament, *, table_id: str, problem: str) -> Table:
    """Somebody at the table says that something is wrong; empty when it is settled, which is not for the table to say."""
    table = table_in(write, tournament, table_id, None)
    if write.role == TABLE and (write.by.table != table_id or not problem.strip()):
        raise NotAllowed("not_this_table", _("You cannot report for this."))
    table.problem = problem.strip()[:MOST_WORDS]
    table.save(update_fields=["problem"])
    texts = {"problem": table.problem} if table.problem else None
    write.log(**table.in_log, settled=not table.problem, texts=texts)
    return _raised(write, table)


def _require_unconfirmed(table: Table) -> None:
    if table.has_result:
        raise Stale("confirmed_already", _("This table has a result already: correct it."), table=table.number)


def _require_reason(write: Write, table: Table, reason: str) -> None:
    if table.round.state == RoundState.CLOSED:
        require(write.by, "results.correct", table.round.stage.tournament)
    if not reason.strip():
        raise Refused("reason_missing", _("Please say why."))


def _dropped(effect: Effect, then: str) -> list[int]:
    """The rounds thrown away, so that they are drawn anew from the right standings."""
    if then not in ("keep", "redraw"):
        raise Refused("then", _("Keep what was drawn, or draw it again?"))
    if then == "keep":
        return []
    Round.objects.filter(pk__in=[round_.pk for round_ in effect.drawn]).delete()
    return [round_.number for round_ in effect.drawn]


def _reported(write: Write, table: Table, source: str, places: Places, position: str, *, is_abandoned: bool) -> Report:
    """The report as a row; an earlier one of the same source by the same hand is set aside."""
    colours = [seat.colour for seat in _seats(table)]
    scheme = schemes.of_stage(table.round.stage)
    kept = abandoned(colours, scheme) if is_abandoned else checked(colours, places, scheme)
    if not is_abandoned:
        _require_excluded_last(table, kept)
    if table.has_reports:
        mine = table.reports.filter(source=source, actor=write.by.name_in_log, set_aside_at=None)
        mine.update(set_aside_at=steady.now())
    report = Report.objects.create(
        table=table,
        source=source,
        actor=write.by.name_in_log,
        places=kept,
        position=position,
        is_abandoned=is_abandoned,
    )
    _log(write, table, report)
    return report


def _require_excluded_last(table: Table, kept: Places) -> None:
    """While the round is played (`turnier 15`); before that they played as everybody did."""
    if table.round.state != RoundState.PUBLISHED:
        return
    out = {seat.colour: seat.entry.number for seat in _seats(table) if seat.entry.state == EntryState.EXCLUDED}
    others = max([seat["place"] for colour, seat in kept.items() if colour not in out], default=0)
    for colour, number in out.items():
        if 0 < kept[colour]["place"] <= others:
            raise Refused("excluded_last", _("Number %(n)d is excluded and takes the last place.") % {"n": number})


def _seats(table: Table) -> Iterable[Seat]:
    """Asked for once: whoever confirms wants them as well."""
    prefetch_related_objects([table], Prefetch("seats", Seat.objects.select_related("entry")))
    return table.seats.all()


def _log(write: Write, table: Table, report: Report) -> None:
    short = {colour: [seat["place"], seat["counted"]] for colour, seat in report.places.items()}
    write.log(**table.in_log, source=str(report.source), places=short)
    if report.is_abandoned:
        write.log(is_abandoned=True)


def _is_enough(table: Table, report: Report) -> bool:
    """The desk's word, or another source that says the same and none that differs."""
    if report.source == ReportSource.DESK:
        return True
    others = table.reports.filter(set_aside_at=None).exclude(source=report.source, actor=report.actor)
    said = [other.places for other in others if other.actor != report.actor]
    return bool(said) and all(places == report.places for places in said)


def _confirm(write: Write, table: Table, report: Report) -> Result:
    now = steady.now()
    if table.has_result:
        table.results.filter(superseded_at=None).update(superseded_at=now)
    if table.has_reports:
        others = table.reports.filter(set_aside_at=None).exclude(pk=report.pk)
        others.exclude(places=report.places).update(set_aside_at=now)
    result = Result.objects.create(table=table, report=report, confirmed_by=write.by.name_in_log)
    ResultSeat.objects.bulk_create(
        ResultSeat(result=result, entry_id=seat.entry_id, colour=seat.colour, **_short(report.places[seat.colour]))
        for seat in table.seats.all()
    )
    write.log(confirmed=True)
    _raised(write, table)
    return result


def _short(seat: Mapping[str, Any]) -> dict[str, Any]:
    return {"place": seat["place"], "counted": seat["counted"]}


def _raised(write: Write, table: Table) -> Table:
    table.version += 1
    table.save(update_fields=["version"])
    write.answer(table=table.public_id, version=table.version)
    return table
