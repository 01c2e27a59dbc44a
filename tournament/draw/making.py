"""One draw from end to end: read what it is made from, draw outside of any transaction, store it as drafts. Where
a better draw is possible, a background job searches for it."""

from dataclasses import replace

from tournament.core.access import require
from tournament.core.action import Done, done_before
from tournament.core.actors import Actor
from tournament.core.refusals import by_draw
from tournament.draw import background
from tournament.draw.actions import store_draft
from tournament.draw.request import Basis, basis
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Draw, SeatingError, Watch
from tournament.models import Round, Stage

SECONDS = 2.0


def make_draw(
    stage: Stage, *, by: Actor, action_id: str | None = None, seconds: float = SECONDS, watch: Watch | None = None
) -> Done[list[Round]]:
    """Draw all rounds of the stage that are not published yet, as drafts that replace earlier ones."""
    tournament = stage.tournament
    require(by, "rounds.draw", tournament)
    before: Done[list[Round]] | None = done_before(tournament, action_id, store_draft, stage_id=stage.pk)
    if before is not None:
        return before
    now = basis(stage)
    drawn = _drawn(now, seconds, watch)
    done = store_draft(
        tournament, by=by, action_id=action_id, stage_id=stage.pk, made_from=now.fingerprint, drawn=drawn
    )
    if done.result:
        background.order(done.result[0], now, drawn, by=by)
    return done


def _drawn(now: Basis, seconds: float, watch: Watch | None) -> Draw:
    try:
        return draw(replace(now.request, seconds=seconds), now.mode, watch)
    except SeatingError as error:
        raise by_draw(error) from error
