"""What `python -m deploy.server_check` says of figures: clocks apart, other versions, little room, a trial long ago."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from deploy.server_check import backups, clocks, nodes
from deploy.server_check.__main__ import language_of
from deploy.server_check.finding import State, Where, carried_out
from tests.deploy.site.test_metrics import watched  # noqa: F401
from tournament.core.actors import SYSTEM
from tournament.core.jobs import enqueue
from tournament.models import Job
from tournament.models.jobs import JobState


@pytest.mark.parametrize(("seconds", "state"), [(0, State.OK), (2, State.OK), (60, State.WRONG), (-60, State.WRONG)])
def test_clocks_apart_are_named(seconds, state):
    now = timezone.now()
    assert clocks.compared("x", "the proxy", now + timedelta(seconds=seconds), now, now).state == state


@pytest.mark.parametrize(("said", "state"), [(0, State.OK), (30, State.OK), (-60, State.WRONG), (90, State.WRONG)])
def test_an_answer_that_takes_long_makes_no_clock_wrong(said, state):
    asked = timezone.now()
    found = clocks.compared("x", "the proxy", asked + timedelta(seconds=said), asked, asked + timedelta(seconds=30))
    assert found.state == state


def told(**other: object) -> dict[str, object]:
    from deploy.server_check.facts import facts_of_process

    return {**facts_of_process(), "files": 20_000, **other}


def test_a_process_of_another_version_is_named():
    asked = timezone.now()
    found = nodes.compared_facts("nodes", "web1", told(version="0.0.9"), asked)
    texts = [one.text for one in found if one.state == State.WRONG]
    assert len(texts) == 1 and "0.0.9" in texts[0]
    assert [one.state for one in nodes.compared_facts("nodes", "web1", told(), asked)] == [State.OK] * 2


def test_a_full_disk_is_named(monkeypatch):
    for free, state in ((100 * 1024**3, State.OK), (1024**3, State.WRONG)):
        room = SimpleNamespace(total=200 * 1024**3, free=free)
        monkeypatch.setattr(backups.shutil, "disk_usage", lambda _place, room=room: room)
        assert {one.state for one in backups._room()} == {state}


@pytest.mark.django_db
def test_a_trial_long_ago_is_named():
    def done(kind: str, days: int) -> Job:
        row = enqueue(kind, key="x", by=SYSTEM)
        moment = timezone.now() - timedelta(days=days)
        Job.objects.filter(pk=row.pk).update(state=JobState.DONE, created_at=moment, ended_at=moment)
        row.refresh_from_db()
        return row

    made, young, old = done("backup.make", 30), done("backup.drill", 2), done("backup.drill", 20)
    assert [one.state for one in backups._trial(made, young)] == [State.OK]
    assert [one.state for one in backups._trial(made, old)] == [State.WRONG]
    assert [one.state for one in backups._trial(made, None)] == [State.WRONG]  # 30 days, and never tried


def test_what_cannot_be_looked_at_is_a_finding():
    def broken(_where):
        raise OSError("no such host")

    [finding] = carried_out("x", broken, Where())
    assert finding.state == State.WRONG and "no such host" in finding.text and finding.todo


@pytest.mark.parametrize(
    ("said", "language"), [({"LANG": "de_AT"}, "de"), ({"LC_ALL": "C", "LANG": "de"}, "en"), ({}, "en")]
)
def test_the_language_is_the_callers(said, language):
    assert language_of(said) == language


@pytest.mark.django_db
def test_what_was_seen_is_for_those_with_the_token(watched, client):  # noqa: F811
    assert client.get("/seen").status_code == 404
    assert client.get("/seen", headers={"authorization": "Bearer wrong"}).status_code == 404
    answer = client.get("/seen", headers={"authorization": "Bearer a-secret-of-the-test", "x-forwarded-for": "6.6.6.6"})
    assert answer.json()["headers"]["x-forwarded-for"] == "6.6.6.6" and answer.json()["address"] != "6.6.6.6"
