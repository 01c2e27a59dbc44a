"""Points off the overall score of a stage, never off a table's result."""

from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import POINTS_RANGE, REASON_MISSING
from tournament.entries.actions import entry_in
from tournament.models import Penalty, Tournament
from tournament.stages.lookup import stage_in

MOST_POINTS = 1000


@action("penalty.given", needs="penalties.give", undoable=True, answers=("penalty",))
def give_penalty(
    write: Write, tournament: Tournament, *, stage_id: int, entry_id: str, points: int, reason: str
) -> Penalty:
    stage, entry = stage_in(tournament, stage_id), entry_in(write, tournament, entry_id)
    if not 0 < points <= MOST_POINTS:
        raise POINTS_RANGE({"most": MOST_POINTS})
    if not reason.strip():
        raise REASON_MISSING()
    penalty = Penalty.objects.create(stage=stage, entry=entry, points=points)
    write.log(stage=stage.position, number=entry.number, points=points, texts={"reason": reason.strip()})
    write.answer(penalty=penalty.pk)
    return penalty


@action("penalty.revoked", needs="penalties.give", undoable=True)
def revoke_penalty(write: Write, tournament: Tournament, *, penalty_id: int) -> Penalty:
    penalties = Penalty.objects.select_related("stage", "entry").filter(stage__tournament=tournament, revoked_at=None)
    penalty = penalties.filter(pk=penalty_id).first()
    if penalty is None:
        raise Refused("no_such_penalty", _("This penalty is revoked already."))
    penalty.revoked_at = clock.now()
    penalty.save(update_fields=["revoked_at"])
    write.log(stage=penalty.stage.position, number=penalty.entry.number, points=penalty.points)
    return penalty
