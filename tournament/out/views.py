"""The data page: export lists and the document, import a tournament, and the state of the backups."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.core import clock, find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id
from tournament.models import Club, Job, Tournament
from tournament.models.jobs import OPEN_STATES
from tournament.out import lists as exports
from tournament.out.backup import keeping
from tournament.out.backup.actions import order_backup
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.out.tournament_file.anonymous import without_names
from tournament.out.tournament_file.reading import LARGEST


@gate("data.export", find.tournament)
def data(request: Request, tournament: Tournament) -> HttpResponse:
    lists = [(code, each) for code, each in exports.LISTS.items()]
    context = {"tournament": tournament, "lists": lists, "backup": None if settings.ON_SERVER else _backup()}
    return render(request, "out/page.html", context)


def _backup() -> dict[str, Any]:
    last, place = keeping.latest(), settings.BACKUP_SECOND
    return {
        "last": last,
        "proven": last.outcome.get("proven") if last else None,
        "differing": keeping.differences_in(last),
        "is_late": last is None or last.ended_at is None or clock.now() - last.ended_at > keeping.LATE,
        "is_unproven": _is_unproven(last),
        "is_being_made": Job.objects.filter(kind=keeping.KIND, state__in=OPEN_STATES).exists(),
        "place": settings.BACKUP_DIR,
        "second": place,
        "trouble": last.outcome["second"] if last and last.outcome["second"] not in ("", "kept") else "",
        "is_second_kept": bool(last and last.outcome["second"] == "kept"),
    }


def _is_unproven(last: Job | None) -> bool:
    """Nothing in it was compared with a log: by an older version, or there was no time."""
    proven = last.outcome.get("proven") if last else None
    return proven is None or (proven["of"] > 0 and not proven["checked"])


@gate("data.export", find.tournament)
def lists(request: Request, tournament: Tournament) -> HttpResponse:
    """Download a list: `?list=…&as=csv` or xlsx, else all lists in one XLSX. `&names=public`: with public names."""
    code, kind = request.GET.get("list", ""), request.GET.get("as", "all")
    if kind == "all":
        code, kind = "", exports.XLSX
    elif code not in exports.LISTS or kind not in exports.KINDS:
        raise Http404
    reader = exports.eyes(request.actor, is_for_all=request.GET.get("names") == "public")
    what = str(exports.LISTS[code].title) if code else _("All lists")
    content = exports.file(tournament, code, kind, reader)
    return _download(content, exports.content_type(kind), f"{exports.stem(tournament)}-{slugify(what)}.{kind}")


@gate("data.export", find.tournament)
def document(request: Request, tournament: Tournament) -> HttpResponse:
    """Download the document of the tournament; `?names=none`: anonymised."""
    content, stem = writing.document(tournament), exports.stem(tournament)
    if request.GET.get("names") == "none":
        content, stem = without_names(content), "tournament-without-names"
    return _download(writing.text(content).encode(), "application/json", f"{stem}.json")


def _download(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)


@gate("data.export", find.tournament)
def backup(request: Request, tournament: Tournament) -> HttpResponse:
    order_backup(tournament, by=request.actor, action_id=action_id(request))
    messages.success(request, _("A backup is being made. This page shows it in a moment."))
    return redirect("data", tournament_id=tournament.public_id)


@gate("tournament.create", find.club)
def taking_in(request: Request, club: Club) -> HttpResponse:
    """Import a tournament from a document, exported here or by another installation."""
    error = ""
    if request.method == "POST":
        try:
            done = take_in(club, by=request.actor, raw=_uploaded(request), action_id=action_id(request))
        except Refused as refusal:
            error = str(refusal)
        else:
            messages.success(request, _("The tournament is here, with all that was done in it."))
            if before := done.receipt["club_before"]:
                words = _("It was a tournament of %(before)s and now is one of %(club)s. Nothing else is changed.")
                messages.warning(request, words % {"before": before, "club": club.name})
            return redirect("desk_tournament", tournament_id=done.receipt["id"])
    context = {"club": club, "error": error}
    return render(request, "out/take_in.html", context, status=422 if error else 200)


def _uploaded(request: Request) -> bytes:
    file = request.FILES.get("file")
    if file is None:
        raise Refused("no_file", _("Choose a file first."))
    return bytes(file.read(LARGEST + 1))  # one byte more than allowed, so that `reading` refuses it as too large
