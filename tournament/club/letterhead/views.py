"""The page on which a club sets its logo and colour."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.club.letterhead.actions import change_letterhead
from tournament.club.letterhead.forms import LetterheadForm
from tournament.core import files, find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, version
from tournament.core.pictures import as_logo, as_sheet
from tournament.models import Club, Letterhead

PICTURES = {"logo": as_logo, "background": as_sheet, "signature": as_logo}


@gate("letterhead.change", find.club)
def letterhead(request: Request, club: Club) -> HttpResponse:
    """Set logo and colour of everything that the club prints, and the pictures of its certificates."""
    head = Letterhead.objects.filter(club=club).first() or Letterhead(club=club)
    form = LetterheadForm(request.POST or None, request.FILES or None, initial={"colour": head.colour})
    if request.method == "POST" and form.is_valid():
        pictures = {name: _picture(form, name) for name in PICTURES}
        if not form.errors:
            fields = {"colour": form.cleaned_data["colour"], **pictures, "version": version(request)}
            change_letterhead(club, by=request.actor, action_id=action_id(request), **fields)
            messages.success(request, _("Saved."))
            return redirect("letterhead", club_id=club.public_id)
    status = 422 if form.errors else 200
    return render(request, "club/letterhead.html", {"club": club, "head": head, "form": form}, status=status)


def _picture(form: LetterheadForm, name: str) -> str | None:
    """The new one, empty to take it away, None to keep it; what is wrong with it stands beside its field."""
    upload = form.cleaned_data[name]
    if not upload:
        return "" if form.cleaned_data[f"remove_{name}"] else None
    try:
        return files.keep(PICTURES[name](upload.file, upload.size))
    except Refused as refusal:
        form.add_error(name, refusal.sentence)
        return None


@gate("letterhead.change", find.club)
def logo(request: Request, club: Club) -> HttpResponse:
    return _kept(club, "logo", "image/png")


@gate("letterhead.change", find.club)
def background(request: Request, club: Club) -> HttpResponse:
    return _kept(club, "background", "image/jpeg")


@gate("letterhead.change", find.club)
def signature(request: Request, club: Club) -> HttpResponse:
    return _kept(club, "signature", "image/png")


def _kept(club: Club, name: str, kind: str) -> HttpResponse:
    head = Letterhead.objects.filter(club=club).exclude(**{name: ""}).first()
    if head is None:
        raise Http404
    return HttpResponse(files.read(getattr(head, name)), content_type=kind)
