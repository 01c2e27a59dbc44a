"""One draw from end to end: read what it is made from, draw outside of any transaction, store it as drafts. Where
it might be better, that is looked for in the background (`improving`)."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament import improving
from tournament.access import require
from tournament.actions.core import Done, done_before
from tournament.actions.rounds import store_draft
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.lots import Basis, basis
from tournament.models import Round, Stage
from tournament.seating.draw import draw
from tournament.seating.model import Draw, SeatingError, Watch

SECONDS = 2.0


def make_draw(
    stage: Stage, *, by: Actor, action_id: str | None = None, seconds: float = SECONDS, watch: Watch | None = None
) -> Done[list[Round]]:
    """All rounds of the stage that are not published yet, as drafts in the place of earlier ones."""
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
        improving.order(done.result[0], now, drawn, by=by)
    return done


def _drawn(now: Basis, seconds: float, watch: Watch | None) -> Draw:
    try:
        return draw(replace(now.request, seconds=seconds), now.mode, watch)
    except SeatingError as error:
        raise refused(error) from error


def refused(error: SeatingError) -> Refused:
    """What the draw refuses, in the reader's language."""
    say = _SENTENCES.get(error.code)
    return Refused(error.code, say(error.data) if say else error.sentence, **error.data)


_SENTENCES = {
    "cannot_split": lambda data: (
        _("%(players)s players cannot be seated at tables of four and three: let a helper play along or one sit out.")
        % data
    ),
    "boards_missing": lambda data: (
        _("The hall lacks boards: %(four)d for tables of four, %(three)d for tables of three.")
        % {"four": data["missing"].get("4", 0), "three": data["missing"].get("6", 0)}
    ),
    "cannot_advance": lambda data: _("%(players)s cannot be seated: let more or fewer go on.") % data,
}
