"""The last step is undone, whatever it was; one after another back to the empty tournament."""

from tests.tournament.evening import Evening, by_number, text
from tournament.core.snapshots import state_of
from tournament.desk.undo.actions import undo_to
from tournament.desk.undo.steps import steps, take_back_step
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import check_in
from tournament.models import Report, Result, Round
from tournament.results.actions import confirm_result
from tournament.rounds.actions import close_round
from tournament.rounds.seats.actions import swap_seats


def undo(evening: Evening) -> str:
    """The code of the step that was undone."""
    evening.tournament.stream.refresh_from_db()
    step, seen = next(steps(evening.tournament)), evening.tournament.stream.seq
    if step.before:
        undo_to(evening.tournament, by=evening.by, to=step.before.seq, seen=seen)
    else:
        take_back_step(evening.tournament, by=evening.by, seen=seen)
    evening.tournament.stream.refresh_from_db()
    return step.line.code


def state(evening: Evening) -> dict:
    """But for versions, which only rise, and for results and reports, which stay readable."""
    found = state_of(evening.tournament)
    rest = {name: rows for name, rows in found.items() if name not in ("Result", "ResultSeat", "Report")}
    return {name: {pk: {**row, "version": 0} for pk, row in rows.items()} for name, rows in rest.items()}


def result(evening: Evening, table) -> None:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    places = {colour: {"place": n, "counted": None} for n, colour in enumerate(colours, 1)}
    confirm_result(evening.tournament, by=evening.by, table_id=table.public_id, places=places)


def test_one_after_another_back_to_the_empty_tournament(club, as_yara):
    evening = Evening(club, "village", by=as_yara)
    evening.tournament.stream.refresh_from_db()
    states, done = [state(evening)], []

    def step(code: str, act, **more) -> None:
        act(evening.tournament, by=evening.by, **more)
        states.append(state(evening))
        done.append(code)

    for n in range(8):
        step("entry.added", add_entry, given_name=f"Gast{n}")
    for entry in evening.tournament.entries.all():
        step("entry.checked_in", check_in, entry_id=entry.public_id)
    first = evening.draw(1)[0]
    states.append(state(evening))
    done.append("round.drawn")
    one, other = (table.seats.first().entry.public_id for table in first.tables.all())
    step("seats.swapped", swap_seats, round_id=first.pk, one=one, other=other)
    evening.publish(first)
    states.append(state(evening))
    done.append("round.published")
    for table in first.tables.all():
        result(evening, table)
        states.append(state(evening))
        done.append("result.confirmed")
    step("round.closed", close_round, round_id=first.pk)
    while done:
        assert undo(evening) == done.pop()
        states.pop()
        assert state(evening) == states[-1], done
    assert not Round.objects.exists() and not evening.tournament.entries.exists()


def test_a_result_taken_back_comes_back_and_reports_of_phones_are_no_steps(club, as_yara):
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    round_ = evening.publish(evening.draw(1)[0])
    evening.fill(round_, by_number)
    assert undo(evening) == "result.confirmed" and Result.objects.counting().count() == 1
    assert undo(evening) == "result.confirmed" and not Result.objects.counting().exists()
    assert undo(evening) == "round.published" and not Report.objects.exists()


def test_the_page_offers_the_last_step_and_lists_those_before(evening, desk, at):
    evening.come(8)
    round_ = evening.publish(evening.draw(1)[0])
    evening.fill(round_, by_number)
    page = desk.get(at("undo"))
    assert page.context["standing"][0][0].line.code == "result.confirmed"
    codes = [step.line.code for step, _words in page.context["standing"]]
    assert "round.published" in codes and "round.drawn" in codes
    desk.post(at("undo"), {"to": "last", "seen": str(page.context["seen"])})
    assert Result.objects.counting().count() == round_.tables.count() - 1
    assert "Undo this step" in text(desk.get(at("undo"))) or "Diesen Schritt" in text(desk.get(at("undo")))
