"""People who enter by themselves, and the rules by which they may: open or not, how many places, a waiting list."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournament import places as hall
from tournament.actions.core import Write, action
from tournament.actions.entries import IN, MOST_ENTRIES, entry_in, entry_saved, new_entry, next_number, to_state
from tournament.errors import NotAllowed, Refused
from tournament.models import Contact, Entry, Tournament
from tournament.models.events import EntryState

MOST_OF_ADDRESS = 8  # a family, or whoever enters a whole team
SECRET = ("email", "guardian")  # what leaves no trace in the log, not even a hash


@action("entering.set", needs="tournament.change")
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
    write.log(takes_entries=takes_entries, places=places, moved_up=hall.fill(tournament))
    write.answer(version=tournament.version)
    return tournament


@action("entry.self_made", needs="entry.self", secret=SECRET)
def enter_oneself(
    write: Write,
    tournament: Tournament,
    *,
    given_name: str,
    family_name: str = "",
    is_minor: bool = False,
    is_hidden: bool = False,
    note: str = "",
    email: str = "",
    guardian: str = "",
    language: str = "de",
) -> Entry:
    """Registered while there is a place, on the waiting list behind the others after that. Whether somebody of this name is
    entered already is not said to whoever asks: the desk sees it."""
    tournament.refresh_from_db()
    if not tournament.is_open_to_all:
        raise Refused("not_open", _("Entering is not open. Please ask at the desk."))
    if is_minor and not guardian.strip():
        raise Refused("guardian", _("Somebody under 16 needs a grown-up who agrees."))
    _require_few_of(tournament, email)
    state = _first_state(tournament)
    entry = new_entry(
        tournament,
        given_name,
        family_name,
        is_minor=is_minor,
        is_hidden=is_hidden,
        number=next_number(tournament),
        state=state,
        note=note,
        is_self_made=True,
    )
    if email or guardian:
        Contact.objects.create(entry=entry, email=email, guardian=guardian, language=language)
    name = f"{given_name} {family_name}".strip()
    write.log(entry=entry.public_id, number=entry.number, state=str(state), texts={"name": name})
    write.answer(id=entry.public_id, number=entry.number)
    return entry


def _require_few_of(tournament: Tournament, email: str) -> None:
    """Whoever owns the address gets a mail for each, whether it was they who left it or not."""
    if email and Contact.objects.filter(entry__tournament=tournament, email__iexact=email).count() >= MOST_OF_ADDRESS:
        raise Refused("too_many_of_address", _("This e-mail address is with many entries already. Leave it out."))


def _first_state(tournament: Tournament) -> EntryState:
    free = hall.free_places(tournament)
    if free is None or (free and not hall.waiting(tournament)):
        return EntryState.REGISTERED
    if not tournament.has_waiting_list:
        raise Refused("no_place", _("All places are given."))
    return EntryState.WAITING


@action("entry.self_withdrawn", needs="entry.own")
def withdraw_oneself(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """By the private link; whoever waits longest takes the place."""
    entry = own_entry_in(write, tournament, entry_id, version)
    to_state(write, entry, EntryState.WITHDRAWN, EntryState.WAITING, *IN)
    write.log(moved_up=hall.fill(tournament))
    return entry


def own_entry_in(write: Write, tournament: Tournament, entry_id: str, version: int | None = None) -> Entry:
    """Of everybody for the desk; a link is for one alone."""
    if write.by.account is None and not write.by.is_system and write.by.entry != entry_id:
        raise NotAllowed("not_allowed", _("You are not permitted to do this."))
    return entry_in(write, tournament, entry_id, version)


@action("entry.contact_erased", needs="entry.own")
def erase_contact(write: Write, tournament: Tournament, *, entry_id: str) -> None:
    """The e-mail address and the grown-up's name; the entry stays."""
    entry = own_entry_in(write, tournament, entry_id)
    Contact.objects.filter(entry=entry).delete()
    write.log(entry=entry.public_id, number=entry.number)


@action("entry.link_renewed", needs="entries.change")
def renew_link(write: Write, tournament: Tournament, *, entry_id: str) -> Entry:
    """The private link that somebody holds is worth nothing any more."""
    entry = entry_in(write, tournament, entry_id)
    entry.link_number += 1
    return entry_saved(write, entry, "link_number")
