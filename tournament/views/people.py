"""Who helps with a tournament or a club: roles held, invitations open, new ones, taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament import find
from tournament.access import RUNNING, gate, roles
from tournament.actions.accounts import GRANTABLE, invite, remove_grant, revoke_invitation
from tournament.actions.clubs import demand_second_factor
from tournament.errors import Refused
from tournament.forms import RoleForm
from tournament.models import Club, Grant, Invitation, Role, Tournament
from tournament.views.accounts import qr_image
from tournament.views.requests import Request, action_id, address_for_others, number

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
    shown = {
        **_of(owner),
        "owner": owner,
        "form": form,
        "link": link,
        "qr": qr_image(link) if link else "",
        "grants": Grant.objects.filter(**_of(owner)).select_related("account").order_by("role", "account__login"),
        "invitations": _open_invitations(owner),
        "running": RUNNING,
    }
    return render(request, "tournament/people.html", shown)


def _of(owner: Owner) -> dict[str, Owner | None]:
    if isinstance(owner, Tournament):
        return {"tournament": owner, "club": owner.club}
    return {"tournament": None, "club": owner}


def _open_invitations(owner: Owner) -> list[Invitation]:
    waiting = Invitation.objects.filter(**_of(owner), used_at=None, revoked_at=None, expires_at__gt=timezone.now())
    return list(waiting.select_related("created_by").order_by("-created_at"))


def _roles_to_give(request: Request, owner: Owner) -> list[tuple[str, str]]:
    mine = roles(request.actor, owner)
    give = {role for held in mine for role in GRANTABLE.get(held, ())}
    fits = {Role.ADMIN} if isinstance(owner, Club) else set(Role.values) - {Role.ADMIN}
    return [(role.value, capfirst(role.label)) for role in Role if role in give & fits]


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
    """Whether whoever runs the club or one of its tournaments must have one."""
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
    """A role (`grant`) or an open invitation (`invitation`)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if "grant" in request.POST:
        remove_grant(owner, grant_id=number(request, "grant"), **act)
    else:
        revoke_invitation(owner, invitation_id=number(request, "invitation"), **act)
