"""The pages to choose, make, preview and print documents."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import files, find, jobs
from tournament.core.access import gate, may, require
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, address_for_others
from tournament.models import Job, Tournament
from tournament.models.jobs import JobState
from tournament.paper.actions import order_paper
from tournament.paper.browser import body_of, style_of
from tournament.paper.forms import PaperForm
from tournament.paper.making import KIND, files_of, is_kept_from, order_of
from tournament.paper.needed_now import needed
from tournament.paper.printing import warm_up
from tournament.paper.registry import DOCUMENTS, HALL, PEOPLE, RECORDS, RESULTS, SIGNS, TABLES, Choices, Document

GROUPS = (
    (PEOPLE, gettext_lazy("For the entrance")),
    (HALL, gettext_lazy("For the wall")),
    (TABLES, gettext_lazy("For the tables")),
    (RESULTS, gettext_lazy("Results")),
    (SIGNS, gettext_lazy("Signs")),
    (RECORDS, gettext_lazy("For your records")),
)


class Group(NamedTuple):
    code: str
    title: Any
    cards: list[dict[str, Any]]
    is_open: bool = True


@gate("papers.make", find.tournament)
def papers(request: Request, tournament: Tournament) -> HttpResponse:
    """The documents needed now on top, all others in folded groups; or the results of a search (`q`). `at`: the document whose
    group is open, `of`: which of its choices. The press is started meanwhile."""
    warm_up()
    shelf, words = _Shelf(request, tournament), request.GET.get("q", "")[:80].casefold().split()
    at = request.GET.get("at", "")
    allowed = [document for document in DOCUMENTS.values() if _may_print(request, document, tournament)]
    first = {} if words else {code: shelf.card(DOCUMENTS[code]) for code in needed(tournament)}
    groups = []
    for group, title in GROUPS:
        own = [one for one in allowed if one.group == group and one.code not in first and _matches(one, words)]
        if own:
            is_open = bool(words) or any(one.code == at for one in own)
            groups.append(Group(group, title, [shelf.card(one) for one in own], is_open))
    context = {
        "tournament": tournament,
        "now": list(first.values()),
        "groups": groups,
        "q": request.GET.get("q", "")[:80],
    }
    return render(request, "paper/page.html", context)


def _matches(document: Document, words: list[str]) -> bool:
    text = f"{document.title} {document.holds}".casefold()
    return all(word in text for word in words)


def _may_print(request: Request, document: Document, tournament: Tournament) -> bool:
    return may(request.actor, document.needs, tournament)


class _Shelf:
    """Data that the cards of a page share: the choices, and the latest job of each document."""

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
        asked = self.request.GET
        chosen = asked.get("of", "")[:40] if asked.get("at") == document.code else ""
        return PaperForm(document, self.choices(document), data, before=before, advice=advice, chosen=chosen)

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
    require(request.actor, document.needs, tournament)
    shelf = _Shelf(request, tournament)
    form = shelf.form(document, request.POST)
    if not form.is_valid():
        return _card(request, shelf.card(document, form), 422)
    if "browser" in request.POST:
        return _to_sheets(request, tournament)
    done = order_paper(
        tournament,
        by=request.actor,
        action_id=action_id(request),
        is_sample="sample" in request.POST,
        origin=address_for_others(request, "/").removesuffix("/"),
        **form.arguments(),
    )
    row = Job.objects.select_related("tournament").get(pk=done.receipt["job"])
    if document.is_quick or row.args["is_sample"]:
        _run_now(row)
    return _card(request, shelf.card(document, form, row), 200)


def _to_sheets(request: Request, tournament: Tournament) -> HttpResponse:
    """On to the page that the browser prints, with what was chosen in its address."""
    chosen = {name: value for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "browser")}
    address = f"{reverse('paper_sheets', args=[tournament.public_id])}?{urlencode(chosen)}"
    return HttpResponse(status=204, headers={"HX-Redirect": address}) if request.htmx else redirect(address)


@gate("papers.make", find.tournament)
def sheets(request: Request, tournament: Tournament) -> HttpResponse:
    """A document as a page that the browser prints: nothing is stored, and the press is not needed."""
    back = reverse("papers", args=[tournament.public_id])
    document = DOCUMENTS.get(request.GET.get("code", ""))
    if document is None:
        return redirect(back)
    require(request.actor, document.needs, tournament)
    shelf = _Shelf(request, tournament)
    form = shelf.form(document, request.GET)
    if not form.is_valid():
        return _card(request, shelf.card(document, form), 422)
    args = {**form.arguments(), "origin": address_for_others(request, "/").removesuffix("/")}
    asked = order_of({**args, "tournament": tournament.public_id})
    with translation.override(asked.language):
        pack = document.build(asked)
        shown = {"order": asked, "title": document.title, "back": f"{back}?at={document.code}#paper-{document.code}"}
        files_in_it = {**files_of(asked), **pack.files}
        body = body_of(pack, files_in_it)
        shown |= {"style": style_of(body, files_in_it), "body": body}
        answer = render(request, "paper/sheets.html", shown)
    policy = settings.CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    answer.headers["Content-Security-Policy"] = policy  # sizes stand in the drawing; the only script is ours
    return answer


def _run_now(row: Job) -> None:
    """Run the job within the request, unless a worker has already claimed it."""
    task = jobs.claim(row.pk)
    if task is not None:
        jobs.run(task)
    row.refresh_from_db()


def _card(request: Request, card: dict[str, Any], status: int) -> HttpResponse:
    if request.htmx:
        return render(request, "paper/card.html", {"card": card}, status=status)
    if status == 200:
        home = reverse("papers", args=[card["tournament"].public_id])
        code = card["document"].code
        return redirect(f"{home}?at={code}#paper-{code}")
    groups = [Group(card["document"].group, card["document"].title, [card])]
    context = {"tournament": card["tournament"], "groups": groups}
    return render(request, "paper/page.html", context, status=status)


def _require_shown(request: Request, job: Job) -> None:
    """Whoever may not see what it makes does not learn of it, and does not stop or repeat it."""
    if is_kept_from(request.actor, job):
        raise Http404


@gate("papers.make", find.job)
def job(request: Request, job: Job) -> HttpResponse:
    _require_shown(request, job)
    return _job_part(request, job) if request.htmx else render(request, "paper/job.html", _job_context(job))


def _job_context(job: Job) -> dict[str, Any]:
    document = DOCUMENTS.get(job.args.get("code", ""))
    return {"job": job, "title": document.title if document else _("Paper")}


@gate("papers.make", find.job)
def cancel(request: Request, job: Job) -> HttpResponse:
    _require_shown(request, job)
    jobs.cancel(job)
    return _answer(request, job)


@gate("papers.make", find.job)
def retry(request: Request, job: Job) -> HttpResponse:
    _require_shown(request, job)
    jobs.retry(job)
    return _answer(request, job)


def _answer(request: Request, job: Job) -> HttpResponse:
    job.refresh_from_db()
    return _job_part(request, job) if request.htmx else redirect("job", job_id=job.pk)


def _job_part(request: Request, job: Job) -> HttpResponse:
    return render(request, "paper/job_part.html", _job_context(job))


@gate("papers.make", find.job)
def download(request: Request, job: Job) -> HttpResponse:
    response = HttpResponse(_stored_file(request, job, "file"), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{job.outcome["name"]}"'
    return response


@gate("papers.make", find.job)
def picture(request: Request, job: Job) -> HttpResponse:
    """A preview of the first page."""
    return HttpResponse(_stored_file(request, job, "picture"), content_type="image/png")


def _stored_file(request: Request, job: Job, what: str) -> bytes:
    _require_shown(request, job)
    if job.state != JobState.DONE or not job.result:
        raise Http404
    try:
        return files.read(job.result[what])
    except (FileNotFoundError, KeyError):
        raise Http404 from None
