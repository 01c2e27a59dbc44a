"""The director's page at the desk: what each screen shows now and next, what it shows by phase, and the notices."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import files, find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, action_id, address_for_others, number, version
from tournament.core.pictures import as_photo
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.hall.director.forms import NoticeForm, SteeringForm
from tournament.hall.director.queries import directed, programme_of
from tournament.hall.screen.actions import (
    MOST_SCREENS,
    add_screen,
    call_up,
    drop_notice,
    drop_screen,
    set_notice,
    set_programme,
    set_screen,
)
from tournament.hall.screen.ceremony import steps_of
from tournament.hall.screen.panels import every_panel, now_of, screens_of
from tournament.hall.screen.phases import Phase
from tournament.hall.screen.views import asked_for
from tournament.models import Notice, Screen, Tournament


def _address(tournament: Tournament, screen: int, anchor: str = "") -> str:
    query = f"?screen={screen}" if screen > 1 else ""
    return reverse("steering", args=[tournament.public_id]) + query + anchor


@gate("screen.steer", find.tournament)
def steering(request: Request, tournament: Tournament) -> HttpResponse:
    """The button `only` shows a single panel until something else is chosen."""
    screens = screens_of(tournament)
    chosen = next((screen for screen in screens if screen.number == asked_for(request)), screens[0])
    form = SteeringForm(request.POST or None, instance=chosen)
    if request.method == "POST" and form.is_valid():
        known = {panel.code for panel in every_panel(tournament)}
        only = request.POST.getlist("only")
        codes = {"": [], **{code: [code] for code in known}}.get(only[0]) if only else request.POST.getlist("shows")
        given = {name: form.cleaned_data[name] for name in SteeringForm.Meta.fields}
        shows = [code for code in codes or [] if code in known]
        given |= {"shows": shows, "number": chosen.number, "version": version(request)}
        set_screen(tournament, by=request.actor, action_id=action_id(request), **given)
        messages.success(request, _("The screen shows it now."))
        return redirect(_address(tournament, chosen.number))
    answer = render(request, "hall/director/page.html", _context(request, tournament, form, screens))
    answer.headers["Content-Security-Policy"] = f"{settings.CONTENT_SECURITY_POLICY}; frame-src 'self'"
    return answer


@gate("screen.steer", find.tournament)
def programmes(request: Request, tournament: Tournament) -> HttpResponse:
    """What a screen shows in each phase."""
    shows = {phase.value: request.POST.getlist(phase.value) for phase in Phase}
    screen = number(request, "screen") or 1
    given = {"programme": shows, "number": screen, "version": version(request)}
    set_programme(tournament, by=request.actor, action_id=action_id(request), **given)
    messages.success(request, _("The programme is saved."))
    return redirect(_address(tournament, screen, "#programme"))


@gate("screen.steer", find.tournament)
def screens(request: Request, tournament: Tournament) -> HttpResponse:
    """One more screen, or one less (`drop`)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if drop := number(request, "drop"):
        drop_screen(tournament, **act, number=drop)
        messages.success(request, _("The screen is taken away."))
        return redirect(_address(tournament, 1))
    added = add_screen(tournament, **act, name=request.POST.get("name", "")[:40])
    messages.success(request, _("The screen has an address of its own now."))
    return redirect(_address(tournament, added.receipt["number"], "#address"))


@gate("screen.steer", find.tournament)
def ceremony(request: Request, tournament: Tournament) -> HttpResponse:
    """The button says which step comes, so that a second tap skips nobody."""
    step = whole_number(request.POST.get("step", ""), MOST_ID)
    call_up(tournament, by=request.actor, action_id=action_id(request), step=step or 0)
    return redirect(f"{reverse('steering', args=[tournament.public_id])}#ceremony")


@gate("screen.steer", find.tournament)
def notices(request: Request, tournament: Tournament) -> HttpResponse:
    """Written, changed (`?notice=`) and taken away (`drop`)."""
    kept = list(Notice.objects.filter(tournament=tournament).order_by("number"))
    asked = whole_number(request.GET.get("notice", ""), MOST_ID)
    chosen = next((notice for notice in kept if notice.number == asked), None) or Notice(
        tournament=tournament, number=0
    )
    act = {"by": request.actor, "action_id": action_id(request)}
    here = redirect("notices", tournament_id=tournament.public_id)
    if request.method == "POST" and (drop := number(request, "drop")):
        drop_notice(tournament, **act, number=drop)
        messages.success(request, _("The notice is taken away."))
        return here
    seen = chosen.version if chosen.number else None
    form = NoticeForm(request.POST or None, request.FILES or None, instance=chosen)
    if request.method == "POST" and form.is_valid():
        try:
            picture = _picture(form)
        except Refused as refusal:
            form.add_error("picture", refusal.sentence)
        else:
            given = {"title": form.cleaned_data["title"], "words": form.cleaned_data["words"], "picture": picture}
            set_notice(tournament, **act, **given, number=chosen.number, version=version(request) if seen else None)
            messages.success(request, _("The notice can be shown now."))
            return here
    context = {"tournament": tournament, "notices": kept, "chosen": chosen, "form": form}
    answer = render(request, "hall/director/notices.html", context, status=422 if form.errors else 200)
    answer.headers["Content-Security-Policy"] = f"{settings.CONTENT_SECURITY_POLICY}; frame-src 'self'"
    return answer


def _picture(form: NoticeForm) -> str | None:
    upload = form.cleaned_data["picture"]
    if upload:
        return files.keep(as_photo(upload.file, upload.size))
    return "" if form.cleaned_data["remove"] else None


def _context(request: Request, tournament: Tournament, form: SteeringForm, every: list[Screen]) -> dict[str, object]:
    chosen, now, panels = form.instance, now_of(tournament), every_panel(tournament)
    seen = [directed(screen, now, panels) for screen in every]
    query = f"?screen={chosen.number}" if chosen.number > 1 else ""
    address = address_for_others(request, reverse("hall", args=[tournament.public_id]) + query)
    return {
        "tournament": tournament,
        "form": form,
        "stream": tournament.stream,
        "here": request.get_full_path(),
        "screens": seen,
        "directed": next(one for one in seen if one.screen is chosen),
        "may_add": len(every) < MOST_SCREENS,
        "address": address,
        "qr": qr_image(address),
        "panels": [(panel, panel.code in chosen.shows) for panel in panels],
        "programmes": [programme_of(chosen, phase, now, panels) for phase in Phase],
        "steps": list(enumerate(steps_of(tournament), 1)),
        "step": chosen.step,
        "next_step": chosen.step + 1,
    }
