"""Documents, made in the background: what there is, ask for one, watch it, fetch it; and the log."""

from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import files, find, jobs, story
from tournament.access import may
from tournament.actions.papers import order_paper
from tournament.api.base import Endpoint, TournamentEndpoint
from tournament.api.pages import PageQuery, page
from tournament.api.receipts import Receipt, list_of, page_of
from tournament.api.strict import Choice, Input, Nothing, Text
from tournament.documents.forms import PaperForm
from tournament.documents.registry import DOCUMENTS, Document
from tournament.models import Job
from tournament.models.jobs import JobState
from tournament.views.papers import PERMITTED
from tournament.views.requests import address_for_others


class ChoiceOut(serializers.Serializer):
    of = serializers.CharField()
    name = serializers.CharField()


class PaperOut(serializers.Serializer):
    paper = serializers.CharField()
    title = serializers.CharField()
    holds = serializers.CharField()
    sizes = serializers.ListField(child=serializers.CharField())
    of = ChoiceOut(many=True, allow_null=True, help_text="What it can be made of now; null: of the whole tournament.")


class PaperIn(Input):
    paper = Text(max_length=40)
    language = Choice(["de", "en"], default="de")
    size = Text(max_length=10, default="a4")
    of = Text(max_length=60, default="", allow_blank=True, help_text="One of those that the list of papers names.")
    options = serializers.DictField(
        child=serializers.JSONField(), default=dict, help_text="As the page of the paper asks."
    )


class PaperReceipt(Receipt):
    job = serializers.UUIDField()


class JobOut(serializers.Serializer):
    id = serializers.UUIDField(source="pk")
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.CharField(allow_blank=True)
    file = serializers.SerializerMethodField()

    def get_file(self, job: Job) -> str | None:
        return f"/api/v1/jobs/{job.pk}/file/" if job.state == JobState.DONE else None


class LogOut(serializers.Serializer):
    seq = serializers.IntegerField()
    code = serializers.CharField()
    at = serializers.DateTimeField()
    what = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    who = serializers.CharField()
    role = serializers.CharField(allow_blank=True)
    hash = serializers.CharField()


class Papers(TournamentEndpoint):
    """The documents that can be printed now."""

    gates: ClassVar = {"GET": "papers.make", "POST": "papers.make"}
    takes: ClassVar = {"POST": PaperIn}
    gives: ClassVar = {"GET": list_of(PaperOut), "POST": PaperReceipt}
    status: ClassVar = {"POST": 202}
    limit = "work"

    def get(self, request: Request, tournament_id: str) -> Response:
        rows = [self._row(document) for document in DOCUMENTS.values() if self._may(document)]
        return self.answer(request, {"items": rows})

    def _may(self, document: Document) -> bool:
        return may(self.request._request.actor, PERMITTED.get(document.code, "papers.make"), self.tournament)

    def _row(self, document: Document) -> dict[str, Any]:
        of = None if document.of is None else [{"of": key, "name": name} for key, name in document.of(self.tournament)]
        return {
            "paper": document.code,
            "title": document.title,
            "holds": document.holds,
            "sizes": document.sizes,
            "of": of,
        }

    def post(self, request: Request, tournament_id: str) -> Response:
        """Have a document made. The receipt names the job."""
        said = self.said(request)
        document = DOCUMENTS.get(said["paper"])
        if document is None or not self._may(document):
            raise serializers.ValidationError({"paper": [_("There is no such paper.")]})
        asked = {"language": said["language"], "size": said["size"], "of": said["of"], **said["options"]}
        form = PaperForm(document, document.of(self.tournament) if document.of else (), asked)
        if not form.is_valid():
            raise serializers.ValidationError(form.errors)
        origin = address_for_others(request._request, "/").removesuffix("/")  # type: ignore[arg-type]
        return self.done(request, order_paper, self.tournament, origin=origin, **form.wanted())


class JobEndpoint(Endpoint):
    @cached_property
    def job(self) -> Job:
        return find.job(self.kwargs["job_id"])

    def thing(self) -> Job:
        return self.job

    def _answer(self, request: Request) -> Response:
        self.job.refresh_from_db()
        return self.answer(request, self.job)


class OneJob(JobEndpoint):
    """How far the making of a document is."""

    gates: ClassVar = {"GET": "papers.make"}
    gives: ClassVar = {"GET": JobOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self._answer(request)


class CancelJob(JobEndpoint):
    """Call it off. Asked for again, nothing more happens."""

    gates: ClassVar = {"POST": "papers.make"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": JobOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        jobs.cancel(self.job)
        return self._answer(request)


class RetryJob(JobEndpoint):
    """Make it after all, once it has failed or was called off."""

    gates: ClassVar = {"POST": "papers.make"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": JobOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        jobs.retry(self.job)
        return self._answer(request)


class JobFile(JobEndpoint):
    """The document."""

    gates: ClassVar = {"GET": "papers.make"}
    file_type = "application/pdf"

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        job, needs = self.job, PERMITTED.get(self.job.args.get("code", ""))
        is_barred = needs and not may(request._request.actor, needs, job.tournament)
        if job.state != JobState.DONE or not job.result or is_barred:
            raise Http404
        try:
            content = files.read(job.result["file"])
        except (FileNotFoundError, KeyError):
            raise Http404 from None
        name = f'inline; filename="{job.result["name"]}"'
        return HttpResponse(content, content_type=job.result["type"], headers={"Content-Disposition": name})


class Log(TournamentEndpoint):
    """What was done, the latest first."""

    gates: ClassVar = {"GET": "log.see"}
    asks: ClassVar = {"GET": PageQuery}
    gives: ClassVar = {"GET": page_of(LogOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        rows = self.tournament.stream.log.prefetch_related("texts")
        found = page(rows, self.asked(request), mark="seq", order=("-seq",), row=lambda entry: entry)
        told = story.told(self.tournament, found["items"])
        items = [{**vars(line), "code": entry.code} for entry, line in zip(found["items"], told, strict=True)]
        return self.answer(request, {**found, "items": items})
