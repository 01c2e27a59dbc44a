"""Simulate an evening with random results, so that organisers can practise.

Every step is the one an organiser would take next, done by the same actions; only the results are invented.
"""

from collections.abc import Callable, Iterator
from random import Random

from django.utils.translation import gettext as _

from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.draw.making import make_draw
from tournament.finals.actions import record_throws, settle_by_lot
from tournament.models import Entry, Round, Stage, Table, Tournament
from tournament.models.stages import StageKind
from tournament.results.actions import confirm_result
from tournament.rounds.actions import close_round, publish_round
from tournament.rounds.clocks.actions import change_clock
from tournament.rounds.queries import Step, next_step
from tournament.standings.qualifying import settled_in
from tournament.standings.ranking.places import Places
from tournament.standings.ties import equals

MOST_STEPS = 3000  # five for each round of 12 stages of 50 rounds
ALL_AT_START = 174  # steps that four pieces at the start still need
UNTIL = ("round2", "final", "end")


def rehearse(tournament: Tournament, until: str, random: Random) -> Iterator[str]:
    """Take steps until the second round is running, the final is drawn, or the end. Yields what each step did."""
    for _step in range(MOST_STEPS):
        step = next_step(tournament)
        if _is_reached(step, until):
            return
        if step.code not in _DO:
            raise Refused("not_ready", _("Nobody is checked in yet, or nothing is planned."))
        yield _DO[step.code](tournament, step, random)


def _is_reached(step: Step, until: str) -> bool:
    if step.code == "done":
        return True
    if until == "round2":
        return step.code == "results" and step.round is not None and step.round.number >= 2
    is_final = step.stage is not None and step.stage.kind == StageKind.FINAL
    return until == "final" and is_final and step.code == "publish"


def _draw(tournament: Tournament, step: Step, random: Random) -> str:
    stage = _stage(step)
    rounds = make_draw(stage, by=SYSTEM).result or []
    return f"{stage.name}: {len(rounds)} × drawn"


def _publish(tournament: Tournament, step: Step, random: Random) -> str:
    round_ = _round(step)
    publish_round(tournament, by=SYSTEM, round_id=round_.pk)
    return f"{round_.stage.name} {round_.number}: published"


def _start(tournament: Tournament, step: Step, random: Random) -> str:
    round_ = _round(step)
    change_clock(tournament, by=SYSTEM, round_id=round_.pk, to="start")
    return f"{round_.stage.name} {round_.number}: the clock runs"


def _results(tournament: Tournament, step: Step, random: Random) -> str:
    round_ = _round(step)
    tables = list(round_.tables.unconfirmed().prefetch_related("seats"))
    for table in tables:
        confirm_result(tournament, by=SYSTEM, table_id=table.public_id, places=by_chance(table, random))
    return f"{round_.stage.name} {round_.number}: {len(tables)} results"


def _close(tournament: Tournament, step: Step, random: Random) -> str:
    round_ = _round(step)
    close_round(tournament, by=SYSTEM, round_id=round_.pk)
    return f"{round_.stage.name} {round_.number}: closed"


def _settle(tournament: Tournament, step: Step, random: Random) -> str:
    """Settle a tie by random throws, or by lot where the stage has no throw-off."""
    stage = _stage(step)
    source = settled_in(stage) if step.data["code"] == "tie_at_cut" else stage
    if step.data["code"] not in ("tie_at_cut", "tie_at_table", "tie_of_teams", "tie_at_top"):
        raise Refused(str(step.data["code"]), str(step.data["sentence"]))
    if "throw_off" not in source.scheme["breaks"]:
        settle_by_lot(tournament, by=SYSTEM, stage_id=source.pk)
        return f"{source.name}: lot drawn"
    level = [entry for group in equals(source) for entry in group]
    throws = {entry.public_id: random.randint(1, 6) for entry in Entry.objects.filter(pk__in=level)}
    record_throws(tournament, by=SYSTEM, stage_id=source.pk, throws=throws)
    return f"{source.name}: {len(throws)} throws"


_DO: dict[str, Callable[[Tournament, Step, Random], str]] = {
    "draw": _draw,
    "publish": _publish,
    "start": _start,
    "results": _results,
    "close": _close,
    "settle": _settle,
}


def _stage(step: Step) -> Stage:
    assert step.stage is not None, step.code
    return step.stage


def _round(step: Step) -> Round:
    assert step.round is not None, step.code
    return step.round


def by_chance(table: Table, random: Random) -> Places:
    """A random result: steps still needed, and the places that follow. At about half of the tables somebody is home."""
    colours = [seat.colour for seat in table.seats.all()]
    left = sorted(random.sample(range(12, ALL_AT_START), len(colours)))
    if random.random() < 0.5:
        left[0] = 0
    random.shuffle(colours)
    places = enumerate(zip(colours, left, strict=True), 1)
    return {colour: {"place": place, "counted": counted} for place, (colour, counted) in places}
