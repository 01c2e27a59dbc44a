"""The way through a round at the desk: published, timed, closed."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, text
from tournament.entries.checkin.actions import undo_check_in
from tournament.models import Round
from tournament.models.stages import RoundState

pytestmark = pytest.mark.english


@pytest.fixture
def drafts(evening):
    return evening.draw(1)


def test_seats_by_surname(drafts, desk, at):
    shown = desk.get(at("round", drafts[0].pk), {"by": "name"})
    numbers = [seat.number for seat, _table in shown.context["by_name"]]
    assert sorted(numbers) == list(range(1, 17))


def test_published_it_is_seen_by_everybody_and_taken_back_by_nobody(drafts, desk, at):
    tables = at("public_tables")
    assert "Gast1 G." not in text(Client().get(tables))
    desk.post(at("round_publish", drafts[0].pk), {"version": "1"})
    assert "Gast1 G." in text(Client().get(tables))
    desk.post(at("round_publish", drafts[0].pk), {"to": "unpublish"})
    assert "Gast1 G." not in text(Client().get(tables))


def test_a_draft_that_no_longer_fits_is_published_only_on_purpose(evening, drafts, desk, at):
    undo_check_in(evening.tournament, by=evening.by, entry_id=drafts[0].seats.first().entry.public_id)
    assert desk.get(at("round", drafts[0].pk)).context["gone"]
    assert desk.post(at("round_publish", drafts[0].pk)).status_code == 409
    assert desk.post(at("round_publish", drafts[0].pk), {"anyway": "1"}).status_code == 302


def test_the_clock_starts_pauses_goes_on_and_gets_more(evening, drafts, desk, at):
    evening.publish(drafts[0])
    for to, state in (("start", "running"), ("pause", "paused"), ("continue", "running"), ("extra:300", "running")):
        desk.post(at("round_clock", drafts[0].pk), {"to": to})
        assert desk.get(at("round", drafts[0].pk)).context["view"].clock.state == state
    assert Round.objects.get(pk=drafts[0].pk).extra_seconds == 300
    assert desk.post(at("round_clock", drafts[0].pk), {"to": "extra:86400"}).status_code == 422


def test_a_round_as_long_as_announced(evening, drafts, desk, at):
    evening.publish(drafts[0])
    desk.post(at("round_clock", drafts[0].pk), {"minutes": "35"})
    assert desk.get(at("round", drafts[0].pk)).context["view"].clock.seconds == 35 * 60


def test_one_table_gets_more_time(evening, drafts, desk, at):
    evening.publish(drafts[0])
    table = drafts[0].tables.first()
    desk.post(at("table_time", table.public_id), {"minutes": "5"})
    table.refresh_from_db()
    assert table.extra_seconds == 300
    page = at("desk_table", table.public_id)
    assert "So far 5:00 more than the others" in text(desk.get(page))
    for _slip in range(2):
        desk.post(at("table_time", table.public_id), {"minutes": "-1"})
    assert "So far 3:00 more" in text(desk.get(page))
    assert desk.post(at("table_time", table.public_id), {"minutes": "600"}).status_code == 422


def test_closing_lists_what_is_missing_and_wants_a_reason(evening, drafts, desk, at):
    evening.publish(drafts[0])
    assert desk.get(at("round", drafts[0].pk)).context["view"].missing == (1, 2, 3, 4)
    refused = desk.post(at("round_close", drafts[0].pk))
    assert refused.status_code == 422 and "1, 2, 3, 4" in text(refused)
    desk.post(at("round_close", drafts[0].pk), {"reason": "Feueralarm"})
    assert Round.objects.get(pk=drafts[0].pk).state == RoundState.CLOSED
    for page in (at("desk_tournament"), at("rounds")):  # said on the card of the next step until it is mended
        assert "Preliminary rounds, round 1 was closed without every result." in text(desk.get(page))
    desk.post(at("round_close", drafts[0].pk), {"to": "reopen"})
    assert Round.objects.get(pk=drafts[0].pk).state == RoundState.PUBLISHED
    assert "was closed without" not in text(desk.get(at("desk_tournament")))


def test_the_round_of_another_tournament_is_not_here(club, as_yara, drafts, desk):
    other = Evening(club, "village", by=as_yara)
    address = reverse("round", args=[other.tournament.public_id, drafts[0].pk])
    assert desk.get(address).status_code == 404
    huge = reverse("round", args=[other.tournament.public_id, 10**30])
    assert desk.get(huge).status_code == 404


@pytest.mark.parametrize("by", ["", "name"])
def test_pages_ask_the_database_little_however_many_play(club, as_yara, desk, by, django_assert_max_num_queries):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(61)
    first, second, _third = evening.draw(1)
    here = [evening.tournament.public_id]
    pages = [reverse("rounds", args=here), reverse("round", args=[*here, second.pk])]
    evening.publish(first)
    evening.fill(first, by_number)
    pages.append(reverse("round", args=[*here, first.pk]))
    for page in pages:
        with django_assert_max_num_queries(15):  # with session, account, language and role
            assert desk.get(page, {"by": by} if by else {}).status_code == 200
