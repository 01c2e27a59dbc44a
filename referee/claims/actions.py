"""Set and remove the photograph of a claim."""

from django.utils.translation import gettext as _

from referee.models import Claim
from tournament.core.action import Write, action
from tournament.core.errors import Stale
from tournament.erasing.traces import forget_files
from tournament.models import Tournament


@action("photo.set", needs="rulings.sign")
def set_photo(write: Write, tournament: Tournament, *, number: int, photo: str, seen: str) -> Claim:
    """`photo` names a stored file, or is empty to remove it. The log keeps that name, which is a hash of the content."""
    claim = Claim.objects.select_for_update().get(tournament=tournament, number=number)
    if claim.photo != seen:
        raise Stale("photo_changed", _("Somebody else changed the photograph in the meantime."))
    claim.photo = photo
    claim.save(update_fields=["photo"])
    if seen and seen != photo:
        forget_files({seen})
    write.log(claim=number, photo=photo)
    return claim
