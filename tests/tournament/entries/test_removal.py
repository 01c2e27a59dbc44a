"""An entry typed by mistake: gone from pages, kept in the log, and only as long as nobody sat with it at a table."""

from django.core.management import call_command

from tests.tournament.evening import by_number, refused, text
from tournament.desk.undo.actions import undo_to
from tournament.desk.undo.steps import steps
from tournament.entries.actions import add_entry
from tournament.entries.removal.actions import remove_entry
from tournament.entries.signup.actions import set_contact
from tournament.models import Contact, Entry, Round


def test_it_is_gone_from_pages_and_kept_in_the_log(evening, desk, at, client):
    tournament = evening.tournament
    wrong = add_entry(tournament, by=evening.by, given_name="Falsch", family_name="Getippt").result
    set_contact(tournament, by=evening.by, entry_id=wrong.public_id, email="falsch@example.org")
    page = desk.get(at("player") + f"?entry={wrong.public_id}")
    assert "Falsch" in text(page) and 'value="remove"' in page.content.decode()
    desk.post(at("player") + f"?entry={wrong.public_id}", {"do": "remove", "version": "2"})
    assert not Entry.objects.filter(pk=wrong.pk).exists() and not Contact.objects.exists()
    assert "Falsch" not in text(desk.get(at("check_in"))) and "Falsch" not in text(client.get(at("tournament")))
    line = tournament.stream.log.last()
    assert (line.code, line.data["number"], line.texts.get().text) == ("entry.removed", 17, "Falsch Getippt")
    assert "Falsch Getippt" in text(desk.get(at("log")))
    call_command("verify_tournament", tournament.public_id)


def test_on_old_facts_it_is_refused(evening):
    one = add_entry(evening.tournament, by=evening.by, given_name="Gero").result
    with refused("stale"):
        remove_entry(evening.tournament, by=evening.by, entry_id=one.public_id, version=7)


def test_whoever_sat_at_a_published_table_is_withdrawn_instead(evening, round_, desk, at):
    seat = round_.seats.first()
    with refused("has_sat") as caught:
        remove_entry(evening.tournament, by=evening.by, entry_id=seat.entry.public_id)
    assert str(seat.entry.number) in str(caught.value)
    assert 'value="remove"' not in desk.get(at("player") + f"?entry={seat.entry.public_id}").content.decode()
    answer = desk.post(at("player") + f"?entry={seat.entry.public_id}", {"do": "remove", "version": "1"})
    assert answer.status_code in (409, 422) and Entry.objects.filter(pk=seat.entry_id).exists()


def test_a_draft_with_the_entry_goes_with_it_and_both_come_back(evening):
    tournament, by = evening.tournament, evening.by
    drafts = evening.draw(1)
    seated = drafts[0].seats.first().entry
    remove_entry(tournament, by=by, entry_id=seated.public_id)
    assert not Round.objects.exists()
    assert tournament.stream.log.last().data["drafts"] == [each.number for each in drafts]
    tournament.stream.refresh_from_db()
    step = next(steps(tournament))
    assert step.line.code == "entry.removed"
    undo_to(tournament, by=by, to=step.before.seq, seen=tournament.stream.seq)
    assert Entry.objects.filter(public_id=seated.public_id).exists() and Round.objects.count() == len(drafts)
    call_command("verify_tournament", tournament.public_id)


def test_drafts_of_a_later_round_go_too_if_nobody_has_sat(evening):
    """Whoever came late and was only drawn so far."""
    first = evening.draw(1)[0]
    evening.play(first, by_number)
    late = add_entry(evening.tournament, by=evening.by, given_name="Spät", state="present").result
    evening.draw(1)
    remove_entry(evening.tournament, by=evening.by, entry_id=late.public_id)
    assert list(Round.objects.values_list("pk", flat=True)) == [first.pk]


def test_the_first_who_waits_takes_the_place(evening):
    tournament = evening.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(places=16)
    waits = add_entry(tournament, by=evening.by, given_name="Wanda", state="waiting").result
    first = tournament.entries.first()
    tournament.refresh_from_db()
    remove_entry(tournament, by=evening.by, entry_id=first.public_id)
    waits.refresh_from_db()
    assert waits.state == "registered"
