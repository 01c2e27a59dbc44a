"""Whether everybody can enter by themselves, said by a program."""

import pytest

OPEN = {"takes_entries": True, "places": 2, "has_waiting_list": True}


def test_it_is_opened_and_says_how_many_places_are_free(yaras, here):
    asked = yaras.get(f"{here}/entering/")
    assert (asked.json()["is_open"], asked.json()["free"]) == (False, None)
    opened = yaras.ask("PUT", f"{here}/entering/", OPEN, if_match=asked.headers["ETag"])
    assert opened.status_code == 200
    said = [yaras.post(f"{here}/entries/self/", {"given_name": name}).status_code for name in ("Ada", "Bo", "Cy")]
    now = yaras.get(f"{here}/entering/").json()
    assert said == [201] * 3 and (now["is_open"], now["free"], now["waiting"]) == (True, 0, 1)
    assert yaras.ask("PUT", f"{here}/entering/", OPEN | {"version": 1}).status_code == 409


@pytest.mark.parametrize(
    ("until", "status"),
    [("2026-11-21T18:30:00+01:00", 200), ("2026-11-21T18:30:00", 400), (1_795_282_200, 400), ("2026-11-21", 400)],
)
def test_a_time_says_how_far_it_is_from_greenwich(yaras, here, until, status):
    answer = yaras.ask("PUT", f"{here}/entering/", {"takes_entries": True, "closes_at": until})
    assert answer.status_code == status, answer.content
    if status == 200:
        assert yaras.get(f"{here}/entering/").json()["closes_at"].startswith("2026-11-21T1")


def test_it_ends_after_it_begins(yaras, here):
    times = {"opens_at": "2026-11-21T18:30:00Z", "closes_at": "2026-11-21T18:30:00Z"}
    refused = yaras.ask("PUT", f"{here}/entering/", {"takes_entries": True} | times)
    assert (refused.status_code, refused.json()["code"]) == (422, "times")


def test_numbers_are_given_anew_by_surname(yaras, here, entries):
    assert yaras.post(f"{here}/entries/renumber/", {"by_surname": True}).json()["count"] == len(entries)
    names = [one["name"] for one in yaras.get(f"{here}/entries/").json()["items"]]
    assert names == sorted(names, key=lambda name: name.split()[-1])
