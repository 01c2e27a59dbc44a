"""People entering themselves, and the settings for it: whether and when it is open, places, a waiting list."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import NOT_ALLOWED
from tournament.entries import details
from tournament.entries.actions import (
    IN,
    MOST_ENTRIES,
    as_here,
    entry_in,
    entry_saved,
    new_entry,
    next_number,
    require_not_over,
    to_state,
)
from tournament.entries.fields import CONTACT, OWN
from tournament.entries.waiting_list.places import fill, free_places, waiting
from tournament.models import Contact, Entry, Tournament
from tournament.models.events import EntryState
from tournament.models.languages import first

MOST_OF_ADDRESS = 8  # entries with one e-mail address: enough for a family or a team


@action("entering.set", needs="tournament.change", answers=("version",))
def set_entering(
    write: Write,
    tournament: Tournament,
    *,
    takes_entries: bool,
    opens_at: datetime | None,
    closes_at: datetime | None,
    places: int,
    has_waiting_list: bool,
    version: int | None = None,
) -> Tournament:
    """Open or closed. With more places than before, those who wait move up."""
    tournament.refresh_from_db()
    write.same_version(tournament, version)
    if not 0 <= places <= MOST_ENTRIES:
        raise Refused("places", _("Between 0 and %(most)d places, please.") % {"most": MOST_ENTRIES})
    if opens_at and closes_at and closes_at <= opens_at:
        raise Refused("times", _("It has to end after it begins."))
    tournament.takes_entries, tournament.places, tournament.has_waiting_list = takes_entries, places, has_waiting_list
    tournament.entry_opens_at, tournament.entry_closes_at = opens_at, closes_at
    tournament.version += 1
    fields = ["takes_entries", "places", "has_waiting_list", "entry_opens_at", "entry_closes_at", "version"]
    tournament.save(update_fields=fields)
    write.log(takes_entries=takes_entries, places=places, moved_up=fill(tournament))
    write.answer(version=tournament.version)
    return tournament


@action("entry.self_made", needs="entry.self", answers=("id", "number"))
def enter_oneself(
    write: Write,
    tournament: Tournament,
    *,
    given_name: str,
    family_name: str = "",
    language: str = "",
    **more: Any,
) -> Entry:
    """Register somebody, or put them on the waiting list if no place is free. Does not tell whether the name is entered
    already, as anybody may ask; the desk sees duplicates. `more`: the other fields of the page."""
    fields = details.checked({"given_name": given_name, "family_name": family_name, **more}, OWN)
    tournament.refresh_from_db()
    if not tournament.is_open_to_all:
        raise Refused("not_open", _("Entering is not open. Please ask at the desk."))
    fields = as_here(tournament, fields)
    require_not_over(tournament)
    if fields.get("is_minor") and not fields.get("guardian", "").strip():
        raise Refused("guardian", _("Somebody under 16 needs a grown-up who agrees."))
    _require_few_of(tournament, fields.get("email", ""))
    state = _first_state(tournament)
    entry = new_entry(tournament, fields, number=next_number(tournament), state=state, is_self_made=True)
    details.new_contacts([(entry, fields)], language=language or first())
    name = f"{given_name} {family_name}".strip()
    write.log(entry=entry.public_id, number=entry.number, state=str(state), texts={"name": name})
    write.answer(id=entry.public_id, number=entry.number)
    return entry


def _require_few_of(tournament: Tournament, email: str) -> None:
    """Limit the entries with one address: its owner gets a mail for each, even if somebody else entered the address."""
    if email and Contact.objects.filter(entry__tournament=tournament, email__iexact=email).count() >= MOST_OF_ADDRESS:
        raise Refused("too_many_of_address", _("This e-mail address is with many entries already. Leave it out."))


def _first_state(tournament: Tournament) -> EntryState:
    free = free_places(tournament)
    if free is None or (free and not waiting(tournament)):
        return EntryState.REGISTERED
    if not tournament.has_waiting_list:
        raise Refused("no_place", _("All places are given."))
    return EntryState.WAITING


@action("entry.self_withdrawn", needs="entry.own", answers=("id", "version"))
def withdraw_oneself(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Withdraw by the private link. The first of the waiting list takes the place."""
    entry = own_entry_in(write, tournament, entry_id, version)
    to_state(write, entry, EntryState.WITHDRAWN, EntryState.WAITING, *IN)
    write.log(moved_up=fill(tournament))
    return entry


def own_entry_in(write: Write, tournament: Tournament, entry_id: str, version: int | None = None) -> Entry:
    """The entry, if the actor is the desk or holds its private link."""
    if write.by.account is None and not write.by.is_system and write.by.entry != entry_id:
        raise NOT_ALLOWED()
    return entry_in(write, tournament, entry_id, version)


@action("entry.contact_set", needs="entries.change", answers=("id", "version"))
def set_contact(
    write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None, **contact: Any
) -> Entry:
    """How somebody can be reached and who answers for a child. All of it: what is left out is taken away."""
    entry = entry_in(write, tournament, entry_id, version)
    details.replace_contact(entry, details.checked(contact, CONTACT))
    return entry_saved(write, entry)


@action("entry.contact_erased", needs="entry.own")
def erase_contact(write: Write, tournament: Tournament, *, entry_id: str) -> None:
    """Erase the e-mail address and the guardian's name; the entry stays."""
    entry = own_entry_in(write, tournament, entry_id)
    Contact.objects.filter(entry=entry).delete()
    write.log(entry=entry.public_id, number=entry.number)


@action("entry.link_renewed", needs="entries.change", answers=("id", "version"))
def renew_link(write: Write, tournament: Tournament, *, entry_id: str) -> Entry:
    """The private link that somebody holds is worth nothing any more."""
    entry = entry_in(write, tournament, entry_id)
    entry.link_number += 1
    return entry_saved(write, entry, "link_number")
