"""Back to the state before a step that went wrong. What was done since is undone with it; the log keeps all of it, and the
undoing can be undone."""

from django.utils.translation import gettext as _

from tournament import snapshots
from tournament.actions.core import Write, action
from tournament.errors import Refused, Stale
from tournament.models import Snapshot, Tournament

RESTORED = "state.restored"


@action(RESTORED, needs="tournament.change", undoable=True)
def undo_to(write: Write, tournament: Tournament, *, to: int, seen: int) -> Snapshot:
    """To how it was after line `to` of the log. `seen` is the last line that was shown as being undone."""
    if write.stream.seq != seen:
        raise Stale("more_was_done", _("More has been done in the meantime. Look at it again."), now=write.stream.seq)
    snapshot = tournament.snapshots.filter(seq=to).first()
    if snapshot is None or to == write.stream.seq:
        raise Refused("no_such_state", _("This state is not kept any more."))
    snapshots.restore(snapshot, write.stream.seq + 1)
    write.log(line=to, step=snapshot.code)
    return snapshot
