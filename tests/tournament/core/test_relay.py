"""A job goes through Redis and a real Celery worker, and through the loss of Redis."""

import os
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tournament.core import jobs
from tournament.management.commands import relay
from tournament.models import Job

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.REDIS_URL, reason="needs REDIS_URL (deploy/test sets it)"),
]


@pytest.fixture
def celery_worker():
    env = {
        **os.environ,
        "TEST_DB": str(connection.settings_dict["NAME"]),
        "DJANGO_SETTINGS_MODULE": "tests.settings_child",
    }
    command = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "deploy.site.celery_app",
        "worker",
        "--pool=solo",
        "-Q",
        "paper",
        "-l",
        "error",
    ]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=env)
    yield process
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(job: Job, state: str, seconds: float = 25) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        job.refresh_from_db()
        if job.state == state:
            return
        time.sleep(0.1)
    pytest.fail(f"{job.state} instead of {state}: {job.error}")


@pytest.fixture
def job(tournament, as_yara):
    from tournament.paper.actions import order_paper

    return order_paper(tournament, by=as_yara, code="names", language="de").result


def test_a_job_goes_by_redis_to_celery_and_is_done_once(job, celery_worker):
    call_command("relay", "--once")
    call_command("relay", "--once")
    wait_for(job, "done")
    assert job.attempts == 1 and job.sent_at


def test_what_redis_lost_is_sent_again(job, celery_worker):
    Job.objects.filter(pk=job.pk).update(sent_at=timezone.now() - relay.SEND_AGAIN_AFTER * 2)
    assert relay.send_due() == 1
    wait_for(job, "done")


def test_without_redis_the_row_waits(job, monkeypatch):
    def nobody_there(*args, **kwargs):
        raise OSError("connection refused")

    monkeypatch.setattr(relay.run_job, "apply_async", nobody_there)
    call_command("relay", "--once")
    job.refresh_from_db()
    assert job.state == "queued" and job.sent_at is None
    assert jobs.claim(job.pk) is not None
