"""Ordering papers, and how a club's paper looks."""

import hashlib
import json
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament import jobs
from tournament.actions.core import Write, action
from tournament.documents.making import KIND
from tournament.errors import Refused
from tournament.models import Club, Job, Letterhead, Tournament

MOST_WAITING = 40  # of one tournament: others want to print as well


@action("papers.ordered", needs="papers.make")
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
    """A document as it is now, made in the background; asked for again before it is done, and without a change in
    between, it is one job."""
    wanted = {"code": code, "language": language, "size": size, "of": of, "options": options or {}, "origin": origin}
    args = {"tournament": tournament.public_id, **wanted, "is_sample": is_sample}
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


@action("letterhead.changed", needs="letterhead.change")
def change_letterhead(
    write: Write, club: Club, *, colour: str, logo: str | None = None, version: int | None = None
) -> Letterhead:
    """`logo`: the name of a kept file, empty to take it away, None to leave it."""
    head, _is_new = Letterhead.objects.get_or_create(club=club)
    write.same_version(head, version)
    head.colour, head.version = colour, head.version + 1
    head.logo = head.logo if logo is None else logo
    head.save(update_fields=["colour", "logo", "version"])
    write.log(colour=head.colour, logo=head.logo)
    write.answer(version=head.version)
    return head
