"""The hall screen: one address for the projector, without an account; and the page at the desk that steers it."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import files, find
from tournament.access import gate
from tournament.actions.screens import set_screen
from tournament.models import Letterhead, Screen, Tournament
from tournament.screens import LEAST_SECONDS, MOST_SECONDS, PANELS, now_of, panels_for, screen_of
from tournament.views.accounts import qr_image
from tournament.views.requests import Request, action_id, address_for_others, version


@gate("public.see", find.tournament)
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All panels at once; the script shows one after the other. Without it they stand one below the other."""
    chosen, now = screen_of(tournament), now_of(tournament)
    public = address_for_others(request, reverse("tournament", args=[tournament.public_id]))
    shown = {
        "tournament": tournament,
        "stream": tournament.stream,
        "screen": chosen,
        "now": now,
        "panels": panels_for(chosen, now),
        "has_logo": Letterhead.objects.filter(club=tournament.club).exclude(logo="").exists(),
        "public": public,
        "qr": qr_image(public),
    }
    return render(request, "tournament/hall/page.html", shown)


@gate("public.see", find.tournament)
def logo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    head = Letterhead.objects.filter(club=tournament.club).exclude(logo="").first()
    if head is None or not files.is_kept(head.logo):
        raise Http404
    return HttpResponse(
        files.read(head.logo), content_type="image/png", headers={"Cache-Control": "public, max-age=300"}
    )


class SteeringForm(forms.ModelForm):  # type: ignore[type-arg]
    seconds = forms.IntegerField(label=gettext_lazy("seconds a page"), min_value=LEAST_SECONDS, max_value=MOST_SECONDS)

    class Meta:
        model = Screen
        fields = ("seconds", "words", "is_night")


@gate("screen.steer", find.tournament)
def steering(request: Request, tournament: Tournament) -> HttpResponse:
    """`only` is a button: this one panel, until something else is chosen."""
    form = SteeringForm(request.POST or None, instance=screen_of(tournament))
    if request.method == "POST" and form.is_valid():
        known = {panel.code for panel in PANELS}
        only = request.POST.getlist("only")
        asked = {"": [], **{code: [code] for code in known}}.get(only[0]) if only else request.POST.getlist("shows")
        given = {name: form.cleaned_data[name] for name in SteeringForm.Meta.fields}
        shows = [code for code in asked or [] if code in known]
        set_screen(
            tournament, by=request.actor, action_id=action_id(request), shows=shows, version=version(request), **given
        )
        messages.success(request, _("The screen shows it now."))
        return redirect("steering", tournament_id=tournament.public_id)
    return render(request, "tournament/hall/steering.html", _steered(request, tournament, form))


def _steered(request: Request, tournament: Tournament, form: SteeringForm) -> dict[str, object]:
    chosen, now = form.instance, now_of(tournament)
    address = address_for_others(request, reverse("hall", args=[tournament.public_id]))
    return {
        "tournament": tournament,
        "form": form,
        "address": address,
        "qr": qr_image(address),
        "is_automatic": not chosen.shows,
        "panels": [(panel, panel.code in chosen.shows) for panel in PANELS],
        "showing": [panel.name for panel, _found in panels_for(chosen, now)],
    }
