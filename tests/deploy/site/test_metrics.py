"""Figures for whoever watches a server: to those alone who hold the secret, as Prometheus reads them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from deploy.site import metrics
from tournament.models import Job
from tournament.out.backup import keeping

pytestmark = pytest.mark.django_db
LINE = re.compile(r'(# (HELP|TYPE) augengenau_\w+ .+|augengenau_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+0-9.e]+)')


@pytest.fixture
def watched(settings):
    settings.MIDDLEWARE = ["deploy.site.observing.Observing", *settings.MIDDLEWARE]
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.METRICS_TOKEN = "a-secret-of-the-test"


def ask(token: str = "a-secret-of-the-test"):
    return Client().get("/metrics", headers={"authorization": f"Bearer {token}"})


def figures() -> dict[str, float]:
    text = ask().content.decode()
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    return {name: float(value) for name, value in re.findall(r"^([^#].*) (\S+)$", text, re.MULTILINE)}


def test_without_the_secret_there_is_no_such_page(watched, settings):
    assert ask().status_code == 200
    assert ask("another").status_code == ask("").status_code == Client().get("/metrics").status_code == 404
    settings.METRICS_TOKEN = ""
    assert ask("").status_code == 404


def test_answers_are_counted_by_route_and_status(watched, tournament):
    of_it = 'augengenau_requests_total{method="GET",route="/t/<str:tournament_id>/",status="200"}'
    count, in_time = (
        'augengenau_request_seconds_count{method="GET"}',
        'augengenau_request_seconds_bucket{le="+Inf",method="GET"}',
    )
    Client().get(f"/t/{tournament.public_id}/")
    before = figures()
    Client().get(f"/t/{tournament.public_id}/")
    after = figures()
    assert after[of_it] == before[of_it] + 1 and after[count] == before[count] + 1 == after[in_time]
    assert tournament.public_id not in str(after)


def test_a_long_count_keeps_all_its_digits(watched):
    metrics._unchanged.reset()
    metrics._unchanged.inc(12_345_678)
    assert figures()["augengenau_unchanged_total"] == 12_345_678


def test_what_waits_is_told_by_queue_and_age(watched):
    long_ago = timezone.now() - timedelta(seconds=90)
    Job.objects.create(kind="x", queue="paper", key="a", due_at=long_ago)
    Job.objects.create(kind="x", queue="paper", key="b", due_at=timezone.now(), sent_at=timezone.now())
    Job.objects.create(kind="x", queue="mail", key="c", state="running")
    Job.objects.create(kind="x", queue="mail", key="d", attempts=1, due_at=timezone.now() + timedelta(hours=1))
    found = figures()
    assert found['augengenau_jobs_waiting{queue="paper"}'] == 2 and found['augengenau_jobs_running{queue="mail"}'] == 1
    assert 'augengenau_jobs_waiting{queue="mail"}' not in found
    assert 90 <= found["augengenau_outbox_seconds"] < 100
    assert 90 <= found['augengenau_jobs_waiting_seconds{queue="paper"}'] < 100


def test_the_age_of_the_last_good_backup_is_told(watched):
    assert not any("backup" in name for name in figures())
    Job.objects.create(
        kind=keeping.KIND, queue="maintenance", key="a", state="done", ended_at=timezone.now() - timedelta(hours=1)
    )
    Job.objects.create(kind=keeping.KIND, queue="maintenance", key="b", state="failed", ended_at=timezone.now())
    assert 3600 <= figures()["augengenau_backup_make_age_seconds"] < 3700


def test_a_database_that_is_away_is_told_and_all_else_too(watched, monkeypatch):
    from django.db import OperationalError

    def away():
        raise OperationalError
        yield

    monkeypatch.setattr("deploy.site.metrics._of_the_installation", away)
    found = figures()
    assert found["augengenau_database_up"] == 0 and "augengenau_streams_open" in found


def test_nothing_but_ours_is_told(watched):
    """The library's own figures (Python's version, when a counter began) tell nobody anything here."""
    names = set(re.findall(r"^# TYPE (\S+)", ask().content.decode(), re.MULTILINE))
    assert "augengenau_requests_total" in names
    assert [name for name in names if not name.startswith("augengenau_") or name.endswith("_created")] == []
