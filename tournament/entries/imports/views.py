"""Enter people one by one, from a pasted list, or from a file. A list is always previewed first."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as translated

from tournament.core import find
from tournament.core.access import gate
from tournament.core.forms import EntryForm
from tournament.core.pages.requests import Request
from tournament.core.person_names import split_name
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.entries import address_book
from tournament.entries.fields import IN_LISTS
from tournament.entries.imports import heads, reading
from tournament.entries.imports import text as lists
from tournament.entries.imports.actions import import_entries
from tournament.entries.imports.lines import Doubt
from tournament.entries.imports.uploads import form_key, sent_list
from tournament.entries.signup.queries import perhaps_twice
from tournament.models import Entry, LogEntry, Person, Tournament
from tournament.models.events import EntryState
from tournament.people.names import full_name
from tournament.rounds.queries import now

OFFERED = 8  # at most this many people of the address book are suggested
MEANINGS = {
    lists.NAME: gettext_lazy("whole name"),
    **{field.column: translated(field.meaning) for field in IN_LISTS},
    lists.BORN: gettext_lazy("year or day of birth, age: under 16"),
    lists.NOTHING: gettext_lazy("leave out"),
}
DOUBTS = {
    Doubt.NUMBERS: gettext_lazy("there are digits in the name"),
    Doubt.SENTENCE: gettext_lazy("this reads like a sentence"),
}
LIKENESS = {
    "same": gettext_lazy("the same name as %(alike)s"),
    "exchanged": gettext_lazy("first name and surname exchanged: %(alike)s"),
    "spelling": gettext_lazy("spelled a little differently: %(alike)s"),
    "close": gettext_lazy("one letter apart from %(alike)s"),
}


LIST = "list"  # in the session: the list that is being looked at


@gate("entries.change", find.tournament)
def enter(request: Request, tournament: Tournament) -> HttpResponse:
    initial = {"name": request.GET.get("name", "")[:161], "is_minor": tournament.is_for_minors}
    form = EntryForm(request.POST or None, tournament=tournament, initial=initial)
    if request.method == "POST" and form.is_valid():
        alike = _alike(request, tournament, form)
        if alike is not None:
            return _enter_page(request, tournament, form, alike=alike)
        _enter_one(request, tournament, form)
        return redirect(f"{request.path}?state={_state(request)}")  # keeps the state for the next person
    return _enter_page(request, tournament, form, 422 if form.errors else 200)


def _alike(request: Request, tournament: Tournament, form: EntryForm) -> tuple[Entry, str, str] | None:
    """Somebody already entered who may be the same person, so that the page asks. None if the user said that it is somebody
    else, or if the same form was processed before."""
    if _entered_before(request, tournament):
        return None
    match = reading.entered(tournament).find(*split_name(form.cleaned_data["name"]))
    if match is None or match.kind == "close" or match.key.public_id == request.POST.get("other_than"):
        return None
    return match.key, full_name(match.key.person), LIKENESS[match.kind] % {"alike": reading.called(match.key)}


def _enter_page(
    request: Request, tournament: Tournament, form: EntryForm, status: int = 200, **more: Any
) -> HttpResponse:
    latest = Entry.objects.filter(tournament=tournament).select_related("person").order_by("-pk")[:5]
    context = {
        "tournament": tournament,
        "form": form,
        "state": _state(request),
        "text": _kept_text(request, tournament),
        "latest": [
            (entry.public_id, entry.number, full_name(entry.person), entry.get_state_display()) for entry in latest
        ],
        "count": now(tournament).heads.playing,
        "twice": len(perhaps_twice(tournament)),
        **more,
    }
    return render(request, "entries/enter/page.html", context, status=status)


def _entered_before(request: Request, tournament: Tournament) -> dict[str, Any] | None:
    """The receipt, if the same form was processed before."""
    entry = LogEntry.objects.filter(stream=tournament.stream, action_id=form_key(request)).first()
    return entry.receipt if entry else None


def _enter_one(request: Request, tournament: Tournament, form: EntryForm) -> None:
    if _entered_before(request, tournament):
        return
    given, family = split_name(form.cleaned_data["name"])
    known = address_book.known_person(request.actor, tournament, given, family)
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
    words = {"name": f"{given} {family}".strip(), "number": done.receipt["numbers"]}
    known_words = _("%(name)s is entered: number %(number)s, known to the club.")
    messages.success(request, (known_words if known else _("%(name)s is entered: number %(number)s.")) % words)


@gate("entries.change", find.tournament)
def known_people(request: Request, tournament: Tournament) -> HttpResponse:
    """Suggest people of the club who match the typed letters; never all of them."""
    words = request.GET.get("name", "")[:80].replace("\0", "").replace(",", " ").split()
    matches: list[Person] = []
    if words and len("".join(words)) > 1:
        matches = list(address_book.suggested(request.actor, tournament, words[:4])[:OFFERED])
    return render(request, "entries/enter/known.html", {"names": sorted({full_name(person) for person in matches})})


# Lists


def _kept_text(request: Request, tournament: Tournament) -> str:
    """Of a pasted list that was looked at and not entered yet."""
    kept = request.session.get(LIST, {})
    is_here = kept.get("tournament") == tournament.public_id and not kept["given"].get("is_file")
    return str(kept["given"]["text"]) if is_here and "sheet" not in kept["given"] else ""


@gate("entries.change", find.tournament)
def preview(request: Request, tournament: Tournament) -> HttpResponse:
    """A list that was sent is kept in the session while it is looked at: going back in the browser sends nothing twice."""
    kept = request.session.get(LIST, {})
    if request.method != "POST":
        if kept.get("tournament") != tournament.public_id:
            return redirect("enter", tournament_id=tournament.public_id)
        sheet = _sheet(kept["given"], kept["columns"], has_head=kept["has_head"])
        people = reading.preview(request.actor, tournament, sheet)
        return render(request, "entries/enter/preview.html", _preview_context(kept, tournament, people))
    try:
        given = sent_list(request)
        columns, has_head = request.POST.getlist("column"), request.POST.get("head") == "1"
        sheet = _sheet(given, columns, has_head=has_head)
    except lists.ListError as error:
        more = {"list_error": reading.sentence(error), "text": request.POST.get("text", "")}
        return _enter_page(
            request,
            tournament,
            EntryForm(tournament=tournament, initial={"is_minor": tournament.is_for_minors}),
            422,
            **more,
        )
    if request.POST.get("do") == "enter":
        request.session.pop(LIST, None)
        return _enter_all(request, tournament, reading.preview(request.actor, tournament, sheet))
    if chosen := given.pop("sheet", None):
        given |= {"sheet": {"name": chosen.name, "names": list(chosen.names)}}
    read = {"given": given, "columns": columns, "has_head": has_head, "state": _state(request)}
    request.session[LIST] = {"tournament": tournament.public_id, **read}
    return redirect("import", tournament.public_id)


def _sheet(given: dict[str, Any], columns: list[str], *, has_head: bool) -> lists.Sheet:
    """Parse the list with the columns that the user corrected, or with guessed ones."""
    is_right = bool(columns) and set(columns) <= set(lists.COLUMNS)
    head = has_head if is_right else None
    chosen = columns if is_right else ()
    return lists.read(given["text"], is_file=given["is_file"], columns=chosen, has_head=head, known=heads.of_people())


def _preview_context(kept: dict[str, Any], tournament: Tournament, people: reading.Preview) -> dict[str, Any]:
    columns = [
        (at, meaning, people.sheet.head.cells[at - 1] if people.sheet.head else "", _examples(people.sheet, at - 1))
        for at, meaning in enumerate(people.sheet.columns, 1)
    ]
    return {
        "tournament": tournament,
        **kept["given"],
        "found": people,
        "asked": [(line, _question(line)) for line in people.asked],
        "near": [(line, LIKENESS[line.nearness] % {"alike": line.nearly}) for line in people.near],
        "columns": columns,
        "meanings": list(MEANINGS.items()),
        "state": kept["state"],
        "count": len(people.chosen(line.line for line in people.lines if line.is_taken_at_first)),
    }


def _question(line: reading.ImportLine) -> str:
    """What somebody has to look at before the line is entered."""
    likeness = LIKENESS[line.likeness] % {"alike": line.alike} if line.likeness else ""
    return ", ".join(str(words) for words in (DOUBTS.get(line.doubt), likeness) if words)


def _examples(sheet: lists.Sheet, at: int) -> str:
    return ", ".join(row.cells[at] for row in sheet.rows[:3] if row.cells[at])[:60]


def _state(request: Request) -> str:
    state = request.POST.get("state") or request.GET.get("state", "")
    return state if state in (EntryState.PRESENT, EntryState.WAITING) else EntryState.REGISTERED.value


def _enter_all(request: Request, tournament: Tournament, people: reading.Preview) -> HttpResponse:
    chosen = people.chosen(_ticked_lines(request, "take"), _ticked_lines(request, "known"))
    before = _entered_before(request, tournament)
    if before:
        return _report(request, tournament, before, 0)
    done = import_entries(
        tournament,
        by=request.actor,
        action_id=form_key(request),
        people=reading.as_people(chosen),
        state=_state(request),
    )
    return _report(request, tournament, done.receipt, len(people.lines) - len(chosen))


def _ticked_lines(request: Request, name: str) -> list[int]:
    return [line for text in request.POST.getlist(name) if (line := whole_number(text, MOST_ID)) is not None]


def _report(request: Request, tournament: Tournament, receipt: dict[str, Any], left: int) -> HttpResponse:
    messages.success(
        request,
        _("Entered: %(count)d players, numbers %(numbers)s.")
        % {"count": receipt["count"], "numbers": receipt["numbers"]},
    )
    if left:
        messages.info(request, _("Lines left out: %(n)d.") % {"n": left})
    return redirect("check_in", tournament_id=tournament.public_id)
