"""What is done now and then: once, however many ask for it at the same moment."""

import threading
from datetime import timedelta

import pytest
from django.conf import settings as product
from django.db import close_old_connections
from django.db.backends.base.base import NO_DB_ALIAS
from django.utils import timezone

from tournament.core import jobs, periodic
from tournament.core.actors import SYSTEM
from tournament.erasing import retention
from tournament.models import Job
from tournament.out.backup import frozen, keeping


def done(kind: str, ago: timedelta, **result) -> Job:
    at = timezone.now() - ago
    row = Job.objects.create(kind=kind, queue="maintenance", key=kind, state="done", ended_at=at, result=result)
    Job.objects.filter(pk=row.pk).update(created_at=at)
    return row


def ordered(kind: str) -> int:
    return Job.objects.filter(kind=kind, state="queued").count()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_many_who_order_at_once_one_does(tournament):
    """Each that was ordered is done at once, as a quick worker would: whoever comes late must not order it again."""
    start = threading.Barrier(6)

    def relay() -> None:
        start.wait()
        for _time in range(3):
            periodic.order_due()
            task = jobs.claim(queues=["maintenance"])
            if task:
                task.finish({"entries": 10**6})
        close_old_connections()

    threads = [threading.Thread(target=relay) for _number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Job.objects.filter(kind=retention.KIND).count() == 1
    assert Job.objects.filter(kind=keeping.KIND).count() == 1


@pytest.mark.django_db
def test_a_server_backs_up_every_few_hours_if_something_happened(tournament, settings):
    settings.ON_SERVER, settings.BACKUP_HOURS = True, 6
    last = done(keeping.KIND, timedelta(hours=5), entries=0)
    periodic.order_due()
    assert ordered(keeping.KIND) == 0
    Job.objects.filter(pk=last.pk).update(ended_at=timezone.now() - timedelta(hours=7))
    periodic.order_due()
    periodic.order_due()
    assert ordered(keeping.KIND) == 1


@pytest.mark.django_db
def test_it_can_be_left_to_others(tournament, settings):
    settings.ON_SERVER, settings.BACKUP_HOURS = True, 0
    periodic.order_due()
    assert ordered(keeping.KIND) == 0 and ordered(retention.KIND) == 1


@pytest.mark.django_db
def test_a_server_tries_its_newest_backup_once_a_week(tournament, settings):
    settings.ON_SERVER = True
    periodic.order_due()
    assert ordered(keeping.DRILL) == 0  # there is none yet
    done(keeping.KIND, timedelta(hours=1), entries=10**6)
    last = done(keeping.DRILL, timedelta(days=6))
    periodic.order_due()
    assert ordered(keeping.DRILL) == 0
    Job.objects.filter(pk=last.pk).update(ended_at=timezone.now() - timedelta(days=8))
    periodic.order_due()
    periodic.order_due()
    assert ordered(keeping.DRILL) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_trial_restores_what_is_there_and_fails_on_what_is_broken(entries, settings, tmp_path, monkeypatch):
    # Django's tests allow no database but those of the settings, and the one of this name.
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)
    settings.BACKUP_DIR, settings.ON_SERVER = tmp_path, True
    assert attempt(keeping.DRILL).state == "failed"
    assert attempt(keeping.KIND).state == "done"
    assert attempt(keeping.DRILL).state == "done"
    newest = next(tmp_path.glob("*.zip"))
    newest.write_bytes(newest.read_bytes()[:-500])
    assert attempt(keeping.DRILL).state == "failed"


def attempt(kind: str) -> Job:
    jobs.enqueue(kind, key=kind, by=SYSTEM)
    task = jobs.claim(queues=["maintenance"])
    jobs.run(task)
    task.job.refresh_from_db()
    return task.job


@pytest.mark.django_db
def test_a_laptop_is_not_disturbed_by_trials(tournament):
    assert not product.ON_SERVER
    done(keeping.KIND, timedelta(hours=1), entries=0)
    periodic.order_due()
    assert ordered(keeping.DRILL) == 0 and ordered(keeping.KIND) == 1
