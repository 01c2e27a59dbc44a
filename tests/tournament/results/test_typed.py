"""Quick entry: what looks like a slip is asked back, and a queue of lines is counted line by line, each once."""

import json

import pytest

from tests.tournament.evening import by_number, text
from tournament.core.actors import Actor
from tournament.models import LogEntry, Report, Result
from tournament.results.actions import report_result
from tournament.results.corrections.actions import take_back_result
from tournament.results.typed.parsing import read
from tournament.results.typed.slips import meant
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.english


@pytest.fixture
def send(desk, at):
    def sent(*lines: str, **more: str) -> dict:
        body = [{"id": f"line{n:06d}", "round": more.get("round", ""), "line": line} for n, line in enumerate(lines)]
        answer = desk.post(at("result_lines"), json.dumps({"lines": body}), content_type="application/json")
        assert answer.status_code == 200
        return answer.json()

    return sent


def places_of(table) -> list[int]:
    found = dict(table.results.get(superseded_at=None).seats.values_list("colour", "place"))
    return [found[colour] for colour in table.seats.order_by("order").values_list("colour", flat=True)]


def test_every_line_is_counted_or_refused_for_itself(round_, send):
    answer = send("1 1324", "99 1234", "2 4321", "nonsense")
    assert answer["done"] == ["line000000", "line000002"] and list(answer["refused"]) == ["line000001", "line000003"]
    assert "Table 1 counts" in answer["counted"]["line000000"]
    assert "no table 99" in answer["refused"]["line000001"]["trouble"]
    assert places_of(round_.tables.get(number=2)) == [4, 3, 2, 1]


def test_a_queue_sent_again_counts_once_even_after_the_result_was_taken_back(evening, round_, send):
    send("1 1324", "2 4321")
    assert send("1 1324", "2 4321")["done"] == ["line000000", "line000001"]
    table = round_.tables.get(number=1)
    take_back_result(evening.tournament, by=evening.by, table_id=table.public_id, reason="wrong table")
    assert send("1 1324")["done"] == ["line000000"]
    assert Report.objects.count() == 2 and not table.results.counting().exists()


def test_a_result_that_counts_already_is_no_trouble_and_another_one_is(round_, send, at):
    send("2 1324")
    assert send("x", "2 1324")["done"] == ["line000001"]
    told = send("x", "x", "2 4321")["refused"]["line000002"]
    assert "has a result already" in told["trouble"]
    assert told["correct"] == f"{at('table_correct', round_.tables.get(number=2).public_id)}?typed=4321"
    assert Result.objects.count() == 1


@pytest.mark.parametrize("line", ["2 1134", "2 1224", "2 1233"])
def test_a_doubled_key_is_asked_back_and_counts_once_it_is_said_to_be_so(round_, send, line):
    told = send(line)["refused"]["line000000"]
    assert "share place" in told["trouble"] and told["sure"] == f"{line}!"
    assert not Result.objects.exists()
    assert send("x", told["sure"])["done"] == ["line000001"]


def test_equal_counts_prove_a_shared_place(round_, send):
    assert send("2 1224 90 80 80 10")["done"]
    assert send("x", "3 1224 90 80 70 10")["refused"]["line000001"]["sure"]


def test_what_the_table_itself_reported_otherwise_is_asked_back(evening, round_, send):
    table = round_.tables.get(number=2)
    colours = list(table.seats.order_by("order").values_list("colour", flat=True))
    places = {colour: {"place": place, "counted": None} for colour, place in zip(colours, (1, 3, 2, 4), strict=True)}
    by = Actor(via="link", device="one", table=table.public_id)
    report_result(evening.tournament, by=by, table_id=table.public_id, source="table", places=places)
    told = send("2 1234")["refused"]["line000000"]
    assert "1324" in told["trouble"] and told["sure"] == "2 1234!"
    assert send("x", "2 1324")["done"]


@pytest.mark.parametrize(
    ("line", "likely"),
    [
        ("21 1324", "12 1324"),  # two keys in the wrong order
        ("112 1324", "12 1324"),  # a doubled key
        ("1324 12", "12 1324"),  # places first
        ("121324", "12 1324"),  # no space
        ("3132", "3 132"),
        ("77 1324", "7 1324"),
        ("99 1324", ""),
        ("12 1324", ""),
    ],
)
def test_the_line_that_was_meant(line, likely):
    assert meant(read(line), {3, 7, 12}) == likely


def test_the_meant_line_comes_with_the_refusal(round_, send, desk, at):
    assert send("1324 2")["refused"]["line000000"]["meant"] == "2 1324"
    page = desk.post(at("results"), {"line": "1324 2"})
    assert "2 1324 is meant" in text(page)
    desk.post(at("results"), {"line": ["1324 2", "2 1324"]})  # by the button, which comes after the field
    assert places_of(round_.tables.get(number=2)) == [1, 3, 2, 4]


def test_without_a_script_a_doubled_key_is_asked_back_too(round_, desk, at):
    page = desk.post(at("results"), {"line": "2 1134"})
    assert page.status_code == 422 and "Yes, it is so" in text(page) and not Result.objects.exists()
    desk.post(at("results"), {"line": ["2 1134", "2 1134!"]})
    assert places_of(round_.tables.get(number=2)) == [1, 1, 3, 4]


def test_lines_kept_for_a_round_that_is_over_are_refused_not_counted_in_the_next(evening, round_, send):
    evening.fill(round_, by_number)
    close_round(evening.tournament, by=evening.by, round_id=round_.pk)
    now = evening.publish(round_.stage.rounds.get(number=2))
    assert "Another round" in send("2 1324", round=str(round_.pk))["refused"]["line000000"]["trouble"]
    assert not now.tables.confirmed().exists()


@pytest.mark.parametrize("body", ["", "[]", '{"lines": [{}]}', '{"lines": [{"id": 1, "round": "", "line": ""}]}'])
def test_what_no_page_sends_is_refused_whole(round_, desk, at, body):
    answer = desk.post(at("result_lines"), body, content_type="application/json")
    assert answer.status_code == 422 and answer.json()["done"] == []
    assert not LogEntry.objects.filter(code__startswith="result").exists()
