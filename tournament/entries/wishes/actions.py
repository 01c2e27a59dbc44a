"""What is known about a player besides the name: with whom not at a table, at which boards, in which team."""

from typing import Any

from tournament.core.action import Write, action
from tournament.entries import details
from tournament.entries.actions import entry_in, entry_saved
from tournament.entries.fields import WISHES, Of
from tournament.entries.groups.actions import group_in
from tournament.models import Entry, Tournament


@action("entry.wishes_set", needs="entries.change", undoable=True, answers=("id", "version"))
def set_wishes(
    write: Write,
    tournament: Tournament,
    *,
    entry_id: str,
    team_id: int | None,
    category_id: int | None,
    version: int | None = None,
    **wishes: Any,
) -> Entry:
    """Everything that is known about somebody besides the name: where they belong, where they can sit."""
    entry = entry_in(write, tournament, entry_id, version)
    columns = details.columns_of(Of.ENTRY, details.checked(wishes, WISHES))
    columns["team"] = group_in(tournament, "team", team_id) if team_id is not None else None
    columns["category"] = group_in(tournament, "category", category_id) if category_id is not None else None
    for name, value in columns.items():
        setattr(entry, name, value)
    write.log(team=team_id, category=category_id, fixed_boards=entry.fixed_boards)
    return entry_saved(write, entry, *columns)
