"""Entering people: one by one, by a list that was pasted, by a file; a list is always looked at before it counts."""

import hashlib
import json
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import find, importing, lists, spreadsheets
from tournament.access import gate
from tournament.actions.imports import import_entries
from tournament.forms import EntryForm, split_name
from tournament.models import Entry, LogEntry, Person, Tournament
from tournament.models.events import EntryState
from tournament.names import full_name
from tournament.queries_entering import perhaps_twice
from tournament.views.requests import Request, action_id

OFFERED = 8  # of the address book, while somebody types
MEANINGS = {
    lists.NAME: gettext_lazy("whole name"),
    lists.GIVEN: gettext_lazy("first name"),
    lists.FAMILY: gettext_lazy("surname"),
    lists.NUMBER: gettext_lazy("start number"),
    lists.MINOR: gettext_lazy("under 16"),
    lists.HIDDEN: gettext_lazy("hide in public"),
    lists.PAID: gettext_lazy("paid"),
    lists.TEAM: gettext_lazy("team"),
    lists.CATEGORY: gettext_lazy("category"),
    lists.CLUB: gettext_lazy("club"),
    lists.KIN: gettext_lazy("family: not at one table"),
    lists.BOARD: gettext_lazy("boards within reach"),
    lists.NOTHING: gettext_lazy("leave out"),
}
LIKENESS = {
    "same": gettext_lazy("the same name as %(alike)s"),
    "exchanged": gettext_lazy("first name and surname exchanged: %(alike)s"),
    "spelling": gettext_lazy("spelled a little differently: %(alike)s"),
    "close": gettext_lazy("one letter apart from %(alike)s"),
}


@gate("entries.change", find.tournament)
def enter(request: Request, tournament: Tournament) -> HttpResponse:
    initial = {"name": request.GET.get("name", "")[:161]}
    form = EntryForm(request.POST or None, tournament=tournament, initial=initial)
    if request.method == "POST" and form.is_valid():
        alike = _alike(request, tournament, form)
        if alike is not None:
            return _enter_page(request, tournament, form, alike=alike)
        _enter_one(request, tournament, form)
        return redirect(f"{request.path}?state={_state(request)}")  # at the door one after the other is there
    return _enter_page(request, tournament, form, 422 if form.errors else 200)


def _alike(request: Request, tournament: Tournament, form: EntryForm) -> tuple[Entry, str, str] | None:
    """Somebody entered already who may be the same: asked about before the name is entered twice. Once it is said that it
    is somebody else, or where the same form has been taken before, nobody is asked."""
    if _entered_before(request, tournament):
        return None
    match = importing.entered(tournament).find(*split_name(form.cleaned_data["name"]))
    if match is None or match.kind == "close" or match.key.public_id == request.POST.get("other_than"):
        return None
    return match.key, full_name(match.key.person), LIKENESS[match.kind] % {"alike": importing.called(match.key)}


def _enter_page(
    request: Request, tournament: Tournament, form: EntryForm, status: int = 200, **more: Any
) -> HttpResponse:
    latest = Entry.objects.filter(tournament=tournament).select_related("person").order_by("-pk")[:5]
    shown = {
        "tournament": tournament,
        "form": form,
        "state": _state(request),
        "latest": [
            (entry.public_id, entry.number, full_name(entry.person), entry.get_state_display()) for entry in latest
        ],
        "count": tournament.entries.playing().count(),
        "twice": len(perhaps_twice(tournament)),
        **more,
    }
    return render(request, "tournament/enter/page.html", shown, status=status)


def form_key(request: Request) -> str | None:
    """The form's id and all that it says. What is made of it depends on who is there already, and so reads otherwise when
    the form comes a second time."""
    if action_id(request) is None:
        return None
    said = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:40]


def _entered_before(request: Request, tournament: Tournament) -> dict[str, Any] | None:
    """The receipt of the same form, sent before."""
    entry = LogEntry.objects.filter(stream=tournament.stream, action_id=form_key(request)).first()
    return entry.receipt if entry else None


def _enter_one(request: Request, tournament: Tournament, form: EntryForm) -> None:
    if _entered_before(request, tournament):
        return
    given, family = split_name(form.cleaned_data["name"])
    known = importing.known_person(tournament, given, family)
    one = {"given_name": given, "family_name": family, "number": None}
    one |= {name: form.cleaned_data[name] for name in ("is_minor", "is_hidden", "is_paid")}
    one |= {name: str(form.cleaned_data.get(name) or "") for name in ("team", "category")}
    one["person"] = known.public_id if known else ""
    done = import_entries(
        tournament,
        by=request.actor,
        action_id=form_key(request),
        people=[one],
        state=request.POST.get("state", EntryState.REGISTERED),
    )
    said = {"name": f"{given} {family}".strip(), "number": done.receipt["numbers"]}
    known_words = _("%(name)s is entered: number %(number)s, known to the club.")
    messages.success(request, (known_words if known else _("%(name)s is entered: number %(number)s.")) % said)


@gate("entries.change", find.tournament)
def known_people(request: Request, tournament: Tournament) -> HttpResponse:
    """Of the club's address book, those whom the typed letters fit; never the whole book."""
    words = request.GET.get("name", "")[:80].replace("\0", "").replace(",", " ").split()
    found: list[Person] = []
    if words and len("".join(words)) > 1:
        people = Person.objects.filter(club_id=tournament.club_id, merged_into=None)
        people = people.exclude(Q(entries__tournament=tournament) | Q(merged__entries__tournament=tournament))
        for word in words[:4]:
            people = people.filter(Q(given_name__istartswith=word) | Q(family_name__istartswith=word))
        found = list(people.order_by("family_name", "given_name")[:OFFERED])
    return render(request, "tournament/enter/known.html", {"names": sorted({full_name(person) for person in found})})


# Lists


@gate("entries.change", find.tournament)
def preview(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return redirect("enter", tournament_id=tournament.public_id)
    try:
        given = sent_list(request)
        sheet = _sheet(request, given)
    except lists.ListError as error:
        said = {"list_error": importing.sentence(error), "text": request.POST.get("text", "")}
        return _enter_page(request, tournament, EntryForm(tournament=tournament), 422, **said)
    found = importing.preview(tournament, sheet)
    if request.POST.get("do") == "enter":
        return _enter_all(request, tournament, found)
    return render(request, "tournament/enter/preview.html", _shown(request, tournament, given, found))


def sent_list(request: Request, sheet: str = "") -> dict[str, Any]:
    """The text, from the field or out of the file; and which of them it was. A spreadsheet becomes the text that would
    have been copied from it: from the sheet that is named, if there is one."""
    file: UploadedFile | None = request.FILES.get("file")  # type: ignore[assignment]
    if file is None:
        return {"text": request.POST.get("text", ""), "is_file": request.POST.get("is_file") == "1"}
    if file.size is None or file.size > importing.MOST_BYTES:
        raise lists.ListError("too_big")
    content = file.read()
    if spreadsheets.is_spreadsheet(content):
        found = spreadsheets.read_sheet(content, request.POST.get("sheet", sheet))
        return {"text": found.text, "is_file": False, "sheet": found}
    return {"text": lists.decode(content), "is_file": True}


def _sheet(request: Request, given: dict[str, Any]) -> lists.Sheet:
    """As it is guessed, or as the columns were put right."""
    columns = request.POST.getlist("column")
    is_right = bool(columns) and set(columns) <= set(lists.COLUMNS)
    head = request.POST.get("head") == "1" if is_right else None
    return lists.read(given["text"], is_file=given["is_file"], columns=columns if is_right else (), has_head=head)


def _shown(request: Request, tournament: Tournament, given: dict[str, Any], found: importing.Preview) -> dict[str, Any]:
    columns = [
        (at, meaning, found.sheet.head.cells[at - 1] if found.sheet.head else "", _examples(found.sheet, at - 1))
        for at, meaning in enumerate(found.sheet.columns, 1)
    ]
    return {
        "tournament": tournament,
        **given,
        "found": found,
        "asked": [(line, LIKENESS[line.likeness] % {"alike": line.alike}) for line in found.asked],
        "near": [(line, LIKENESS[line.nearness] % {"alike": line.nearly}) for line in found.near],
        "columns": columns,
        "meanings": list(MEANINGS.items()),
        "state": _state(request),
        "count": len(found.chosen(line.line for line in found.lines if line.is_taken_at_first)),
    }


def _examples(sheet: lists.Sheet, at: int) -> str:
    return ", ".join(row.cells[at] for row in sheet.rows[:3] if row.cells[at])[:60]


def _state(request: Request) -> str:
    asked = request.POST.get("state") or request.GET.get("state", "")
    return asked if asked in (EntryState.PRESENT, EntryState.WAITING) else EntryState.REGISTERED.value


def _enter_all(request: Request, tournament: Tournament, found: importing.Preview) -> HttpResponse:
    chosen = found.chosen(_lines(request, "take"), _lines(request, "known"))
    before = _entered_before(request, tournament)
    if before:
        return _told(request, tournament, before, 0)
    done = import_entries(
        tournament,
        by=request.actor,
        action_id=form_key(request),
        people=importing.as_people(chosen),
        state=_state(request),
    )
    return _told(request, tournament, done.receipt, len(found.lines) - len(chosen))


def _lines(request: Request, name: str) -> list[int]:
    """The lines that were ticked."""
    return [int(line) for line in request.POST.getlist(name) if line.isascii() and line.isdigit() and len(line) < 7]


def _told(request: Request, tournament: Tournament, receipt: dict[str, Any], left: int) -> HttpResponse:
    messages.success(
        request,
        _("Entered: %(count)d players, numbers %(numbers)s.")
        % {"count": receipt["count"], "numbers": receipt["numbers"]},
    )
    if left:
        messages.info(request, _("Lines left out: %(n)d.") % {"n": left})
    return redirect("check_in", tournament_id=tournament.public_id)
