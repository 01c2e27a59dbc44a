"""The background job that makes any document: builds the HTML, has the press render it, stores the file by content hash.

If the same HTML was rendered before with the same fonts and logo, that file is reused.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils import translation

from tournament.core import files
from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.jobs import Result, Task, job
from tournament.models import Job, Tournament
from tournament.models.jobs import JobState
from tournament.paper.press import FONTS, HERE, MORE_FONTS, marks
from tournament.paper.printing import print_out
from tournament.paper.registry import DOCUMENTS, MAKES, Order

KIND = "papers.make"
PICTURE = 900  # width in pixels, enough to read the page


@job(KIND, queue="paper", seconds=900)
def make(task: Task) -> Result:
    order, document = order_of(task.args), DOCUMENTS[task.args["code"]]
    with translation.override(order.language):
        pack = document.build(order)
        whole = pack.planned
        if order.is_sample:
            pack = pack._replace(parts=[next(iter(pack.parts))], planned=1)
        parts, brought = list(pack.parts), {**files_of(order), **pack.files}
    inputs = _hash_of(parts, brought)
    same = _made_before(task.job, inputs)
    if same is not None:
        return same
    task.progress(0, pack.planned)

    def progress(pages: int) -> None:
        task.progress(pages, max(pack.planned, pages))

    content, picture, pages = print_out(
        parts, files=brought, picture=PICTURE, progress=progress, only_first=order.is_sample
    )
    task.progress(pages, pages)
    name = f"{document.code}-{order.tournament.public_id}.pdf"
    stored = {"file": files.keep(content), "picture": files.keep(picture)}
    return {**stored, "name": name, "type": "application/pdf", "pages": pages, "of": whole, "inputs": inputs}


def order_of(args: dict[str, Any]) -> Order:
    tournament = Tournament.objects.select_related("club__letterhead", "stream").get(public_id=args["tournament"])
    given = {name: args[name] for name in ("language", "size", "of", "options", "origin")}
    return Order(tournament, is_sample=bool(args.get("is_sample")), **given)


def is_kept_from(actor: Actor, job: Job) -> bool:
    """Whether the actor may make papers in general, but not see what this one contains."""
    document = DOCUMENTS.get(job.args.get("code", ""))
    return document is not None and document.needs != MAKES and not may(actor, document.needs, job.tournament)


def files_of(order: Order) -> dict[str, bytes]:
    """The files besides fonts that the HTML of a document may load."""
    logo = order.letterhead.logo if order.letterhead else ""
    return {"logo.png": files.read(logo)} if logo else {}


def _hash_of(parts: list[str], brought: dict[str, bytes]) -> str:
    digest = hashlib.sha256(f"{settings.VERSION} {PICTURE}".encode())
    for content in _everything(parts, brought):
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()


def _everything(parts: list[str], brought: dict[str, bytes]) -> Iterator[bytes]:
    yield (HERE / "paper.css").read_bytes()
    yield from (path.read_bytes() for folder in (FONTS, MORE_FONTS) for path in sorted(folder.glob("*.ttf")))
    yield from (html.encode() for html in parts)
    yield from (content for _name, content in sorted({**marks(), **brought}.items()))


def _made_before(row: Job, inputs: str) -> Result | None:
    done = Job.objects.filter(kind=KIND, tournament=row.tournament, state=JobState.DONE, result__inputs=inputs)
    for result in done.values_list("result", flat=True)[:1]:
        if result and files.is_kept(result["file"]) and files.is_kept(result["picture"]):
            return dict(result)
    return None
