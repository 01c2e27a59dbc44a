"""A confirmed result corrected, or taken back; what it was stays readable."""

from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.access import require
from tournament.core.action import Write, action
from tournament.core.errors import Refused, Stale
from tournament.core.refusals import REASON_MISSING
from tournament.models import Result, Round, Table, Tournament
from tournament.models.results import ReportSource
from tournament.models.stages import RoundState
from tournament.results.actions import bump_version, make_result, store_report
from tournament.results.corrections.effects import Effect, effect_of
from tournament.rounds.actions import table_in
from tournament.standings.ranking.places import Places


@action("result.corrected", needs="results.confirm", undoable=True, answers=("table", "version"))
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
    dropped = _delete_drawn(effect, then)
    report = store_report(write, table, ReportSource.DESK, places, "", is_abandoned=False)
    write.log(then=then, dropped=dropped, texts={"reason": reason.strip()})
    return make_result(write, table, report)


@action("result.taken_back", needs="results.confirm", undoable=True, answers=("table", "version"))
def take_back_result(
    write: Write, tournament: Tournament, *, table_id: str, reason: str, version: int | None = None
) -> Table:
    """The table of an open round has no result again: somebody sat elsewhere, or it was another table's."""
    table = table_in(write, tournament, table_id, version)
    _require_reason(write, table, reason)
    if not table.results.counting().update(superseded_at=clock.now()):
        raise Stale("no_result", _("This table has no result."))
    table.reports.filter(set_aside_at=None).update(set_aside_at=clock.now())
    write.log(**table.in_log, texts={"reason": reason.strip()})
    return bump_version(write, table)


def _require_reason(write: Write, table: Table, reason: str) -> None:
    if table.round.state == RoundState.CLOSED:
        require(write.by, "results.correct", table.round.stage.tournament)
    if not reason.strip():
        raise REASON_MISSING()


def _delete_drawn(effect: Effect, then: str) -> list[int]:
    """Delete the rounds drawn from the old standings if they are to be drawn again; the numbers of those rounds."""
    if then not in ("keep", "redraw"):
        raise Refused("then", _("Keep what was drawn, or draw it again?"))
    if then == "keep":
        return []
    Round.objects.filter(pk__in=[round_.pk for round_ in effect.drawn]).delete()
    return [round_.number for round_ in effect.drawn]
