"""Figures for Prometheus, as text: what this process has answered, and what of the whole installation stands in the database.

Each process is asked for itself (a proxy does not pass `/metrics` on), with the secret AUGENGENAU_METRICS_TOKEN; without one
there is no such page. Routes stand for pages, so no figure tells who or what was looked at.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from threading import Lock

from django.conf import settings
from django.db import Error
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from deploy import streams
from tournament import steady
from tournament.access import gate
from tournament.backup import keeping
from tournament.models import Job
from tournament.models.jobs import JobState

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
_lock = Lock()
_answers: Counter[tuple[str, str, int]] = Counter()  # of a route and method, by status
_slower: Counter[tuple[str, float]] = Counter()  # of a method, by the bucket that the time fits in
_seconds: defaultdict[str, float] = defaultdict(float)
_unchanged = _kept = _database_errors = 0


def count_answer(route: str, method: str, status: int, seconds: float) -> None:
    with _lock:
        _answers[route, method, status] += 1
        _slower[method, next((limit for limit in BUCKETS if seconds <= limit), float("inf"))] += 1
        _seconds[method] += seconds


def count_unchanged() -> None:
    global _unchanged
    _unchanged += 1


def count_kept() -> None:
    global _kept
    _kept += 1


def count_database_error() -> None:
    global _database_errors
    _database_errors += 1


@gate("link.use")
def page(request: HttpRequest) -> HttpResponse:
    said = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(said, settings.METRICS_TOKEN):
        raise Http404
    return HttpResponse("".join(_lines()), content_type="text/plain; version=0.0.4; charset=utf-8")


def _lines() -> Iterator[str]:
    with _lock:
        answers, slower, seconds = dict(_answers), dict(_slower), dict(_seconds)
    by_route = (({"route": route, "method": how, "status": status}, n) for (route, how, status), n in answers.items())
    yield from _metric("requests_total", "counter", "Answers of this process.", by_route)
    yield from _times(slower, seconds)
    yield from _metric("unchanged_total", "counter", "Answers 304 given before Django is asked.", [({}, _unchanged)])
    yield from _metric("kept_total", "counter", "Pages given again before Django is asked.", [({}, _kept)])
    yield from _metric("streams_open", "gauge", "Open live streams of this process.", [({}, streams.number_open())])
    yield from _metric(
        "database_errors_total", "counter", "Requests that the database failed.", [({}, _database_errors)]
    )
    try:
        yield from list(_of_the_installation())
        is_up = 1
    except Error:
        is_up = 0
    yield from _metric("database_up", "gauge", "Whether the database answers.", [({}, is_up)])


def _times(slower: dict[tuple[str, float], int], seconds: dict[str, float]) -> Iterator[str]:
    name = "augengenau_request_seconds"
    yield f"# HELP {name} Time to an answer.\n# TYPE {name} histogram\n"
    for method in seconds:
        total = 0
        for limit in (*BUCKETS, float("inf")):
            total += slower.get((method, limit), 0)
            yield f'{name}_bucket{{method="{method}",le="{limit:g}"}} {total}\n'.replace('"inf"', '"+Inf"')
        yield f'{name}_sum{{method="{method}"}} {seconds[method]:.6f}\n{name}_count{{method="{method}"}} {total}\n'


def _of_the_installation() -> Iterator[str]:
    now = steady.now()
    due = Job.objects.due().order_by()
    waiting = list(due.values_list("queue").annotate(Count("pk"), Min("due_at")))
    running = Job.objects.filter(state=JobState.RUNNING).values_list("queue").annotate(Count("pk"))
    unsent = due.filter(sent_at=None).aggregate(oldest=Min("due_at"))["oldest"]
    yield from _by_queue("jobs_waiting", "Jobs that are due.", ((queue, n) for queue, n, _oldest in waiting))
    ages = ((queue, _passed(oldest, now)) for queue, _n, oldest in waiting)
    yield from _by_queue("jobs_waiting_seconds", "How long the oldest due job has waited.", ages)
    yield from _by_queue("jobs_running", "Jobs that are being done.", running)
    yield from _age("outbox_seconds", "How long the oldest job has not been handed to Celery.", unsent, now)
    for kind in (keeping.KIND, keeping.DRILL):
        last = keeping.latest(kind)
        if last:
            yield from _age(f"{kind.replace('.', '_')}_age_seconds", f"Since the last good {kind}.", last.ended_at, now)


def _by_queue(name: str, text: str, found: Iterable[tuple[str, float]]) -> Iterator[str]:
    return _metric(name, "gauge", text, (({"queue": queue}, value) for queue, value in found))


def _age(name: str, text: str, since: datetime | None, now: datetime) -> Iterator[str]:
    return _metric(name, "gauge", text, [({}, _passed(since, now) if since else 0)])


def _passed(since: datetime, now: datetime) -> float:
    """Whoever wrote it may have been ahead of us by a little."""
    return max(0.0, (now - since).total_seconds())


def _metric(name: str, kind: str, text: str, values: Iterable[tuple[dict[str, object], float]]) -> Iterator[str]:
    yield f"# HELP augengenau_{name} {text}\n# TYPE augengenau_{name} {kind}\n"
    for labels, value in values:
        said = ",".join(f'{label}="{word}"' for label, word in labels.items())
        yield f"augengenau_{name}{{{said}}} {value}\n" if said else f"augengenau_{name} {value}\n"
