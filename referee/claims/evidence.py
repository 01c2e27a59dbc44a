"""Pages for the photograph of a claim and for the time limit of appeals."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from referee.claims import find
from referee.claims.actions import set_photo
from referee.models import Claim
from tournament.core import files
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id
from tournament.core.pictures import as_photo


@gate("rulings.see", find.claim)
def photo(request: Request, claim: Claim) -> HttpResponse:
    if not claim.photo or not files.is_kept(claim.photo):
        raise Http404
    return HttpResponse(files.read(claim.photo), content_type="image/jpeg")


@gate("rulings.sign", find.claim)
def photo_set(request: Request, claim: Claim) -> HttpResponse:
    """Replace the photograph, or remove it (`to` is remove)."""
    upload = request.FILES.get("photo")
    if upload is None and request.POST.get("to") != "remove":
        raise Refused("no_photo", _("Choose a photograph first."))
    stored = ""
    if upload:
        assert upload.file is not None and upload.size is not None, "it came with this request"
        stored = files.keep(as_photo(upload.file, upload.size))
    set_photo(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        photo=stored,
        seen=request.POST.get("seen", "")[:64],
    )
    return redirect("ruling", claim.tournament.public_id, claim.number)
