"""How long a ruling can be appealed against in a tournament, and the photograph that belongs to a claim."""

from django.utils.translation import gettext as _

from referee.models import APPEAL_MINUTES, Claim, Terms
from tournament.actions.core import Write, action
from tournament.erasing import forget_files
from tournament.errors import Refused, Stale
from tournament.models import Tournament

MOST_MINUTES = 24 * 60


def appeal_minutes(tournament: Tournament) -> int:
    kept = Terms.objects.filter(tournament=tournament).first()
    return kept.appeal_minutes if kept else APPEAL_MINUTES


@action("terms.set", needs="tournament.change")
def set_terms(write: Write, tournament: Tournament, *, minutes: int) -> None:
    """For rulings that are signed from now on; one that is signed keeps the time that it names."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused("minutes", _("An appeal is possible for 1 to 1440 minutes."))
    Terms.objects.update_or_create(tournament=tournament, defaults={"appeal_minutes": minutes})
    write.log(minutes=minutes)


@action("photo.set", needs="rulings.sign")
def set_photo(write: Write, tournament: Tournament, *, number: int, photo: str, seen: str) -> Claim:
    """`photo` is a kept file; empty: none any more. The log keeps the name of the file, which is that of its content."""
    claim = Claim.objects.select_for_update().get(tournament=tournament, number=number)
    if claim.photo != seen:
        raise Stale("photo_changed", _("Somebody else changed the photograph in the meantime."))
    claim.photo = photo
    claim.save(update_fields=["photo"])
    if seen and seen != photo:
        forget_files({seen})
    write.log(claim=number, photo=photo)
    return claim
