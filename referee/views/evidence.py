"""The photograph of a claim, and how long rulings can be appealed against."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from referee import find
from referee.actions.terms import set_photo, set_terms
from referee.models import Claim
from tournament import files
from tournament import find as find_in
from tournament.access import gate
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.pictures import as_photo
from tournament.views.requests import Request, action_id, number


@gate("rulings.see", find.claim)
def photo(request: Request, claim: Claim) -> HttpResponse:
    if not claim.photo or not files.is_kept(claim.photo):
        raise Http404
    return HttpResponse(files.read(claim.photo), content_type="image/jpeg")


@gate("rulings.sign", find.claim)
def photo_set(request: Request, claim: Claim) -> HttpResponse:
    """Another one, or (`to` is remove) none any more."""
    upload = request.FILES.get("photo")
    if upload is None and request.POST.get("to") != "remove":
        raise Refused("no_photo", _("Choose a photograph first."))
    kept = files.keep(as_photo(upload.file, upload.size)) if upload else ""
    set_photo(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        number=claim.number,
        photo=kept,
        seen=request.POST.get("seen", "")[:64],
    )
    return redirect("ruling", claim.tournament.public_id, claim.number)


@gate("tournament.change", find_in.tournament)
def terms(request: Request, tournament: Tournament) -> HttpResponse:
    set_terms(tournament, by=request.actor, action_id=action_id(request), minutes=number(request, "minutes") or 0)
    messages.success(request, _("Saved."))
    return redirect("referee", tournament.public_id)
