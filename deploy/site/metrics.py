"""Metrics for Prometheus: the responses of this process, and figures of the whole installation from the database.

Each process is scraped separately (a proxy does not pass `/metrics` on), so nothing is shared between processes and no file is
written. The secret is AUGENGENAU_METRICS_TOKEN; without one the page does not exist. Labels are routes, not paths, so no metric
tells who or what was looked at.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from deploy.site import streams
from tournament.core import clock
from tournament.core.access import gate
from tournament.models import Job
from tournament.models.jobs import JobState
from tournament.out.backup import keeping

BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
_registry = CollectorRegistry()  # not the library's own, which also reports the Python version and memory
disable_created_metrics()  # type: ignore[no-untyped-call]  # else each has a second metric: when it was created

_answers = Counter("augengenau_requests", "Answers of this process.", ["route", "method", "status"], registry=_registry)
_seconds = Histogram(
    "augengenau_request_seconds", "Time to an answer.", ["method"], buckets=BUCKETS, registry=_registry
)
_unchanged = Counter("augengenau_unchanged", "Answers 304 given before Django is asked.", registry=_registry)
_kept = Counter("augengenau_kept", "Pages given again before Django is asked.", registry=_registry)
_streams = Gauge("augengenau_streams_open", "Open live streams of this process.", registry=_registry)
_streams.set_function(streams.number_open)
_database_errors = Counter("augengenau_database_errors", "Requests that the database failed.", registry=_registry)

count_unchanged = _unchanged.inc
count_kept = _kept.inc
count_database_error = _database_errors.inc


def count_answer(route: str, method: str, status: int, seconds: float) -> None:
    _answers.labels(route, method, str(status)).inc()
    _seconds.labels(method).observe(seconds)


@gate("link.use")
def page(request: HttpRequest) -> HttpResponse:
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(token, settings.METRICS_TOKEN):
        raise Http404
    return HttpResponse(generate_latest(_registry), content_type="text/plain; version=0.0.4; charset=utf-8")


class _Installation(Collector):
    """Queries the database for each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            yield from list(_of_the_installation())
            is_up = 1
        except Error:
            is_up = 0
        yield _gauge("database_up", "Whether the database answers.", is_up)


_registry.register(_Installation())


def _of_the_installation() -> Iterator[GaugeMetricFamily]:
    now = clock.now()
    due = Job.objects.due().order_by()
    waiting = list(due.values_list("queue").annotate(Count("pk"), Min("due_at")))
    running = Job.objects.filter(state=JobState.RUNNING).values_list("queue").annotate(Count("pk"))
    unsent = due.filter(sent_at=None).aggregate(oldest=Min("due_at"))["oldest"]
    yield _by_queue("jobs_waiting", "Jobs that are due.", ((queue, n) for queue, n, _oldest in waiting))
    ages = ((queue, _passed(oldest, now)) for queue, _n, oldest in waiting)
    yield _by_queue("jobs_waiting_seconds", "How long the oldest due job has waited.", ages)
    yield _by_queue("jobs_running", "Jobs that are being done.", running)
    text = "How long the oldest job has not been handed to Celery."
    yield _gauge("outbox_seconds", text, _passed(unsent, now) if unsent else 0)
    for kind in (keeping.KIND, keeping.DRILL):
        last = keeping.latest(kind)
        if last and last.ended_at:
            name = f"{kind.replace('.', '_')}_age_seconds"
            yield _gauge(name, f"Since the last good {kind}.", _passed(last.ended_at, now))


def _by_queue(name: str, text: str, values: Iterable[tuple[str, float]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"augengenau_{name}", text, labels=["queue"])
    for queue, value in values:
        family.add_metric([queue], value)
    return family


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"augengenau_{name}", text, value)


def _passed(since: datetime, now: datetime) -> float:
    """Never negative: another machine's clock may have been a little ahead of ours."""
    return max(0.0, (now - since).total_seconds())
