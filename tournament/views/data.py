"""What goes out and comes in: lists, a whole tournament as a document, the state of the backups."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament import exports, find, steady
from tournament.access import gate
from tournament.actions.data import order_backup
from tournament.actions.documents import take_in
from tournament.backup import keeping
from tournament.document import writing
from tournament.document.anonymous import without_names
from tournament.document.reading import LARGEST
from tournament.errors import Refused
from tournament.models import Club, Job, Tournament
from tournament.models.jobs import OPEN_STATES
from tournament.views.requests import Request, action_id


@gate("data.export", find.tournament)
def data(request: Request, tournament: Tournament) -> HttpResponse:
    lists = [(code, each) for code, each in exports.LISTS.items()]
    shown = {"tournament": tournament, "lists": lists, "backup": None if settings.ON_SERVER else _backup()}
    return render(request, "tournament/inout/page.html", shown)


def _backup() -> dict[str, Any]:
    last, place = keeping.latest(), settings.BACKUP_SECOND
    return {
        "last": last,
        "is_late": last is None or steady.now() - last.ended_at > keeping.LATE,
        "is_being_made": Job.objects.filter(kind=keeping.KIND, state__in=OPEN_STATES).exists(),
        "place": settings.BACKUP_DIR,
        "second": place,
        "trouble": last.result["second"] if last and last.result["second"] not in ("", "kept") else "",
        "is_second_kept": bool(last and last.result["second"] == "kept"),
    }


@gate("data.export", find.tournament)
def lists(request: Request, tournament: Tournament) -> HttpResponse:
    """`?list=…&as=csv` or xlsx; else all in one spreadsheet. `&names=public` for what is to be published."""
    code, kind = request.GET.get("list", ""), request.GET.get("as", "all")
    if kind == "all":
        code, kind = "", exports.XLSX
    elif code not in exports.LISTS or kind not in exports.KINDS:
        raise Http404
    reader = exports.eyes(request.actor, is_for_all=request.GET.get("names") == "public")
    what = str(exports.LISTS[code].title) if code else _("All lists")
    content = exports.file(tournament, code, kind, reader)
    return _download(content, exports.KINDS[kind], f"{_stem(tournament)}-{slugify(what)}.{kind}")


@gate("data.export", find.tournament)
def document(request: Request, tournament: Tournament) -> HttpResponse:
    """Everything but secrets; `?names=none` without anybody in it."""
    content, stem = writing.document(tournament), _stem(tournament)
    if request.GET.get("names") == "none":
        content, stem = without_names(content), "tournament-without-names"
    return _download(writing.text(content).encode(), "application/json", f"{stem}.json")


def _stem(tournament: Tournament) -> str:
    return f"{tournament.played_on.isoformat()}-{slugify(tournament.name) or tournament.public_id}"


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
    """A tournament from a file that this program wrote, here or elsewhere."""
    error = ""
    if request.method == "POST":
        try:
            done = take_in(club, by=request.actor, raw=_uploaded(request), action_id=action_id(request))
        except Refused as refusal:
            error = str(refusal)
        else:
            messages.success(request, _("The tournament is here, with all that was done in it."))
            return redirect("desk_tournament", tournament_id=done.receipt["id"])
    shown = {"club": club, "error": error}
    return render(request, "tournament/inout/take_in.html", shown, status=422 if error else 200)


def _uploaded(request: Request) -> bytes:
    file: UploadedFile | None = request.FILES.get("file")  # type: ignore[assignment]
    if file is None:
        raise Refused("no_file", _("Choose a file first."))
    return file.read(LARGEST + 1)  # one more than is taken, so that reading it says so
