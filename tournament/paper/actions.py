"""Ordering documents."""

import hashlib
import json
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.core import jobs
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.models import Job, Tournament
from tournament.paper.making import KIND

MOST_WAITING = 40  # jobs of one tournament, so that others can print as well


@action("papers.ordered", needs="papers.make", answers=("job",))
def order_paper(
    write: Write,
    tournament: Tournament,
    *,
    code: str,
    language: str,
    size: str = "a4",
    of: str = "",
    options: dict[str, Any] | None = None,
    origin: str = "",
    is_sample: bool = False,
) -> Job:
    """Queue a background job that makes a document of the current state. The same order again, with nothing changed since,
    is the same job."""
    fields = {"code": code, "language": language, "size": size, "of": of, "options": options or {}, "origin": origin}
    args = {"tournament": tournament.public_id, **fields, "is_sample": is_sample}
    last = tournament.stream.log.exclude(code="papers.ordered").aggregate(seq=Max("seq"))["seq"]
    key = f"{last}:{_digest(args)}"
    waiting = Job.objects.open().filter(kind=KIND, tournament=tournament)
    if waiting.exclude(key=key).count() >= MOST_WAITING:
        raise Refused("too_many_papers", _("Too many papers are being made already. Wait for some of them."))
    row = jobs.enqueue(KIND, key=key, by=write.by, tournament=tournament, args=args)
    write.log(paper=code, language=language, size=size, job=str(row.pk))
    write.answer(job=str(row.pk))
    return row


def _digest(args: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(args, sort_keys=True).encode()).hexdigest()
