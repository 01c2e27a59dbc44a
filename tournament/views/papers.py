"""Papers: choose one, have it made, look at it, print it; and how the club's paper looks."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import files, find, jobs
from tournament.access import gate, may, require
from tournament.actions.papers import change_letterhead, order_paper
from tournament.documents.forms import LetterheadForm, PaperForm
from tournament.documents.making import KIND
from tournament.documents.moment import needed
from tournament.documents.printing import warm_up
from tournament.documents.registry import DOCUMENTS, HALL, PEOPLE, RECORDS, RESULTS, SIGNS, TABLES, Choices, Document
from tournament.errors import Refused
from tournament.models import Club, Job, Letterhead, Tournament
from tournament.models.jobs import JobState
from tournament.pictures import as_logo
from tournament.views.requests import Request, action_id, address_for_others, version

GROUPS = (
    (PEOPLE, gettext_lazy("For the entrance")),
    (HALL, gettext_lazy("For the wall")),
    (TABLES, gettext_lazy("For the tables")),
    (RESULTS, gettext_lazy("Results")),
    (SIGNS, gettext_lazy("Signs")),
    (RECORDS, gettext_lazy("To put away")),
)


class Group(NamedTuple):
    code: str
    title: Any
    cards: list[dict[str, Any]]
    is_open: bool = True


PERMITTED = {"log": "log.see"}  # who may not see a thing on the screen may not print it


@gate("papers.make", find.tournament)
def papers(request: Request, tournament: Tournament) -> HttpResponse:
    """What is needed now on top, everything else folded by groups; or what somebody looks for (`q`). `at`: the paper whose
    group is open. The press warms up meanwhile."""
    warm_up()
    shelf, words = _Shelf(request, tournament), request.GET.get("q", "")[:80].casefold().split()
    at = request.GET.get("at", "")
    allowed = [document for document in DOCUMENTS.values() if _may_print(request, document, tournament)]
    first = {} if words else {code: shelf.card(DOCUMENTS[code]) for code in needed(tournament)}
    groups = []
    for group, title in GROUPS:
        own = [one for one in allowed if one.group == group and one.code not in first and _is_meant(one, words)]
        if own:
            is_open = bool(words) or any(one.code == at for one in own)
            groups.append(Group(group, title, [shelf.card(one) for one in own], is_open))
    shown = {
        "tournament": tournament,
        "now": list(first.values()),
        "groups": groups,
        "q": request.GET.get("q", "")[:80],
    }
    return render(request, "tournament/papers/page.html", shown)


def _is_meant(document: Document, words: list[str]) -> bool:
    said = f"{document.title} {document.holds}".casefold()
    return all(word in said for word in words)


def _may_print(request: Request, document: Document, tournament: Tournament) -> bool:
    return may(request.actor, PERMITTED.get(document.code, "papers.make"), tournament)


class _Shelf:
    """What the cards of a page share: the choices, the papers made last."""

    def __init__(self, request: Request, tournament: Tournament) -> None:
        self.request, self.tournament = request, tournament
        self.known: dict[Callable[[Tournament], Choices], Choices] = {}
        self.last: dict[str, Job] = {}
        for row in tournament.jobs.filter(kind=KIND).order_by("-created_at")[:200]:
            self.last.setdefault(row.args["code"], row)

    def choices(self, document: Document) -> Choices:
        if document.of is None:
            return ()
        if document.of not in self.known:
            self.known[document.of] = document.of(self.tournament)
        return self.known[document.of]

    def form(self, document: Document, data: Any = None) -> PaperForm:
        usual = {"options": document.usual(self.tournament)} if document.usual else None
        before = self.last[document.code].args if document.code in self.last else usual
        advice = document.advice(self.tournament) if document.advice and data else ""
        return PaperForm(document, self.choices(document), data, before=before, advice=advice)

    def card(self, document: Document, form: PaperForm | None = None, job: Job | None = None) -> dict[str, Any]:
        return {
            "document": document,
            "form": form or self.form(document),
            "job": job or self.last.get(document.code),
            "is_possible": document.of is None or bool(self.choices(document)),
            "tournament": self.tournament,
        }


@gate("papers.make", find.tournament)
def order(request: Request, tournament: Tournament) -> HttpResponse:
    document = DOCUMENTS.get(request.POST.get("code", ""))
    if document is None:
        raise Refused("no_such_paper", _("There is no such paper."))
    require(request.actor, PERMITTED.get(document.code, "papers.make"), tournament)
    shelf = _Shelf(request, tournament)
    form = shelf.form(document, request.POST)
    if not form.is_valid():
        return _card(request, shelf.card(document, form), 422)
    done = order_paper(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        is_sample="sample" in request.POST,
        origin=address_for_others(request, "/").removesuffix("/"),
        **form.wanted(),
    )
    row = Job.objects.select_related("tournament").get(pk=done.receipt["job"])
    if document.is_quick or row.args["is_sample"]:
        _at_once(row)
    return _card(request, shelf.card(document, form, row), 200)


def _at_once(row: Job) -> None:
    """A page or a few are made here and now, unless a worker was quicker."""
    task = jobs.claim(row.pk)
    if task is not None:
        jobs.run(task)
    row.refresh_from_db()


def _card(request: Request, card: dict[str, Any], status: int) -> HttpResponse:
    if request.htmx:
        return render(request, "tournament/papers/card.html", {"card": card}, status=status)
    if status == 200:
        home = reverse("papers", args=[card["tournament"].public_id])
        code = card["document"].code
        return redirect(f"{home}?at={code}#paper-{code}")
    groups = [Group(card["document"].group, card["document"].title, [card])]
    shown = {"tournament": card["tournament"], "groups": groups}
    return render(request, "tournament/papers/page.html", shown, status=status)


@gate("papers.make", find.job)
def job(request: Request, job: Job) -> HttpResponse:
    return _job_part(request, job) if request.htmx else render(request, "tournament/job.html", _shown(job))


def _shown(job: Job) -> dict[str, Any]:
    document = DOCUMENTS.get(job.args.get("code", ""))
    return {"job": job, "title": document.title if document else _("Paper")}


@gate("papers.make", find.job)
def cancel(request: Request, job: Job) -> HttpResponse:
    jobs.cancel(job)
    return _again(request, job)


@gate("papers.make", find.job)
def retry(request: Request, job: Job) -> HttpResponse:
    jobs.retry(job)
    return _again(request, job)


def _again(request: Request, job: Job) -> HttpResponse:
    job.refresh_from_db()
    return _job_part(request, job) if request.htmx else redirect("job", job_id=job.pk)


def _job_part(request: Request, job: Job) -> HttpResponse:
    return render(request, "tournament/job_part.html", _shown(job))


@gate("papers.make", find.job)
def download(request: Request, job: Job) -> HttpResponse:
    response = HttpResponse(_kept(request, job, "file"), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{job.result["name"]}"'
    return response


@gate("papers.make", find.job)
def picture(request: Request, job: Job) -> HttpResponse:
    """The first page, to be looked at before it is printed."""
    return HttpResponse(_kept(request, job, "picture"), content_type="image/png")


def _kept(request: Request, job: Job, what: str) -> bytes:
    needs = PERMITTED.get(job.args.get("code", ""))
    if job.state != JobState.DONE or not job.result or (needs and not may(request.actor, needs, job.tournament)):
        raise Http404
    try:
        return files.read(job.result[what])
    except (FileNotFoundError, KeyError):
        raise Http404 from None


@gate("letterhead.change", find.club)
def letterhead(request: Request, club: Club) -> HttpResponse:
    """Logo and colour for everything that the club prints."""
    head = Letterhead.objects.filter(club=club).first() or Letterhead(club=club)
    form = LetterheadForm(request.POST or None, request.FILES or None, initial={"colour": head.colour})
    if request.method == "POST" and form.is_valid():
        try:
            logo = _new_logo(form)
        except Refused as refusal:
            form.add_error("logo", refusal.sentence)
        else:
            wanted = {"colour": form.cleaned_data["colour"], "logo": logo, "version": version(request)}
            change_letterhead(club, by=request.actor, action_id=action_id(request), **wanted)
            messages.success(request, _("Saved."))
            return redirect("letterhead", club_id=club.public_id)
    status = 422 if form.errors else 200
    return render(
        request, "tournament/papers/letterhead.html", {"club": club, "head": head, "form": form}, status=status
    )


def _new_logo(form: LetterheadForm) -> str | None:
    upload = form.cleaned_data["logo"]
    if upload:
        return files.keep(as_logo(upload.file, upload.size))
    return "" if form.cleaned_data["remove"] else None


@gate("letterhead.change", find.club)
def logo(request: Request, club: Club) -> HttpResponse:
    head = Letterhead.objects.filter(club=club).exclude(logo="").first()
    if head is None:
        raise Http404
    return HttpResponse(files.read(head.logo), content_type="image/png")
