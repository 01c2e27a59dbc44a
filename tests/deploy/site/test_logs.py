"""Lines of a server's log: what happened, and nothing of whom."""

import json
import logging
import logging.config

import pytest
from django.test import Client
from django.urls import reverse

from deploy.site import logs
from deploy.site import settings as site

pytestmark = pytest.mark.django_db


class Written(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logs.Line())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def written(settings):
    """What a server would write, of all that is logged."""
    settings.MIDDLEWARE = ["deploy.site.observing.Observing", *settings.MIDDLEWARE]
    handler, root = Written(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield handler.lines
    root.removeHandler(handler)
    root.setLevel(level)


def test_an_answer_is_a_line_with_its_route_and_the_number_that_the_visitor_is_told(written, tournament):
    answer = Client().get(
        reverse("tournament", args=[tournament.public_id]), {"q": "Rosa"}, headers={"x-request-id": "abc12345"}
    )
    line = json.loads(written[-1])
    assert (line["said"], line["route"], line["status"], line["method"]) == (
        "answered",
        "/t/<str:tournament_id>/",
        200,
        "GET",
    )
    assert line["request"] == answer.headers["X-Request-ID"] == "abc12345" and line["ms"] > 0
    assert tournament.public_id not in written[-1] and "Rosa" not in written[-1]


def test_a_number_that_is_none_is_not_taken_over(written):
    answer = Client().get("/login/", headers={"x-request-id": "a b\\nc"})
    assert len(answer.headers["X-Request-ID"]) == 32


def test_a_failure_tells_its_kind_and_place_and_no_more(written, tournament, monkeypatch):
    def fail(*_args, **_kwargs):
        raise ValueError("Rosa Roth, rosa@example.org")

    monkeypatch.setattr("tournament.hall.public.views.kept_page", fail)
    browser = Client(raise_request_exception=False)
    assert browser.get(reverse("tournament", args=[tournament.public_id]), {"q": "Rosa"}).status_code == 500
    failed = next(json.loads(line) for line in written if json.loads(line)["from"] == "django.request")
    assert failed["error"] == "ValueError" and "test_logs.py" in failed["where"][-1]
    assert not any(word in line for line in written for word in ("Rosa", "example", tournament.public_id))


def test_a_link_that_opens_something_is_in_no_line(written, tournament, as_yara):
    secret = "3JgYcV7-not-a-real-link"
    Client().get(f"/i/{secret}/")
    Client().post("/login/", {"login": "rosa@example.org", "password": secret})
    Client().get("/login/", headers={"host": f"{secret}.example"})
    assert written and not any(word in line for line in written for word in (secret, "rosa@"))


def test_of_others_messages_only_the_wording_is_kept():
    record = logging.LogRecord("celery.worker", logging.ERROR, "", 1, "Task raised %r", (ValueError("Rosa"),), None)
    assert json.loads(logs.Line().format(record))["said"] == "Task raised %r"
    record = logging.LogRecord("tournament.core.jobs", logging.INFO, "", 1, "job %s is done", ("17",), None)
    assert json.loads(logs.Line().format(record))["said"] == "job 17 is done"


def test_whoever_asks_how_it_is_need_not_know_its_name(settings):
    settings.MIDDLEWARE = ["deploy.site.observing.Observing", *settings.MIDDLEWARE]
    settings.ALLOWED_HOSTS, settings.ON_SERVER = ["club.example"], True
    assert Client().get("/readyz", headers={"host": "10.0.0.7:8000"}).status_code == 200
    assert Client().get("/login/", headers={"host": "10.0.0.7:8000"}).status_code == 400


def test_more_fields_than_a_form_has_leave_no_trace(written, settings, tournament):
    """Anybody can send them."""
    logging.config.dictConfig({"version": 1, "incremental": True, "loggers": site.LOGGING["loggers"]})
    answer = Client().post("/login/", {f"f{n}": "x" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)})
    assert answer.status_code == 400 and not [line for line in written if "TooMany" in line]
