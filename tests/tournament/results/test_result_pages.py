"""Results at the desk: typed by keyboard alone, reports that differ, the counter, corrections."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, text
from tournament.core.actors import Actor
from tournament.models import Entry, Report, Result, Table
from tournament.results.actions import report_result
from tournament.results.typed.parsing import Typed, read
from tournament.rounds.actions import close_round

HTMX = {"HTTP_HX_REQUEST": "true"}

pytestmark = pytest.mark.english


def places_of(table) -> list[int]:
    seats = table.results.get(superseded_at=None).seats
    order = list(table.seats.order_by("order").values_list("colour", flat=True))
    found = dict(seats.values_list("colour", "place"))
    return [found[colour] for colour in order]


def fields(table, digits: str) -> dict[str, str]:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {f"place_{colour}": digit for colour, digit in zip(colours, digits, strict=True)}


# Typing


@pytest.mark.parametrize(
    ("line", "places"), [("2 1324", [1, 3, 2, 4]), ("2, 1224!", [1, 2, 2, 4]), ("2 1230", [1, 2, 3, 0])]
)
def test_a_line_is_a_result(round_, desk, at, line, places):
    answer = desk.post(at("results"), {"line": line})
    assert answer.status_code == 200
    assert places_of(round_.tables.get(number=2)) == places
    assert "Table 2 counts" in text(answer) and b"autofocus" in answer.content


@pytest.fixture
def counted(club, as_yara):
    evening = Evening(club, "counted", by=as_yara)
    evening.come(8)
    return evening.publish(evening.draw(1)[0])


def test_where_the_count_is_the_score_the_counts_are_enough(counted, desk):
    page = reverse("results", args=[counted.tournament.public_id])
    assert "Here the counts are enough" in text(desk.get(page))
    preview = reverse("result_preview", args=[counted.tournament.public_id])
    places = [place for _seat, place in desk.get(preview, {"line": "2 80 130 80 -5"}).context["seats"]]
    assert places == ["2", "1", "2", "4"]
    assert desk.get(preview, {"line": "2 80 130"}).context["table"].number == 2
    desk.post(page, {"line": "2 80 130 80 -5"})
    assert places_of(counted.tables.get(number=2)) == [2, 1, 2, 4]
    assert "has a result already" in text(desk.post(page, {"line": "2 80 130 70 -5"}))


def test_places_before_too_few_counts_are_not_taken_for_a_count(counted, desk):
    """The last one was forgotten; no board counts 1324."""
    page = reverse("results", args=[counted.tournament.public_id])
    assert "A count for every seat" in text(desk.post(page, {"line": "2 1324 80 45 60"}))
    assert not Result.objects.exists()


def test_places_may_be_left_open_where_boards_are_counted(counted, desk):
    table = counted.tables.get(number=1)
    first, *others = table.seats.order_by("order").values_list("colour", flat=True)
    form = {f"counted_{colour}": str(count) for colour, count in zip(others, (50, 90, 20), strict=True)}
    address = reverse("table_confirm", args=[counted.tournament.public_id, table.public_id])
    assert desk.post(address, form).status_code == 422
    desk.post(address, {**form, f"place_{first}": "0"})
    assert places_of(table) == [0, 2, 1, 3]
    correct = reverse("table_correct", args=[counted.tournament.public_id, table.public_id])
    shown = desk.get(correct, {**form, f"counted_{others[0]}": "95", f"place_{first}": "0"})
    assert [place for _seat, place, _count in shown.context["seats"]] == [0, 1, 2, 3]


def test_a_table_given_up_is_one_letter(round_, desk, at):
    desk.post(at("results"), {"line": "1 x"})
    table = round_.tables.get(number=1)
    assert places_of(table) == [1, 1, 1, 1] and table.reports.get().is_abandoned


def test_counts_may_follow(round_, desk, at):
    desk.post(at("results"), {"line": "1 1234 300 120 40 -0"})
    assert list(Result.objects.get().seats.order_by("place").values_list("counted", flat=True)) == [300, 120, 40, 0]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "First the number of the table"),
        ("abc", "First the number of the table"),
        ("99 1234", "no table 99"),
        ("2 123", "has 4 seats"),
        ("2 12345", "has 4 seats"),
        ("2 1123", "cannot be"),
        ("2 1229", "A place is 1 to 4"),
        ("2 0000", "Somebody must have been there"),
        ("2 1234 100", "A count for every seat"),
        ("2 1234 a b c d", "only be counts"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field_and_stays_in_it(round_, desk, at, line, why):
    answer = desk.post(at("results"), {"line": line})
    assert answer.status_code == 422 and why in text(answer)
    assert f'value="{line}"'.encode() in answer.content and b'aria-invalid="true"' in answer.content
    assert not Report.objects.exists()


def test_a_confirmed_table_is_not_overwritten_but_leads_to_its_correction(round_, desk, at):
    desk.post(at("results"), {"line": "2 1324"})
    answer = desk.post(at("results"), {"line": "2 4321"})
    table = round_.tables.get(number=2)
    assert f"{at('table_correct', table.public_id)}?typed=4321".encode() in answer.content
    assert places_of(table) == [1, 3, 2, 4]


def test_a_line_sent_twice_counts_once(round_, desk, at):
    for _ in range(2):
        desk.post(at("results"), {"line": "2 1324", "action_id": "line-00001"})
    assert Report.objects.count() == 1


def test_while_typing_one_sees_who_gets_which_place(round_, desk, at):
    table = round_.tables.get(number=3)
    shown = desk.get(at("result_preview"), {"line": "3 41"}, **HTMX)
    assert [digit for _seat, digit in shown.context["seats"]] == ["4", "1", "", ""]
    assert str(table.seats.first().entry.number) in text(shown)
    assert desk.get(at("result_preview"), {"line": "x"}, **HTMX).status_code == 200
    odd = desk.get(at("result_preview"), {"line": "3 ²٤"}, **HTMX)  # no digits that are counted in
    assert [digit for _seat, digit in odd.context["seats"]] == ["", "", "", ""]


def test_a_page_left_open_since_the_last_round_is_not_taken_for_this_one(evening, round_, desk, at):
    """The tables of both have the same numbers; what was typed stays in the field and counts once it is meant."""
    assert f'name="round" value="{round_.pk}"' in desk.get(at("results")).content.decode()
    evening.fill(round_, by_number)
    close_round(evening.tournament, by=evening.by, round_id=round_.pk)
    now = evening.publish(round_.stage.rounds.get(number=2))
    late = desk.post(at("results"), {"line": "2 1324", "round": str(round_.pk)})
    assert "Another round is being played by now" in text(late) and 'value="2 1324"' in late.content.decode()
    assert f'name="round" value="{now.pk}"' in late.content.decode() and "Round 2" in text(late)
    assert not now.tables.confirmed().exists()
    desk.post(at("results"), {"line": "2 1324", "round": str(now.pk)})
    assert places_of(now.tables.get(number=2)) == [1, 3, 2, 4]


def test_without_a_round_there_is_nothing_to_type(evening, desk, at):
    assert "No round is being played" in text(desk.get(at("results")))
    assert desk.post(at("results"), {"line": "1 1234"}).status_code == 422


def test_a_hundred_tables_need_at_most_eight_keys_each():
    assert all(len(f"{number} 1324") + 1 <= 9 for number in range(1, 100))  # with Enter; up to 9 tables: 7
    assert read("100 1324") == Typed(100, "1324")


# Two sources


def phone(table, name: str) -> Actor:
    return Actor(via="link", device=name, table=table.public_id)


def said(table, digits: str) -> dict:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {colour: {"place": int(digit), "counted": None} for colour, digit in zip(colours, digits, strict=True)}


def report(evening, table, name, digits):
    by = phone(table, name)
    return report_result(
        evening.tournament, by=by, table_id=table.public_id, source="table", places=said(table, digits)
    ).result


def test_differing_reports_stand_side_by_side_until_the_desk_takes_one(evening, round_, desk, at):
    table = round_.tables.get(number=1)
    first, second = report(evening, table, "one", "1234"), report(evening, table, "two", "2134")
    shown = desk.get(at("results"))
    assert [line.number for line, _sides in shown.context["disputed"]] == [1]
    assert f'value="{first.pk}"' in shown.content.decode() and f'value="{second.pk}"' in shown.content.decode()
    desk.post(at("table_report", table.public_id), {"report": str(second.pk)})
    assert places_of(table) == [2, 1, 3, 4]
    assert desk.get(at("results")).context["disputed"] == []


# One table


def test_places_by_a_choice_for_each_seat(round_, desk, at):
    table = round_.tables.get(number=4)
    assert desk.get(at("desk_table", table.public_id)).status_code == 200
    desk.post(at("table_confirm", table.public_id), fields(table, "4321"))
    assert places_of(table) == [4, 3, 2, 1]
    desk.post(at("table_take_back", table.public_id), {"reason": "verwechselt"})
    assert not table.results.filter(superseded_at=None).exists()


def test_a_seat_without_a_choice_is_refused(round_, desk, at):
    table = round_.tables.get(number=4)
    sent = fields(table, "4321")
    sent.popitem()
    assert desk.post(at("table_confirm", table.public_id), sent).status_code == 422


def test_a_problem_is_shown_and_settled(evening, round_, desk, at):
    Table.objects.filter(round=round_, number=1).update(problem="Streit um den Wurf")
    table = round_.tables.get(number=1)
    assert "Streit um den Wurf" in text(desk.get(at("results")))
    desk.post(at("table_problem", table.public_id))
    assert "Streit um den Wurf" not in text(desk.get(at("results")))


# The counter


def board(table, *groups: str) -> dict[str, str]:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {f"fields_{colour}": group for colour, group in zip(colours, groups, strict=True)}


def test_the_counter_draws_counts_and_only_then_confirms(round_, desk, at):
    table = round_.tables.get(number=2)
    page, sent = at("counter", table.public_id), board(table, "a b c d", "B", "5", "b 17")
    shown = desk.get(page, sent, **HTMX)
    assert b"<svg" in shown.content and b"<html" not in shown.content
    assert [one.place for _seat, one, _points in shown.context["counted"]] == [1, 4, 3, 2]
    desk.post(page, {**sent, "to": "count"})
    assert not Result.objects.exists()
    desk.post(page, {**sent, "to": "confirm"})
    assert places_of(table) == [1, 4, 3, 2]
    assert table.reports.get().position.startswith(f"{table.seats.first().colour}:a,b,c,d")


@pytest.mark.parametrize("typed", ["99", "a a", "1 2 3 4 5", "z", "<script>"])
def test_a_board_that_cannot_be_is_refused_with_the_reason(round_, desk, at, typed):
    table = round_.tables.get(number=2)
    sent = board(table, typed, "B", "5", "b 17")
    shown = desk.post(at("counter", table.public_id), {**sent, "to": "confirm"})
    assert shown.status_code == 422 and shown.context["trouble"] and b"<script>" not in shown.content
    assert not Result.objects.exists()


def test_two_who_have_all_home_are_asked_who_was_first(round_, desk, at):
    table = round_.tables.get(number=2)
    sent = board(table, "a b c d", "a b c d", "5", "B")
    one, other = table.seats.order_by("order").values_list("colour", flat=True)[:2]
    page = at("counter", table.public_id)
    assert desk.get(page, sent).context["asks_order"]
    shown = desk.get(page, {**sent, "finished": f"{other}{one}".lower()})
    assert [one.place for _seat, one, _points in shown.context["counted"]] == [2, 1, 3, 4]


# Corrections


@pytest.fixture
def played(evening, round_):
    evening.fill(round_, by_number)
    return round_


def test_a_correction_shows_its_effect_first(played, desk, at):
    table = played.tables.get(number=1)
    before = places_of(table)
    page = at("table_correct", table.public_id)
    new = "".join(str(5 - place) for place in before)
    shown = desk.get(page, {"typed": new})
    assert shown.context["moves"] and places_of(table) == before
    sent = {**fields(table, new), "seen": shown.context["effect"].fingerprint, "then": "keep"}
    assert desk.post(page, sent).status_code == 422, "without a reason"
    assert desk.post(page, {**sent, "seen": "other", "reason": "falsch"}).status_code == 409
    assert desk.post(page, {**sent, "reason": "falsch gelesen"}).status_code == 302
    assert places_of(table) == [5 - place for place in before]


def test_places_that_cannot_be_are_refused_in_a_correction_too(played, desk, at):
    table = played.tables.get(number=1)
    shown = desk.get(at("table_correct", table.public_id), fields(table, "1123"))
    assert "cannot be" in shown.context["trouble"] and "effect" not in shown.context


def test_the_log_says_who_came_in_how_and_what_the_clock_did(evening, round_, desk, at):
    evening.start(round_)
    desk.post(at("results"), {"line": "2 1320"})
    desk.post(at("results"), {"line": "3 x"})
    desk.post(at("table_time", round_.tables.get(number=1).public_id), {"minutes": "5"})
    told = text(desk.get(at("log")))
    assert "Table 2 · 1. Yellow, 2. Red, 3. Green, Black did not come" in told
    assert "Table 3 · given up" in told
    assert "Round 1 · started" in told and "Table 1 · +5:00" in told


def test_names_are_harmless_ink(evening, round_, desk, at):
    person = Entry.objects.filter(tournament=evening.tournament).first().person
    person.given_name = "<script>alert(1)</script>"
    person.save()
    table = round_.seats.get(entry__person=person).table
    pages = [at("results"), at("desk_table", table.public_id), at("counter", table.public_id)]
    assert not any(b"<script>alert" in desk.get(page).content for page in pages)


def test_pages_ask_the_database_little_however_many_play(club, as_yara, desk, django_assert_max_num_queries):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(61)
    round_ = evening.publish(evening.draw(1)[0])
    here, table = [evening.tournament.public_id], round_.tables.first()
    pages = [reverse("results", args=here), reverse("desk_table", args=[*here, table.public_id])]
    pages.append(reverse("counter", args=[*here, table.public_id]))
    evening.fill(round_, by_number)
    for page in pages:
        with django_assert_max_num_queries(15):
            assert desk.get(page).status_code == 200


def test_what_was_decided_on_an_old_page_is_refused_with_a_sentence(round_, desk, at):
    table = round_.tables.get(number=1)
    old = {**fields(table, "1234"), "version": "99"}
    plain = desk.post(at("table_confirm", table.public_id), old)
    part = desk.post(at("table_confirm", table.public_id), old, **HTMX)
    assert plain.status_code == part.status_code == 409 and "meantime" in text(plain)
    assert part.headers["HX-Retarget"] == "#messages" and not Result.objects.exists()
