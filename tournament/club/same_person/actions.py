"""People who were entered twice: merged, or taken apart again."""

from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused, Stale
from tournament.core.refusals import NO_SUCH_PERSON
from tournament.models import Club, Entry, Person


@action("people.merged", needs="club.change")
def merge_people(write: Write, club: Club, *, keep: str, other: str) -> Person:
    """Two entries of the address book are the same person. Nothing is moved: `other` counts as `keep` in seasons and records.

    If one of them is hidden, both are.
    """
    person, duplicate = _person_in(club, keep), _person_in(club, other)
    if person == duplicate or person.merged_into_id or duplicate.merged_into_id or duplicate.merged.exists():
        raise Refused("not_to_merge", _("These two are no two people, or are joined to somebody already."))
    both = Entry.objects.filter(person=duplicate, tournament__entries__person=person)
    if both.exists():
        raise Refused("both_played", _("They played in the same tournament: they are two people."))
    duplicate.merged_into = person
    person.is_hidden = duplicate.is_hidden = person.is_hidden or duplicate.is_hidden
    person.is_minor = duplicate.is_minor = person.is_minor or duplicate.is_minor
    person.shows_full_name = duplicate.shows_full_name = person.shows_full_name and duplicate.shows_full_name
    fields = ["is_hidden", "is_minor", "shows_full_name"]
    person.save(update_fields=fields)
    duplicate.save(update_fields=["merged_into", *fields])
    write.log(kept=person.public_id, other=duplicate.public_id)
    return person


@action("people.parted", needs="club.change")
def part_people(write: Write, club: Club, *, other: str) -> Person:
    """Undo a merge: they are two people after all. A hidden name stays hidden."""
    duplicate = _person_in(club, other)
    if duplicate.merged_into is None:
        raise Stale("not_merged", _("These two are apart already."))
    write.log(kept=duplicate.merged_into.public_id, other=duplicate.public_id)
    duplicate.merged_into = None
    duplicate.save(update_fields=["merged_into"])
    return duplicate


def _person_in(club: Club, public_id: str) -> Person:
    person = club.people.filter(public_id=public_id).first()
    if person is None:
        raise NO_SUCH_PERSON()
    return person
