from django.db.models import Max

from tournament import jobs
from tournament.actions.core import Write, action
from tournament.models import Job, Tournament


@action("papers.ordered", needs="papers.make")
def order_name_list(write: Write, tournament: Tournament, *, language: str) -> Job:
    """The list of names as it is now, made in the background; asked for again before it is done, and without a change
    in between, it is one job."""
    last = tournament.stream.log.exclude(code="papers.ordered").aggregate(seq=Max("seq"))["seq"]
    row = jobs.enqueue(
        "papers.name_list",
        key=f"{tournament.public_id}:{last}:{language}",
        by=write.by,
        tournament=tournament,
        args={"tournament": tournament.public_id, "language": language},
    )
    write.log(paper="name_list", language=language, job=str(row.pk))
    write.answer(job=str(row.pk))
    return row
