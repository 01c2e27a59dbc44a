"""The draw at the desk: drawn, looked at, a swap and what it would do, colours chosen, thrown away."""

import re

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance, text
from tournament.draw.proof import next_commitment
from tournament.finals.actions import settle_by_lot
from tournament.models import Entry, Round

pytestmark = pytest.mark.english


@pytest.fixture
def drafts(evening):
    return evening.draw(1)


def test_what_is_next_leads_from_the_draw_to_the_draft(evening, desk, at):
    assert "draw the tables for 16 players" in text(desk.get(at("rounds")))
    answer = desk.post(at("draw", evening.stage(1).pk))
    first = Round.objects.get(number=1)
    assert answer.headers["Location"] == at("round", first.pk)
    assert Round.objects.drafts().count() == 3


def test_a_draw_sent_twice_is_drawn_once(evening, desk, at):
    for _ in range(2):
        desk.post(at("draw", evening.stage(1).pk), {"action_id": "draw-0001"})
    assert evening.tournament.stream.log.filter(code="round.drawn").count() == 1


def test_a_draft_says_what_the_draw_reached_and_names_everybody(drafts, desk, at):
    shown = desk.get(at("round", drafts[0].pk))
    assert "Nobody meets anybody twice." in text(shown)
    assert all(f"Gast{n} Graf" in text(shown) for n in range(1, 17))


def test_twelve_who_must_meet_again_are_named(club, as_yara, desk):
    evening = Evening(club, "open", by=as_yara)
    evening.come(6)
    first = evening.draw(1)[0]
    shown = desk.get(reverse("round", args=[evening.tournament.public_id, first.pk]))
    assert re.search(r"\d+ meetings? (is a repeat|are repeats)\.", text(shown))
    assert shown.context["said"][0].who and "Gast" in shown.context["said"][0].who[0]


def seats_of_two_tables(round_):
    one, other = (table.seats.first().entry for table in round_.tables.all()[:2])
    return one, other


def test_two_seats_are_tapped_looked_at_and_changed(drafts, desk, at):
    one, other = seats_of_two_tables(drafts[1])
    page = at("round", drafts[1].pk)
    assert desk.get(page, {"one": one.public_id}).context["one"] == one
    looked = desk.get(page, {"one": one.public_id, "other": other.public_id})
    assert looked.context["other"] == other and "effect" in looked.context
    table = drafts[1].seats.get(entry=one).table_id
    desk.post(
        at("round_swap", drafts[1].pk),
        {"one": one.public_id, "other": other.public_id, "version": str(drafts[1].version)},
    )
    assert drafts[1].seats.get(entry=other).table_id == table


def test_a_swap_that_makes_two_meet_again_is_said_before_it_is_done(drafts, desk, at):
    """Somebody of the first round's table moves to where another of it sits in the second."""
    a, b = (seat.entry for seat in drafts[0].tables.first().seats.all()[:2])
    target = next(seat.entry for seat in drafts[1].seats.get(entry=b).table.seats.all() if seat.entry != b)
    page = desk.get(
        at("round", drafts[1].pk),
        {"one": a.public_id, "other": target.public_id},
    )
    said = {one.title: one for one in page.context["effect"]}
    assert said["Opponents"].verdict == "worse" and "repeat" in said["Opponents"].after.words
    assert any(f"{a.number} " in who for who in said["Opponents"].new)


def test_after_a_swap_the_report_is_that_of_the_seats_as_they_are(drafts, desk, at):
    a, b = (seat.entry for seat in drafts[0].tables.first().seats.all()[:2])
    target = next(seat.entry for seat in drafts[1].seats.get(entry=b).table.seats.all() if seat.entry != b)
    desk.post(at("round_swap", drafts[1].pk), {"one": a.public_id, "other": target.public_id})
    for draft in drafts:
        shown = text(desk.get(at("round", draft.pk)))
        assert "Nobody meets anybody twice." not in shown and re.search(r"meetings? (is a repeat|are repeats)", shown)


def test_a_swap_that_breaks_a_wish_says_so(evening, desk, at):
    Entry.objects.filter(number__in=(1, 2)).update(family="Graf")
    draft = evening.draw(1)[0]
    one, other = (draft.seats.select_related("entry").get(entry__number=n) for n in (1, 2))
    place = other.table.seats.select_related("entry").exclude(pk=other.pk).first().entry
    asked = {"one": one.entry.public_id, "other": place.public_id}
    (wish,) = (one for one in desk.get(at("round", draft.pk), asked).context["effect"] if one.title == "Wishes")
    assert wish.verdict == "worse" and any("1 Gast1 Graf · 2 Gast2 Graf (family)" in who for who in wish.new)
    answer = desk.post(at("round_swap", draft.pk), asked)
    page = desk.get(answer.headers["Location"])
    assert "have changed seats" in text(page) and "Change them back" in text(page)
    (wish,) = (one for one in page.context["effect"] if one.title == "Wishes")
    assert wish.verdict == "better" and any("1 Gast1 Graf · 2 Gast2 Graf (family)" in who for who in wish.gone)


def test_where_fair_threes_and_no_repeats_exclude_each_other_both_are_offered(club, as_yara, desk):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(13)
    (first, *_rest) = evening.draw(1)
    page = reverse("round", args=[evening.tournament.public_id, first.pk])
    fair, new = desk.get(page).context["first_choices"]
    assert fair.is_taken and "6 meetings are repeats." in fair.words
    assert new.words.startswith("Nobody meets anybody twice.") and not new.is_taken
    answer = desk.post(reverse("draw", args=[evening.tournament.public_id, evening.stage(1).pk]), {"first": new.first})
    shown = desk.get(answer.headers["Location"])
    assert "Nobody meets anybody twice." in text(shown) and shown.context["first_choices"][1].is_taken


def test_where_both_can_be_had_nothing_is_asked(drafts, desk, at):
    assert desk.get(at("round", drafts[0].pk)).context["first_choices"] == []


def test_the_fingerprint_is_shown_before_the_draw(evening, desk, at):
    assert next_commitment(evening.stage(1)) in desk.get(at("rounds")).content.decode()


def test_a_swap_on_an_old_page_is_refused(drafts, desk, at):
    one, other = seats_of_two_tables(drafts[0])
    form = {"one": one.public_id, "other": other.public_id, "version": "1"}
    assert desk.post(at("round_swap", drafts[0].pk), form).status_code == 302
    assert desk.post(at("round_swap", drafts[0].pk), form).status_code == 409


def test_who_has_no_seat_takes_anothers(evening, drafts, desk, at):
    late = evening.enter(1, state="present")[0]
    gone = drafts[0].seats.first().entry
    desk.post(
        at("round_swap", drafts[0].pk),
        {"one": gone.public_id, "other": late.public_id, "spare": late.public_id},
    )
    assert drafts[0].seats.filter(entry=late).exists() and not drafts[0].seats.filter(entry=gone).exists()


def test_in_a_final_colours_are_chosen_in_the_order_of_the_seeds(evening, desk, at):
    evening.play_stage(1, by_chance(4))
    settle_by_lot(evening.tournament, by=evening.by, stage_id=evening.stage(1).pk)
    final = evening.draw(2)[0]
    for seed in (1, 2, 3, 4):
        ((table, first, free),) = desk.get(at("round", final.pk)).context["choices"]
        assert first.seed == seed and len(free) == 5 - seed
        assert f"{first.name} chooses" in text(desk.get(at("round", final.pk)))
        desk.post(at("choose_colour", table.public_id), {"entry": first.public_id, "colour": free[-1]})
        assert final.seats.get(seed=seed).colour == free[-1]
    assert desk.get(at("round", final.pk)).context["choices"] == []


def test_drafts_are_thrown_away(drafts, evening, desk, at):
    desk.post(at("drafts_discard", evening.stage(1).pk))
    assert not Round.objects.exists()


def test_who_met_whom_is_drawn(drafts, desk, at):
    assert b"<svg" in desk.get(at("round_picture", drafts[2].pk)).content


def test_names_are_harmless_ink_in_the_picture(evening, drafts, desk, at):
    person = drafts[0].seats.first().entry.person
    person.given_name = "<script>alert(1)</script>"
    person.save()
    assert b"<script>alert" not in desk.get(at("round_picture", drafts[0].pk)).content
