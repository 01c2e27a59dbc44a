"""What every answer has in common: ETags, pages, limits, problems in the reader's language, keys for what is sent twice."""

import gzip

import pytest
from django.db import OperationalError
from django.test import Client, override_settings

from tournament.models import Entry


def test_the_same_again_is_304(yaras, here, entries):
    first = yaras.get(f"{here}/entries/")
    again = yaras.get(f"{here}/entries/", if_none_match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    yaras.post(f"{here}/entries/", {"given_name": "Otto"})
    assert yaras.get(f"{here}/entries/", if_none_match=first.headers["ETag"]).status_code == 200


def test_what_others_see_has_another_etag(yaras, program, account, here, entries):
    mine, theirs = (who.get(f"{here}/entries/") for who in (yaras, program(account("eve"), "read")))
    assert mine.headers["ETag"] != theirs.headers["ETag"] and "Authorization" in mine.headers["Vary"]


def test_a_write_on_an_older_state_is_412(yaras, here, entries):
    address = f"{here}/entries/{entries[0].public_id}/"
    seen = yaras.get(address).headers["ETag"]
    assert yaras.post(f"{address}check-in/", if_match=seen).status_code == 200
    late = yaras.post(f"{address}withdraw/", if_match=seen)
    assert (late.status_code, late.json()["code"]) == (412, "precondition_failed")
    assert Entry.objects.get(pk=entries[0].pk).state == "present"


def test_by_the_version_in_the_body_it_is_409_and_says_what_is_now(yaras, here, entries):
    address = f"{here}/entries/{entries[0].public_id}/"
    yaras.post(f"{address}check-in/")
    late = yaras.post(f"{address}withdraw/", {"version": 1})
    assert (late.status_code, late.json()["data"]) == (409, {"now": 2, "then": 1})


def test_an_if_match_that_is_none_of_ours_is_refused(yaras, here, entries):
    answer = yaras.post(f"{here}/entries/{entries[0].public_id}/check-in/", if_match="W/foo")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["If-Match"])


def test_a_version_is_never_said_to_be_compared_where_there_is_none(yaras, here, club, entries):
    """Neither overlooked nor a mistake of ours."""
    writes = {
        f"clubs/{club.public_id}/tournaments/": {"name": "Herbst", "played_on": "2026-11-21"},
        f"{here}/entries/{entries[0].public_id}/paid/": {"is_paid": True},
    }
    for address, body in writes.items():
        answer = yaras.post(address, body, if_match='"5"')
        assert (answer.status_code, list(answer.json()["errors"])) == (400, ["If-Match"]), address
        assert yaras.post(address, body, if_match="*").status_code < 300, address


def test_sent_twice_it_is_done_once_and_answered_the_same(yaras, here, entries):
    address = f"{here}/entries/{entries[0].public_id}/check-in/"
    answers = [yaras.post(address, {"version": 1}, idempotency_key="k1") for _ in range(2)]
    assert answers[0].json() == answers[1].json() and answers[1].status_code == 200


def test_a_tournament_made_twice_with_one_key_is_one(yaras, club):
    body = {"name": "Herbst", "played_on": "2026-11-21", "preset": "village", "fours": 4}
    answers = [yaras.post(f"clubs/{club.public_id}/tournaments/", body, idempotency_key="k1") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json() and club.tournaments.count() == 1


def test_page_by_page_everybody_comes_once(yaras, here, entries):
    found, after = [], ""
    for _ in range(3):
        page = yaras.get(f"{here}/entries/?limit=2{after}").json()
        found += [entry["number"] for entry in page["items"]]
        after = f"&after={page['next']}"
    assert found == [1, 2, 3, 4, 5, 6] and page["next"] is None


@pytest.mark.parametrize("query", ["limit=0", "limit=x", "limit=501", "after=x", "after=99", "after=%F0%9F%8E%B2"])
def test_a_page_that_cannot_be_is_refused(yaras, here, entries, query):
    assert yaras.get(f"{here}/entries/?{query}").status_code == 400


def test_tournaments_of_one_day_come_once_each(yaras, club, as_yara, tournament):
    for name in "ABC":
        yaras.post(f"clubs/{club.public_id}/tournaments/", {"name": name, "played_on": "2026-11-21"})
    first = yaras.get("tournaments/?limit=2").json()
    second = yaras.get(f"tournaments/?limit=2&after={first['next']}").json()
    assert [t["name"] for t in first["items"] + second["items"]] == ["C", "B", "A", "Herbstturnier"]


@override_settings(API_LIMITS={"read": 3, "write": 1, "engine": 1, "work": 1})
def test_too_many_are_told_when_to_come_again(yaras, program, account, here):
    answers = [yaras.get(f"{here}/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[3].headers["Retry-After"]) <= 60
    assert answers[3].headers["Content-Type"] == "application/problem+json"
    assert program(account("gero")).get(f"{here}/").status_code == 200


def test_a_database_that_does_not_answer_is_asked_once_who_it_is(monkeypatch):
    asked = []

    def authenticate(*_: object) -> None:
        asked.append(1)
        raise OperationalError

    monkeypatch.setattr("tournament.core.api_common.bearer.TokenAuthentication.authenticate", authenticate)
    assert Client(raise_request_exception=False).get("/api/v1/clubs/").status_code in (500, 503)
    assert len(asked) == 1


@pytest.mark.parametrize(("language", "title"), [("de", "Nicht gefunden."), ("en", "Not found.")])
def test_a_problem_is_told_in_the_language_asked_for(yaras, language, title):
    answer = yaras.get("tournaments/nothere/", accept_language=language)
    assert (answer.status_code, answer.json()["title"], answer.json()["code"]) == (404, title, "not_found")


def test_an_address_that_does_not_exist_is_a_problem_too(yaras):
    answer = yaras.get("nothing/", accept_language="en")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_nul_sign_is_a_problem_too(yaras, here):
    answer = yaras.get(f"{here}/entries/?after=%00")
    assert answer.status_code == 400 and answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["TRACE", "OPTIONS", "PUT", "CONNECT", "FOO"])
def test_a_method_that_is_none_here_is_a_problem_too(yaras, here, method):
    answer = yaras.ask(method, f"{here}/entries/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (405, "application/problem+json")
    assert (answer.json()["code"], answer.json()["type"]) == ("method_not_allowed", "/problems/method_not_allowed/")


def test_without_its_slash_an_address_is_the_same(yaras, here, entries):
    made = yaras.post(f"{here}/entries", {"given_name": "Otto"})
    assert made.status_code == 201 and Entry.objects.filter(person__given_name="Otto").count() == 1
    assert yaras.get(f"{here}/entries?limit=1").json()["items"] == yaras.get(f"{here}/entries/?limit=1").json()["items"]


def test_what_was_made_is_found_where_the_answer_says(yaras, club, here):
    answer = yaras.post(f"{here}/entries/", {"given_name": "Otto"})
    assert yaras.get(answer.headers["Location"]).json()["name"] == "Otto"
    made = yaras.post(f"clubs/{club.public_id}/tournaments/", {"name": "Herbst", "played_on": "2026-11-21"})
    assert yaras.get(made.headers["Location"]).json()["name"] == "Herbst"
    stage = yaras.post(f"{here}/stages/", {"name": "Runden", "kind": "all", "rules": "classic"})
    assert yaras.get(stage.headers["Location"]).json()["name"] == "Runden"


def test_a_repeat_says_that_it_is_one(yaras, here):
    answers = [yaras.post(f"{here}/entries/", {"given_name": "Otto"}, idempotency_key="k1") for _ in range(2)]
    assert [answer.headers.get("Idempotency-Replayed") for answer in answers] == [None, "true"]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]


@pytest.mark.parametrize("query", ["name=Otto", "limit=2&limit=3", "after="])
def test_a_parameter_that_nobody_reads_is_refused(yaras, here, entries, query):
    answer = yaras.get(f"{here}/entries/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert yaras.post(f"{here}/entries/?{query}", {"given_name": "Otto"}).status_code == 400


BODIES = {
    '{"given_name": "Otto", "given_name": "Emil"}': "doppelt",
    '{"given_name": ': "Zeile 1",
    "[" * 100_000: "verschachtelt",
    '{"given_name": NaN}': "lesbares JSON",
    b"\xff": "UTF-8",
}


@pytest.mark.parametrize(("body", "said"), BODIES.items(), ids=BODIES.values())
def test_what_can_be_read_in_two_ways_or_not_at_all_is_refused(yaras, here, body, said):
    answer = yaras.browser.post(
        f"/api/v1/{here}/entries/", body, content_type="application/json", HTTP_AUTHORIZATION=f"Bearer {yaras.secret}"
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error") and said in answer.json()["title"]
    assert not Entry.objects.exists()


def test_a_body_that_is_too_large_is_a_problem_too(yaras, here):
    answer = yaras.post(f"{here}/entries/", {"given_name": "x" * 6_000_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_what_is_left_of_the_limit_is_said(yaras, here):
    first, second = (yaras.get(f"{here}/") for _ in range(2))
    assert first.headers["RateLimit-Policy"] == '"read";q=600;w=60'
    left = [int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0]) for answer in (first, second)]
    assert left[0] - left[1] in (1, -599, -598) and left[0] < 600  # a minute may end in between


def test_pages_of_other_origins_read_what_is_public(yaras, here, entries):
    stranger = Client(headers={"origin": "https://verein.example"})
    public = stranger.get(f"/api/v1/{here}/entries/")
    assert public.headers["Access-Control-Allow-Origin"] == "*"
    assert public.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    asked = stranger.options(f"/api/v1/{here}/entries/", headers={"access-control-request-method": "GET"})
    assert asked.status_code == 204 and "If-None-Match" in asked.headers["Access-Control-Allow-Headers"]


def test_nobodys_rights_are_lent_to_other_origins(yaras, here, entries, desk):
    log = Client(headers={"origin": "https://verein.example", "access-control-request-method": "GET"})
    assert log.options(f"/api/v1/{here}/log/").status_code == 405
    assert log.options("/api/v1/nothing/").status_code == 404
    for answer in (yaras.get(f"{here}/entries/"), desk.get(f"/api/v1/{here}/entries/"), yaras.get(f"{here}/log/")):
        assert answer.status_code == 200 and "Access-Control-Allow-Origin" not in answer.headers
    written = Client(headers={"origin": "https://verein.example", "access-control-request-method": "POST"})
    assert written.options(f"/api/v1/{here}/entries/").status_code == 405


def test_what_is_read_comes_packed_and_its_etag_counts_as_the_plain_one(yaras, desk, here, entries):
    plain = yaras.get("presets/")
    packed = yaras.get("presets/", accept_encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in yaras.get("presets/", accept_encoding="gzip;q=0, br").headers
    assert packed.headers["ETag"] != plain.headers["ETag"] and "Accept-Encoding" in packed.headers["Vary"]
    for tag in (packed.headers["ETag"], plain.headers["ETag"], "*"):
        assert yaras.get("presets/", if_none_match=tag, accept_encoding="gzip").status_code == 304
    address = f"{here}/entries/{entries[0].public_id}/"
    seen = yaras.get(address).headers["ETag"]
    assert yaras.post(f"{address}check-in/", if_match=f'{seen[:-1]}-gz"').status_code == 200


def test_nothing_is_packed_whose_length_could_tell_a_secret(desk, yaras, here):
    """With cookies, which another page can make a browser send; and what a write answers."""
    assert "Content-Encoding" not in desk.get("/api/v1/presets/", headers={"accept-encoding": "gzip"}).headers
    answer = yaras.post(f"{here}/entries/list/", {"text": "Otto Oben\n" * 100}, accept_encoding="gzip")
    assert answer.status_code == 200 and "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_type_of_a_problem_leads_to_a_page_about_it(yaras, here, language):
    found = yaras.get("tournaments/nothere/", accept_language=language).json()
    page = Client().get(found["type"], headers={"accept-language": language}).content.decode()
    assert found["code"] in page and {"de": "Hier ist nichts", "en": "There is nothing here"}[language] in page
    listed = {one["code"]: one for one in yaras.get("problems/").json()["items"]}
    assert listed["not_found"]["statuses"] == [404] and listed["not_found"]["type"] == found["type"]
    assert Client().get("/problems/").status_code == 200 and Client().get("/problems/nothing/").status_code == 404
