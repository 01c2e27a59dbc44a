"""What players decide themselves, by their private link: whether the public may read their name."""

from tournament.core.action import Write, action
from tournament.entries.actions import show
from tournament.entries.signup.actions import own_entry_in
from tournament.models import Entry, Tournament


@action("entry.name_hidden", needs="entry.own")
def hide_name(write: Write, tournament: Tournament, *, entry_id: str, is_hidden: bool) -> Entry:
    """The start number stands in place of the name wherever everybody reads it, in every tournament of the club; or the
    name stands there again. A child's name stays hidden either way."""
    entry = own_entry_in(write, tournament, entry_id)
    show(entry.person, is_hidden=is_hidden)
    write.log(entry=entry.public_id, number=entry.number, is_hidden=is_hidden)
    return entry
