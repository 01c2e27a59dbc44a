"""The search for a better draw in the background: offered where there is one, taken only when told."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, refused, text
from tournament.core import jobs
from tournament.draw import background as improving
from tournament.draw.proof import draw_document
from tournament.draw.seating import better
from tournament.draw.seating.better import worth
from tournament.draw.seating.commitment import check
from tournament.models import Entry, Job, Round

pytestmark = [pytest.mark.slow, pytest.mark.english]


@pytest.fixture
def evening(club, as_yara, monkeypatch):
    """Five clubs of 18, whom the first draw does not keep apart as well as another."""
    monkeypatch.setattr(improving, "ATTEMPTS", 4)
    made = Evening(club, "open", by=as_yara, seed="1")
    made.come(18)
    for entry in Entry.objects.all():
        Entry.objects.filter(pk=entry.pk).update(from_club=f"Club {entry.number % 5}")
    return made


@pytest.fixture
def first(evening):
    return evening.draw(1)[0]


@pytest.fixture
def page(evening, first):
    return reverse("round", args=[evening.tournament.public_id, first.pk])


@pytest.fixture
def post(evening, first, desk):
    return lambda to: desk.post(reverse("round_better", args=[evening.tournament.public_id, first.pk]), {"to": to})


def work() -> Job:
    task = jobs.claim(queues=[improving.QUEUE])
    jobs.run(task)
    task.job.refresh_from_db()
    return task.job


def test_while_it_goes_on_the_page_says_so(first, desk, page):
    assert "being looked for" in text(desk.get(page))


def test_what_is_found_is_offered_and_taken_when_told(evening, first, desk, page, post):
    assert work().state == "done"
    assert "A better draw was found" in text(desk.get(page)) and Round.objects.filter(pk=first.pk).exists()
    post("take")
    taken = evening.stage(1).rounds.first()
    assert worth(taken.report) < worth(first.report)
    for round_ in evening.stage(1).rounds.all():
        evening.publish(round_)
    assert check(draw_document(taken)) == []


def test_it_is_called_off(desk, page, post):
    post("stop")
    assert "being looked for" not in text(desk.get(page))
    assert Job.objects.get(kind=improving.KIND).state == "cancelled"


def test_who_came_meanwhile_makes_it_worthless(evening, first, page, post):
    work()
    evening.enter(1, state="present")
    assert post("take").status_code == 409


def test_a_draft_that_was_drawn_anew_is_searched_anew(evening, first):
    again = evening.draw(1)[0]
    assert Job.objects.filter(kind=improving.KIND, key=str(again.pk)).exists()
    assert improving.search(jobs.claim(queues=[improving.QUEUE])) == {}


def tried(kind: str, by) -> int:
    """How many draws were made while such a job waited."""
    task = jobs.claim(queues=[improving.QUEUE])
    jobs.enqueue(kind, key="waits", by=by)
    improving.search(task)
    task.job.refresh_from_db()
    return task.job.done


@pytest.fixture
def _never_content(monkeypatch):
    monkeypatch.setattr(better, "could_be_better", lambda _report: True)


@pytest.mark.usefixtures("_never_content", "first")
@pytest.mark.parametrize(
    ("is_on_server", "kind", "attempts"),
    [(False, "papers.make", 2), (True, "papers.make", 4), (True, improving.KIND, 2)],
)
def test_whatever_waits_for_the_same_worker_comes_first(as_yara, settings, is_on_server, kind, attempts):
    settings.ON_SERVER = is_on_server
    assert tried(kind, as_yara) == attempts


def test_where_nothing_could_be_better_nothing_is_searched(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(16)
    first = evening.draw(1)[0]
    assert improving.of_draft(first) is None
    with refused("no_better"):
        improving.take(first, by=as_yara)
