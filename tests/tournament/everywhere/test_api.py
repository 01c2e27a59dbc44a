"""The same actions over the API: receipts, refusals as problem+json, names as far as allowed."""

import json
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from tournament.models import Entry


@pytest.fixture
def url(tournament):
    return reverse("api_entries", args=[tournament.public_id])


def post(browser: Client, url: str, body: object, **headers: str):
    return browser.post(url, json.dumps(body), content_type="application/json", **headers)


def test_an_entry_is_answered_with_its_receipt(desk, url):
    answer = post(desk, url, {"given_name": "Yara", "family_name": "Yilmaz"})
    assert answer.status_code == 201
    assert answer.json()["number"] == 1 and len(answer.json()["hash"]) == 64


def test_sent_again_the_second_answer_equals_the_first(desk, url):
    answers = [post(desk, url, {"given_name": "Yara"}, HTTP_IDEMPOTENCY_KEY="phone-1-0001") for _ in range(2)]
    assert answers[0].json() == answers[1].json() and Entry.objects.count() == 1


def test_a_key_with_another_body_is_refused_with_a_code(desk, url):
    post(desk, url, {"given_name": "Yara"}, HTTP_IDEMPOTENCY_KEY="phone-1-0001")
    answer = post(desk, url, {"given_name": "Gero"}, HTTP_IDEMPOTENCY_KEY="phone-1-0001")
    assert (answer.status_code, answer.json()["code"]) == (422, "id_reused")
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "body",
    [{}, {"given_name": ""}, {"given_name": "x" * 81}, {"given_name": "a\u202eb"}, {"given_name": "a\u0000"}, [], "x"],
)
def test_bad_bodies_are_400_and_name_the_field(desk, url, body):
    answer = post(desk, url, body)
    assert answer.status_code == 400 and answer.json()["code"] == "invalid" and answer.json()["errors"]


@pytest.mark.parametrize(
    "body", [{"given_name": "\ud800"}, {"given_name": "a", "\ud800": 1}, {"given_name": "a", "state": "\ud800"}]
)
def test_what_is_no_text_is_refused_and_can_be_quoted(desk, url, body):
    assert post(desk, url, body).status_code == 400


def test_broken_json_is_400(desk, url):
    answer = desk.post(url, "{", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("field", [{"public_id": "x"}, {"state": "excluded"}, {"is_minor": 1}, {"number": "7"}])
def test_what_is_not_asked_for_or_of_another_kind_is_named_and_nothing_done(desk, url, field):
    answer = post(desk, url, {"given_name": "Yara", **field})
    assert answer.status_code == 400 and set(answer.json()["errors"]) == set(field) and not Entry.objects.exists()


def test_anonymous_reads_short_names_and_writes_nothing(entries, url):
    read, write = Client().get(url), post(Client(), url, {"given_name": "Eve"})
    assert read.json()["items"][0]["name"] == "Yara Y."
    assert write.status_code == 401 and write.headers["WWW-Authenticate"] == "Bearer"
    assert Entry.objects.count() == 6


def test_staff_reads_full_names(entries, desk, url):
    assert desk.get(url).json()["items"][0]["name"] == "Yara Yilmaz"


def test_tournaments_are_listed(tournament):
    listed = Client().get(reverse("api_tournaments")).json()["items"]
    assert [(t["id"], t["name"], t["live"]["seq"]) for t in listed] == [(tournament.public_id, "Herbstturnier", 0)]


def test_a_method_that_is_not_declared_is_closed(desk, url):
    answer = desk.delete(url)
    assert answer.status_code == 405 and answer.headers["Allow"] == "GET, HEAD, POST"


def test_head_is_answered_where_get_is(desk, url):
    assert desk.head(url).status_code == 200


def test_somebody_else_s_page_cannot_write_with_our_cookie(yara, tournament, url):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(yara)
    answer = browser.post(url, {"given_name": "Eve"}, content_type="application/json")
    assert answer.status_code == 403 and not tournament.entries.exists()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # of who looks whether it is back
def test_without_the_database_it_is_said_without_a_page_that_needs_one(monkeypatch):
    """Nothing of the reason leaves the house."""
    monkeypatch.setattr(connection, "ensure_connection", Mock(side_effect=OperationalError("role at host")))
    browser = Client(raise_request_exception=False)
    page, data = browser.get("/"), browser.get("/api/v1/tournaments/")
    status, code = (503, "database_away") if connection.vendor == "postgresql" else (500, "bug")
    assert (page.status_code, data.status_code, data.json()["code"]) == (status, status, code)
    assert browser.get("/readyz").status_code == 503 and browser.get("/healthz").status_code == 200
    assert "role at host" not in f"{page.content}{data.content}{browser.get('/readyz').content}"
