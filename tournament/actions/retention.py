"""The journal of what was cleared away."""

from tournament.actions.core import Write, action


@action("retention.kept", needs="retention.keep")
def note_cleared(write: Write, _installation: None, **cleared: int) -> None:
    write.log(**cleared)
