"""Documents: list them, order one, follow its background job, download it."""

from collections.abc import Iterable
from typing import Any, ClassVar, cast

from django import forms
from django.http import Http404, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core import files, find, jobs
from tournament.core.access import may
from tournament.core.api_common.base import Endpoint, TournamentEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import BIGGEST, Choice, Input, Language, Nothing, Text, Truth, Whole
from tournament.core.pages.requests import address_for_others
from tournament.models import Job
from tournament.models.jobs import JobState
from tournament.models.languages import first
from tournament.paper.actions import order_paper
from tournament.paper.forms import PaperForm
from tournament.paper.making import is_kept_from
from tournament.paper.registry import DOCUMENTS, Document


class ChoiceOut(serializers.Serializer[object]):
    of = serializers.CharField()
    name = serializers.CharField()


class PaperOut(serializers.Serializer[object]):
    paper = serializers.CharField()
    title = serializers.CharField()
    holds = serializers.CharField()
    sizes = serializers.ListField(child=serializers.CharField())
    options = serializers.ListField(child=serializers.CharField(), help_text="The options that it has, by name.")
    of = ChoiceOut(many=True, allow_null=True, help_text="What it can be made of now; null: of the whole tournament.")


class PaperOptions(Input):
    """Of all papers together, as their declarations have them; which one a paper has, the list of papers says."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        asked: dict[str, list[tuple[str, forms.Field]]] = {}
        for document in DOCUMENTS.values():
            for name, make in document.fields.items():
                asked.setdefault(name, []).append((document.code, make()))
        return {name: _option(fields) for name, fields in sorted(asked.items())}


def _option(asked: list[tuple[str, forms.Field]]) -> serializers.Field[Any, Any, Any, Any]:
    """Typed as on the page of the paper. Where two papers have one of the same name, it is as wide as both, and each of them
    refuses what is not its own."""
    fields = [field for _code, field in asked]
    more: dict[str, Any] = {"required": False, "help_text": "Of: " + ", ".join(code for code, _field in asked) + "."}
    if chosen := [field for field in fields if isinstance(field, forms.ChoiceField)]:
        choices = {str(key): str(words) for field in chosen for key, words in _pairs(field) if key}
        return Choice(choices=list(choices.items()), **more)
    if numbers := [field for field in fields if isinstance(field, forms.IntegerField)]:
        bounds = [(_number(field.min_value, 0), _number(field.max_value, BIGGEST)) for field in numbers]
        return Whole(min(least for least, _most in bounds), max(most for _least, most in bounds), **more)
    if texts := [field for field in fields if isinstance(field, forms.CharField)]:
        return Text(max_length=max(_number(field.max_length, 0) for field in texts), allow_blank=True, **more)
    return Truth(**more)


def _number(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) else otherwise


def _pairs(field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    return list(cast("Iterable[tuple[Any, Any]]", field.choices))


class PaperIn(Input):
    paper = Text(max_length=40)
    language = Language(default=first())
    size = Text(max_length=10, default="a4")
    of = Text(max_length=60, default="", allow_blank=True, help_text="One of those that the list of papers names.")
    options = PaperOptions(required=False, help_text="Those of this paper (`options` in the list of papers).")


class JobOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="pk")
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.CharField(allow_blank=True)
    file = serializers.SerializerMethodField()

    def get_file(self, job: Job) -> str | None:
        return f"/api/v1/jobs/{job.pk}/file/" if job.state == JobState.DONE else None


class Papers(TournamentEndpoint):
    """The documents that can be printed now."""

    gates: ClassVar = {"GET": "papers.make", "POST": "papers.make"}
    takes: ClassVar = {"POST": PaperIn}
    gives: ClassVar = {"GET": list_of(PaperOut), "POST": receipt_of(order_paper)}
    status: ClassVar = {"POST": 202}
    located = "/api/v1/jobs/{job}/"
    limit = "work"

    def get(self, request: Request, tournament_id: str) -> Response:
        rows = [self._row(document) for document in DOCUMENTS.values() if self._may(document)]
        return self.answer(request, {"items": rows})

    def _may(self, document: Document) -> bool:
        return may(page_request(self.request).actor, document.needs, self.tournament)

    def _row(self, document: Document) -> dict[str, Any]:
        of = None if document.of is None else [{"of": key, "name": name} for key, name in document.of(self.tournament)]
        return {
            "paper": document.code,
            "title": document.title,
            "holds": document.holds,
            "sizes": document.sizes,
            "options": sorted(document.fields),
            "of": of,
        }

    def post(self, request: Request, tournament_id: str) -> Response:
        """Have a document made. The receipt names the job."""
        sent = self.said(request)
        document = DOCUMENTS.get(sent["paper"])
        if document is None or not self._may(document):
            raise serializers.ValidationError({"paper": [_("There is no such paper.")]})
        options = sent.get("options", {})
        if others := options.keys() - document.fields.keys():
            raise serializers.ValidationError({name: [_("There is no such field.")] for name in sorted(others)})
        data = {"language": sent["language"], "size": sent["size"], "of": sent["of"], **options}
        form = PaperForm(document, document.of(self.tournament) if document.of else (), data)
        if not form.is_valid():
            raise serializers.ValidationError(
                {name: [str(error) for error in errors] for name, errors in form.errors.items()}
            )
        origin = address_for_others(request._request, "/").removesuffix("/")
        return self.done(request, order_paper, self.tournament, origin=origin, **form.arguments())


class JobEndpoint(Endpoint):
    @cached_property
    def job(self) -> Job:
        return find.job(self.kwargs["job_id"])

    def thing(self) -> Job:
        return self.job

    def mine(self, request: Request) -> Job:
        """Whoever may not see what it makes does not learn of it, and does not stop or repeat it."""
        if is_kept_from(page_request(request).actor, self.job):
            raise Http404
        return self.job

    def _answer(self, request: Request) -> Response:
        self.job.refresh_from_db()
        return self.answer(request, self.job)


class OneJob(JobEndpoint):
    """How far the making of a document is."""

    gates: ClassVar = {"GET": "papers.make"}
    gives: ClassVar = {"GET": JobOut}

    def get(self, request: Request, **_address: Any) -> Response:
        self.mine(request)
        return self._answer(request)


class CancelJob(JobEndpoint):
    """Call it off. Asked for again, nothing more happens."""

    gates: ClassVar = {"POST": "papers.make"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": JobOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        jobs.cancel(self.mine(request))
        return self._answer(request)


class RetryJob(JobEndpoint):
    """Make it after all, once it has failed or was called off."""

    gates: ClassVar = {"POST": "papers.make"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": JobOut}
    is_written = False
    limit = "work"

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        jobs.retry(self.mine(request))
        return self._answer(request)


class JobFile(JobEndpoint):
    """The document."""

    gates: ClassVar = {"GET": "papers.make"}
    file_type = "application/pdf"

    def get(self, request: Request, **_address: Any) -> HttpResponse:
        job = self.mine(request)
        if job.state != JobState.DONE or not job.result:
            raise Http404
        try:
            content = files.read(job.result["file"])
        except (FileNotFoundError, KeyError):
            raise Http404 from None
        name = f'inline; filename="{job.result["name"]}"'
        return HttpResponse(content, content_type=job.result["type"], headers={"Content-Disposition": name})
