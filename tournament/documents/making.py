"""The job that makes a paper, whichever: builds the HTML, asks the press, keeps the file by its content.

The same HTML with the same fonts and logo was printed before: then that file is the answer, and the press is not asked.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.utils import translation

from tournament import files
from tournament.documents.press import FONTS, HERE, MORE_FONTS, marks
from tournament.documents.printing import print_out
from tournament.documents.registry import DOCUMENTS, Order
from tournament.jobs import Result, Task, job
from tournament.models import Job, Tournament
from tournament.models.jobs import JobState

KIND = "papers.make"
PICTURE = 900  # pixels wide: what stands on the sheet can be read


@job(KIND, queue="paper", seconds=900)
def make(task: Task) -> Result:
    order, document = order_of(task.args), DOCUMENTS[task.args["code"]]
    with translation.override(order.language):
        pack = document.build(order)
        if order.is_sample:
            pack = pack._replace(parts=[next(iter(pack.parts))], planned=1)
        parts, brought = list(pack.parts), {**_files(order), **pack.files}
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
    kept = {"file": files.keep(content), "picture": files.keep(picture)}
    return {**kept, "name": name, "type": "application/pdf", "pages": pages, "inputs": inputs}


def order_of(args: dict[str, Any]) -> Order:
    found = Tournament.objects.select_related("club__letterhead", "stream").get(public_id=args["tournament"])
    given = {name: args[name] for name in ("language", "size", "of", "options", "origin")}
    return Order(found, is_sample=bool(args.get("is_sample")), **given)


def _files(order: Order) -> dict[str, bytes]:
    """What a document may ask for besides the fonts."""
    logo = order.letterhead.logo if order.letterhead else ""
    return {"logo.png": files.read(logo)} if logo else {}


def _hash_of(parts: list[str], brought: dict[str, bytes]) -> str:
    told = hashlib.sha256(f"{settings.VERSION} {PICTURE}".encode())
    for content in _everything(parts, brought):
        told.update(hashlib.sha256(content).digest())
    return told.hexdigest()


def _everything(parts: list[str], brought: dict[str, bytes]) -> Iterator[bytes]:
    yield (HERE / "paper.css").read_bytes()
    yield from (path.read_bytes() for folder in (FONTS, MORE_FONTS) for path in sorted(folder.glob("*.ttf")))
    yield from (html.encode() for html in parts)
    yield from (content for _name, content in sorted({**marks(), **brought}.items()))


def _made_before(row: Job, inputs: str) -> Result | None:
    done = Job.objects.filter(kind=KIND, tournament=row.tournament, state=JobState.DONE, result__inputs=inputs)
    for result in done.values_list("result", flat=True)[:1]:
        if files.is_kept(result["file"]) and files.is_kept(result["picture"]):
            return dict(result)
    return None
