"""The people of a tournament or club: list and remove roles, make and revoke invitations."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import RUNNING, gate, roles
from tournament.core.errors import Refused
from tournament.core.forms import RoleForm
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, action_id, address_for_others, number
from tournament.models import Club, Grant, Invitation, Role, Tournament
from tournament.people.actions import GRANTABLE, invite, remove_grant, revoke_invitation
from tournament.people.clubs import demand_second_factor

Owner = Club | Tournament


@gate("role.grant", find.tournament)
def of_tournament(request: Request, tournament: Tournament) -> HttpResponse:
    return _people(request, tournament)


@gate("role.grant", find.club, confirmed=True)
def of_club(request: Request, club: Club) -> HttpResponse:
    return _people(request, club)


def _people(request: Request, owner: Owner) -> HttpResponse:
    form = RoleForm(request.POST or None, roles=_roles_to_give(request, owner))
    link = ""
    if request.method == "POST" and form.is_valid():
        done = invite(owner, by=request.actor, action_id=action_id(request), role=form.cleaned_data["role"])
        if done.result is None:
            messages.info(request, _("This invitation was made already; its link is shown only once."))
        else:
            link = address_for_others(request, reverse("open_link", args=[done.result]))
    context = {
        **_owned_by(owner),
        "owner": owner,
        "form": form,
        "link": link,
        "qr": qr_image(link) if link else "",
        "grants": Grant.objects.filter(**_owned_by(owner)).select_related("account").order_by("role", "account__login"),
        "invitations": _open_invitations(owner),
        "running": RUNNING,
    }
    return render(request, "people/roles.html", context)


def _owned_by(owner: Owner) -> dict[str, Owner | None]:
    if isinstance(owner, Tournament):
        return {"tournament": owner, "club": owner.club}
    return {"tournament": None, "club": owner}


def _open_invitations(owner: Owner) -> list[Invitation]:
    invitations = Invitation.objects.filter(
        **_owned_by(owner), used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    return list(invitations.select_related("created_by").order_by("-created_at"))


def _roles_to_give(request: Request, owner: Owner) -> list[tuple[str, str]]:
    mine = roles(request.actor, owner)
    give = {role for held in mine for role in GRANTABLE.get(held, ())}
    fits = {Role.ADMIN} if isinstance(owner, Club) else set(Role.values) - {Role.ADMIN}
    return [(role.value, str(capfirst(role.label))) for role in Role if role in give & fits]


@gate("role.grant", find.tournament)
def remove_from_tournament(request: Request, tournament: Tournament) -> HttpResponse:
    _remove(request, tournament)
    return redirect("people", tournament_id=tournament.public_id)


@gate("role.grant", find.club, confirmed=True)
def remove_from_club(request: Request, club: Club) -> HttpResponse:
    _remove(request, club)
    return redirect("club_people", club_id=club.public_id)


@gate("role.grant", find.club, confirmed=True)
def second_factor(request: Request, club: Club) -> HttpResponse:
    """Set whether those who run the club or its tournaments must have a second factor."""
    try:
        demand_second_factor(
            club, by=request.actor, action_id=action_id(request), is_wanted=request.POST.get("to") == "on"
        )
    except Refused as refusal:
        messages.warning(request, str(refusal))
        return redirect("second_factor")
    messages.success(request, _("Saved."))
    return redirect("club_people", club_id=club.public_id)


def _remove(request: Request, owner: Owner) -> None:
    """Remove a role (`grant`) or revoke an open invitation (`invitation`)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if "grant" in request.POST:
        remove_grant(owner, grant_id=number(request, "grant"), **act)
    else:
        revoke_invitation(owner, invitation_id=number(request, "invitation"), **act)
