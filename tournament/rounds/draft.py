"""What the page of a draft shows beside its tables: the report of the draw, who has come or gone, a better draw, a swap."""

from typing import Any

from tournament.core.pages.requests import Request
from tournament.draw import background, report_words
from tournament.draw.proof import draws_of
from tournament.draw.reached import reached
from tournament.draw.seating.better import could_be_better
from tournament.draw.swap import swap_effect
from tournament.models import Entry, Round
from tournament.models.jobs import OPEN_STATES, JobState
from tournament.models.stages import RoundState
from tournament.people.names import full_name
from tournament.rounds.queries import RoundView, draft_problems, step_now


def draft_context(request: Request, round_: Round, context: dict[str, Any]) -> dict[str, Any]:
    """The report of the draw, who has come or gone since, a better draw, and a swap that somebody is considering."""
    entries = list(round_.tournament.entries.select_related("person"))
    people = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in entries}
    gone, unseated = _problems(round_)
    until = [other for other in context["others"] if other.number <= round_.number]
    together = next(rounds for rounds in draws_of(context["others"]) if round_ in rounds)
    made_from, report = reached(together)
    sentences = report_words.sentences(report, people, made_from)
    return {
        "said": sentences,
        "better": _better(together[0], sentences, people),
        "report": report,
        "first_choices": report_words.choices(report),
        "gone": gone,
        "unseated": unseated,
        "spare": [(entry, full_name(entry.person)) for entry in entries if entry.number in unseated],
        "is_next": not any(other.state == RoundState.DRAFT for other in until if other != round_),
        **(_swap(request, round_, context["view"], entries, people) if context["may_draw"] else {}),
    }


def _problems(round_: Round) -> tuple[list[int], list[int]]:
    """Known already where this draft is the next step."""
    step = step_now(round_.tournament)
    if step.round is not None and step.round.pk == round_.pk and "gone" in step.data:
        return step.data["gone"], step.data["unseated"]
    return draft_problems(round_)


def _better(first: Round, sentences: list[report_words.Sentence], people: dict[int, str]) -> dict[str, Any] | None:
    """The search for a better draw, and the sentences in which its result differs from the draft."""
    job = background.of_draft(first) if could_be_better(first.report) else None
    if job is None or job.state in (JobState.FAILED, JobState.CANCELLED):
        return None
    better = (job.result or {}).get("draw")
    other = report_words.sentences(better["report"], people, first.request) if better else []
    words = {line.words for line in sentences}
    return {
        "job": job,
        "is_open": job.state in OPEN_STATES,
        "other": [line for line in other if line.words not in words],
    }


def _swap(
    request: Request, round_: Round, view: RoundView, entries: list[Entry], people: dict[int, str]
) -> dict[str, Any]:
    """The player tapped first and, once a second one is tapped, the effect of their swap."""
    seated = {seat.public_id for table in view.tables for seat in table.seats}
    tapped = {entry.public_id: entry for entry in entries}
    one, other = (tapped.get(request.GET.get(name, "")) for name in ("one", "other"))
    if one is None:
        return {}
    first = {"one": one, "one_name": people[one.pk], "one_is_spare": one.public_id not in seated}
    if other is None or other == one:
        return first
    both = {"other": other, "other_name": people[other.pk], "other_is_spare": other.public_id not in seated}
    is_done = request.GET.get("done") == "1"  # the same two change back
    return {**first, **both, "is_done": is_done, "effect": swap_effect(round_, one.pk, other.pk, people)}
