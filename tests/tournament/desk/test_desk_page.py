"""The desk's own page: one next step, what cannot wait, the way to everything else; and a referee's way to a table."""

import re

import pytest
from django.urls import reverse

from tests.tournament.evening import by_chance, text
from tournament.core import alarms
from tournament.core.actors import Actor
from tournament.models import Grant, Result, Role
from tournament.results.actions import report_result, set_problem

pytestmark = pytest.mark.english


@pytest.fixture
def referee(evening, club, account, signed_in):
    karl = account("karl")
    Grant.objects.create(account=karl, club=club, tournament=evening.tournament, role=Role.REFEREE)
    browser = signed_in(karl)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return browser


def choices(table, digits: str) -> dict[str, str]:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {f"place_{colour}": digit for colour, digit in zip(colours, digits, strict=True)}


def phone(evening, table, digits: str, device: str = "one") -> None:
    places = {name[-1]: {"place": int(digit), "counted": None} for name, digit in choices(table, digits).items()}
    by = Actor(via="link", device=device, table=table.public_id)
    report_result(evening.tournament, by=by, table_id=table.public_id, source="table", places=places)


def own_link(table) -> str:
    """The phone of its first player."""
    return f"entry-{table.seats.order_by('order').first().entry.public_id}"


def test_one_step_is_next_from_the_empty_tournament_to_the_certificates(tournament, evening, desk, at):
    here = reverse("desk_tournament", args=[tournament.public_id])
    assert desk.get(here).context["step"].code == "stages"
    page = at("desk_tournament")
    seen = [desk.get(page).context["step"].code]
    for round_ in evening.draw(1):
        seen.append(desk.get(page).context["step"].code)
        evening.publish(round_)
        evening.start(round_)
        seen.append(desk.get(page).context["step"].code)
        evening.fill(round_, by_chance(1))
        seen.append(desk.get(page).context["step"].code)
        desk.post(at("round_close", round_.pk), {"version": ""})
    assert seen == ["draw", *["publish", "results", "close"] * 3]


@pytest.mark.parametrize(
    ("referer", "leads_back"),
    [("http://testserver/desk/t/x/rounds/1/?by=name", True), ("http://elsewhere/desk/", False), ("", False)],
)
def test_a_refused_form_leads_back_to_its_page_if_that_is_ours(evening, round_, desk, at, referer, leads_back):
    answer = desk.post(
        at("round_close", round_.pk), {"version": ""}, headers={"referer": referer, "accept-language": "en"}
    )
    assert answer.status_code == 422 and (f'href="{referer}"' in answer.content.decode()) is leads_back
    assert ("Back to where you were" in text(answer)) is leads_back


def test_every_role_finds_only_what_it_may_do(evening, round_, referee, desk, at):
    evening.start(round_)
    shown, mine = text(referee.get(at("desk_tournament"))), text(desk.get(at("desk_tournament")))
    assert "One table" in shown and "Report a table" in text(referee.get(at("rounds")))
    assert not any(word in shown for word in ("Enter players", "Check-in", "Helpers", "Settings", "Log "))
    assert all(word in mine for word in ("Enter players", "Check-in", "Helpers", "Settings"))


def test_a_table_in_trouble_is_on_top(evening, round_, desk, at):
    wrong, differs = round_.tables.all()[:2]
    set_problem(evening.tournament, by=evening.by, table_id=wrong.public_id, problem="A piece is missing.")
    phone(evening, differs, "1234", "one")
    phone(evening, differs, "4321", "two")
    shown = text(desk.get(at("desk_tournament")))
    assert "Table 1: A piece is missing." in shown and "Reports differ at table 2." in shown
    set_problem(evening.tournament, by=evening.by, table_id=wrong.public_id, problem="")
    assert "A piece is missing" not in text(desk.get(at("desk_tournament")))


def test_other_apps_add_what_cannot_wait(evening, desk, at, monkeypatch):
    call = alarms.Alarm("Table 7 calls a referee", "/somewhere/", "Go")
    monkeypatch.setattr(alarms, "SOURCES", [*alarms.SOURCES, lambda _tournament, _actor: [call]])
    assert "Table 7 calls a referee" in text(desk.get(at("desk_tournament")))


def test_the_page_asks_the_database_little_at_the_end_of_a_long_day(evening, desk, at, django_assert_max_num_queries):
    evening.play_stage(1, by_chance(2))
    desk.get(at("desk_tournament"))
    with django_assert_max_num_queries(15):
        assert desk.get(at("desk_tournament")).context["step"].code in ("draw", "settle")


def test_a_table_is_found_by_its_number(round_, referee, at):
    table = round_.tables.get(number=3)
    assert referee.get(at("table_numbers"), {"table": "3"}).headers["Location"] == at("desk_table", table.public_id)
    assert "There is no such table" in text(referee.get(at("table_numbers"), {"table": "99"}))


def test_a_referees_word_alone_does_not_count_and_with_the_tables_it_does(evening, round_, referee, at):
    table = round_.tables.get(number=1)
    answer = referee.post(at("table_confirm", table.public_id), choices(table, "1324"), follow=True)
    assert "when a referee says the same as one of them" in text(answer)
    assert not Result.objects.exists() and table.reports.get().source == "referee"
    phone(evening, table, "1324", own_link(table))
    assert Result.objects.get().table == table


def test_a_referee_agrees_with_what_the_table_said_with_one_tap(evening, round_, referee, at):
    table = round_.tables.get(number=1)
    phone(evening, table, "2134", own_link(table))
    page = referee.get(at("desk_table", table.public_id)).content.decode()
    form = next(part for part in page.split("<form") if "This is right" in part)
    sent = dict(re.findall(r'name="(place_\w)" value="(\d)"', form))
    assert sent == choices(table, "2134")
    referee.post(at("table_confirm", table.public_id), sent)
    assert Result.objects.get().table == table


def test_a_referee_counts_a_board_and_settles_a_problem(evening, round_, referee, at):
    table = round_.tables.get(number=1)
    set_problem(evening.tournament, by=evening.by, table_id=table.public_id, problem="Die is gone.")
    referee.post(at("table_problem", table.public_id))
    assert not round_.tables.get(number=1).problem
    fields = {f"fields_{colour}": "a b" for colour in table.seats.values_list("colour", flat=True)}
    assert "Report the result" in text(referee.get(at("counter", table.public_id), fields))
    referee.post(at("counter", table.public_id), {**fields, "to": "confirm"})
    assert table.reports.get().position and not Result.objects.exists()


@pytest.mark.parametrize("name", ["table_correct", "table_take_back", "table_report", "table_time"])
def test_a_referee_cannot_do_what_is_the_desks(round_, referee, at, name):
    table = round_.tables.get(number=1)
    assert referee.post(at(name, table.public_id)).status_code == 403
    assert "Take the result back" not in text(referee.get(at("desk_table", table.public_id)))


def test_fields_are_only_made_to_be_tapped_where_a_script_serves_them(round_, desk, at):
    table = round_.tables.get(number=1)
    plain, tapped = (desk.get(at("counter", table.public_id), {"taps": taps}) for taps in ("", "1"))
    assert b'class="ag-field"' in plain.content and b'role="button" tabindex="0"' not in plain.content
    assert b'role="button" tabindex="0"' in tapped.content
