"""Undo: return to the state before a step. Later steps are undone with it; the log keeps them, and an undo can be undone."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import snapshots
from tournament.core.action import Write, action
from tournament.core.errors import Declared, Refused, Stale
from tournament.models import Snapshot, Tournament

MORE_WAS_DONE = Declared("more_was_done", gettext_lazy("More has been done in the meantime. Look at it again."), Stale)


@action(snapshots.RESTORED, needs="tournament.change", undoable=True)
def undo_to(write: Write, tournament: Tournament, *, to: int, seen: int) -> Snapshot:
    """Restore the state after line `to` of the log. Refused if the log has grown beyond `seen`, the last line shown."""
    if write.stream.seq != seen:
        raise MORE_WAS_DONE(now=write.stream.seq)
    snapshot = tournament.snapshots.filter(seq=to).first()
    if snapshot is None or to == write.stream.seq:
        raise Refused("no_such_state", _("This state is not kept any more."))
    snapshots.restore(snapshot, write.stream.seq + 1)
    write.log(line=to, step=snapshot.code)
    return snapshot
