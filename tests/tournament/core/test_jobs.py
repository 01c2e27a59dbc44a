"""Jobs: claimed by one, done once, tried again, called off, found when their worker is gone."""

import errno
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from tournament.core import jobs
from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.entries.actions import add_entry
from tournament.models import Job
from tournament.paper.actions import order_paper


@pytest.fixture
def kind(monkeypatch):
    """A kind of job that does what the test says."""
    monkeypatch.setattr(jobs, "KINDS", dict(jobs.KINDS))

    def declare(do):
        jobs.job("test.kind", queue="default", seconds=5)(do)

    declare(lambda task: {"fine": True})
    return declare


@pytest.fixture
def queued(db, kind):
    return jobs.enqueue("test.kind", key="1", by=SYSTEM, args={"n": 1})


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def much_later() -> float:
    return time.monotonic() + jobs.SILENT_AFTER.total_seconds() * 2


def due_now(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now())


def test_a_job_is_done_and_keeps_its_result(queued):
    jobs.run(jobs.claim())
    assert state(queued) == "done"
    assert queued.result == {"fine": True} and queued.ended_at and queued.attempts == 1


def test_it_is_not_waited_for_a_clock_that_is_behind(queued):
    """Ordered by one process, done by another, whose machine was set back."""
    Job.objects.filter(pk=queued.pk).update(due_at=timezone.now() + timedelta(hours=1))
    assert jobs.claim()


def test_the_same_work_asked_for_twice_is_one_job_while_it_is_open(queued):
    assert jobs.enqueue("test.kind", key="1", by=SYSTEM) == queued
    jobs.run(jobs.claim())
    assert jobs.enqueue("test.kind", key="1", by=SYSTEM) != queued


def test_a_failing_job_waits_and_is_tried_again_until_it_is_given_up(queued, kind):
    def fail(task):
        raise ValueError("no ink")

    kind(fail)
    for _attempt in range(len(jobs.RETRY_AFTER) + 1):
        assert state(queued) == "queued"
        due_now(queued)
        jobs.run(jobs.claim())
        assert jobs.claim() is None  # not at once again
    assert (state(queued), queued.attempts) == ("failed", len(jobs.RETRY_AFTER) + 1) and "no ink" in queued.error


def test_a_disk_that_takes_nothing_is_said_in_a_sentence_and_tried_again(queued, kind):
    def fail(task):
        raise OSError(errno.EROFS, "Read-only file system")

    kind(fail)
    jobs.run(jobs.claim())
    assert state(queued) == "queued" and queued.error.startswith("Der Speicher lässt sich")


def test_a_refusal_is_not_tried_again(queued, kind):
    def refuse(task):
        raise Refused("no_pdf", "Install the library.")

    kind(refuse)
    jobs.run(jobs.claim())
    assert (state(queued), queued.error) == ("failed", "Install the library.")


def test_called_off_before_it_began(queued):
    jobs.cancel(queued)
    assert state(queued) == "cancelled" and jobs.claim() is None


def test_called_off_while_it_runs_it_stops_at_its_next_progress(queued, kind):
    reached = []

    def work(task):
        for step in range(5):
            task.progress(step, 5)
            reached.append(step)
            if step == 1:
                jobs.cancel(queued)
        return {}

    kind(work)
    jobs.run(jobs.claim())
    assert state(queued) == "cancelled" and reached == [0, 1]


def test_by_hand_it_can_be_tried_again(queued):
    jobs.cancel(queued)
    jobs.retry(queued)
    jobs.run(jobs.claim())
    assert state(queued) == "done"


def test_a_list_that_is_being_made_is_made_again_for_who_came_since(tournament, as_yara):
    first = order_paper(tournament, by=as_yara, code="names", language="de").result
    assert order_paper(tournament, by=as_yara, code="names", language="de").result == first
    add_entry(tournament, by=as_yara, given_name="Gero")
    assert order_paper(tournament, by=as_yara, code="names", language="de").result != first


def test_it_is_not_tried_again_beside_the_same_work_asked_for_anew(queued):
    jobs.cancel(queued)
    jobs.enqueue("test.kind", key="1", by=SYSTEM)
    with pytest.raises(Refused, match="schon erstellt"):
        jobs.retry(queued)
    assert state(queued) == "cancelled"


def test_what_fails_after_it_was_called_off_is_not_tried_again(queued, kind):
    def fail(task):
        jobs.cancel(queued)
        raise OSError

    kind(fail)
    jobs.run(jobs.claim())
    assert state(queued) == "cancelled"


def test_a_sign_of_life_that_fails_is_not_the_last(queued, kind, monkeypatch):
    """The database was away for a moment: the job is not taken for dead afterwards."""
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.01)
    beats, enough = [], Event()

    def beat(task):
        beats.append(1)
        if len(beats) == 1:
            raise OperationalError("away")
        enough.set()
        return True

    monkeypatch.setattr(jobs.Task, "beat", beat)
    kind(lambda task: {"alive": enough.wait(10)})
    jobs.run(jobs.claim())
    queued.refresh_from_db()
    assert queued.result == {"alive": True}


def test_a_silent_job_is_given_to_another_and_its_first_worker_cannot_finish_it(queued):
    lost = jobs.claim()
    assert jobs.reap() == 0  # it may be only slow
    assert jobs.reap(much_later()) == 1
    due_now(queued)
    found = jobs.claim()
    jobs.run(found)
    with pytest.raises(jobs.Cancelled):
        lost.finish({"late": True})
    assert state(queued) == "done" and queued.result == {"fine": True}


def test_a_job_with_signs_of_life_is_left_alone(queued):
    task = jobs.claim()
    assert jobs.reap() == 0
    assert task.beat() and jobs.reap(much_later()) == 0 and state(queued) == "running"


def test_a_job_of_an_unknown_kind_fails_with_a_sentence(queued, monkeypatch):
    monkeypatch.setattr(jobs, "KINDS", {})
    jobs.run(jobs.claim())
    assert state(queued) == "failed" and "test.kind" in queued.error


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_the_job(kind):
    jobs.enqueue("test.kind", key="1", by=SYSTEM)
    together = Barrier(8)

    def worker(_):
        together.wait()
        try:
            return jobs.claim()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert sum(task is not None for task in pool.map(worker, range(8))) == 1


@pytest.mark.django_db(transaction=True)
def test_celery_and_the_laptop_run_the_same_row_once(kind):
    from tournament.core.tasks import run_job

    queued = jobs.enqueue("test.kind", key="1", by=SYSTEM)
    run_job(str(queued.pk))
    run_job(str(queued.pk))
    assert state(queued) == "done" and queued.attempts == 1


@pytest.mark.django_db(transaction=True)
def test_the_worker_command_empties_the_table(tournament, as_yara):
    from tournament.paper.actions import order_paper

    job = order_paper(tournament, by=as_yara, code="names", language="de").result
    call_command("worker", "--drain")
    assert state(job) == "done" and job.result["type"] == "application/pdf"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_loses_nothing(tournament, as_yara):
    """kill -9 on a real worker process that holds a job; the next one finishes it."""
    from tournament.paper.actions import order_paper

    job = order_paper(tournament, by=as_yara, code="names", language="de").result
    env = {**os.environ, "TEST_DB": str(connection.settings_dict["NAME"])}
    env["DJANGO_SETTINGS_MODULE"] = "tests.settings_child"
    hold = (
        "import django, time; django.setup(); from tournament.core import jobs; jobs.claim(); print('held', flush=True)"
    )
    worker = subprocess.Popen(
        [sys.executable, "-c", hold + "; time.sleep(60)"], cwd=settings.BASE_DIR, env=env, stdout=subprocess.PIPE
    )
    try:
        assert worker.stdout.readline() == b"held\n"
        assert state(job) == "running"
    finally:
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    assert jobs.reap() == 0  # not yet: it may be only slow
    assert jobs.reap(much_later()) == 1
    due_now(job)
    call_command("worker", "--drain")
    assert state(job) == "done" and job.attempts == 2


def test_one_that_failed_while_the_date_was_ahead_does_not_wait_for_that_date(queued):
    """For 400 days there would have been no backup: while one is open, no other one is ordered."""
    jobs.run(jobs.claim())
    Job.objects.update(state="queued", attempts=1, due_at=timezone.now() + timedelta(days=400))
    assert jobs.claim() is not None


def test_control_one_that_failed_waits_as_long_as_its_kind_does(queued):
    longest = max(jobs.RETRY_AFTER)
    Job.objects.update(attempts=1, due_at=timezone.now() + timedelta(seconds=longest - 5))
    assert jobs.claim() is None
    Job.objects.update(due_at=timezone.now() + timedelta(seconds=longest + 60))
    assert jobs.claim() is not None
