"""At the door: rows to tap, several clerks, and the page of one player."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import check_in
from tournament.entries.checkin.queries import door
from tournament.entries.waiting_list.actions import move_up
from tournament.models import Entry, Grant, LogEntry

HTMX = {"HTTP_HX_REQUEST": "true"}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


@pytest.fixture
def tap(desk, url):
    """A button of somebody's row."""

    def press(word, entry, browser=desk, version=None, **more):
        do = f"{word} {entry.public_id} {version or entry.version}"
        return browser.post(url("check_in_tap"), {"do": do, **more}, **(HTMX if "known" in more else {}))

    return press


def state(entry) -> str:
    return Entry.objects.get(pk=entry.pk).state


# Rows


def test_a_tap_checks_in_and_undo_takes_it_back(entries, tap):
    assert tap("come", entries[0]).status_code == 302
    assert state(entries[0]) == "present"
    entries[0].refresh_from_db()
    tap("back", entries[0])
    assert state(entries[0]) == "registered"


def test_with_htmx_the_row_comes_back_and_the_counts_beside_it(entries, tap, tournament):
    tournament.stream.refresh_from_db()
    known = tournament.stream.seq
    answer = tap("come", entries[0], known=known)
    page = answer.content.decode()
    assert f'id="row-{entries[0].public_id}"' in page
    assert "Es fehlen noch: 5" in text(answer)
    assert f'name="known" value="{known + 1}"' in page
    assert entries[1].public_id not in page


def test_a_change_in_between_is_not_passed_over(entries, tap, tournament, as_yara):
    """The page knew less than all but its own tap: it has to fetch the list again."""
    tournament.stream.refresh_from_db()
    known = tournament.stream.seq
    check_in(tournament, by=as_yara, entry_id=entries[1].public_id)
    assert f'name="known" value="{known}"' in tap("come", entries[0], known=known).content.decode()


def test_what_the_page_knows_already_is_not_sent_again(tournament, entries, desk, url):
    tournament.stream.refresh_from_db()
    own = {"known": tournament.stream.seq}
    assert desk.get(url("check_in"), own, HTTP_HX_TRIGGER="tally", **HTMX).status_code == 204
    assert desk.get(url("check_in"), {"known": 1}, HTTP_HX_TRIGGER="tally", **HTMX).status_code == 200
    assert desk.get(url("check_in"), own, HTTP_HX_TRIGGER="q", **HTMX).status_code == 200


def test_two_clerks_tap_the_same_row(entries, tap, account, signed_in, tournament):
    gero = account("gero")
    Grant.objects.create(account=gero, club=tournament.club, tournament=tournament, role="desk")
    for browser in (signed_in(gero), signed_in(gero)):
        assert tap("come", entries[0], browser).status_code == 302
    assert state(entries[0]) == "present"
    assert LogEntry.objects.filter(code="entry.checked_in").count() == 1


def test_who_was_slower_sees_how_it_is_now(entries, tap, tournament, as_yara):
    check_in(tournament, by=as_yara, entry_id=entries[0].public_id)
    answer = tap("come", entries[0], known="1")
    assert answer.status_code == 200
    assert 'class="present"' in answer.content.decode()
    assert 'class="help"' in answer.content.decode()


def test_paid_or_not(entries, tap):
    tap("paid", entries[0])
    entries[0].refresh_from_db()
    assert entries[0].is_paid
    tap("unpaid", entries[0])
    entries[0].refresh_from_db()
    assert not entries[0].is_paid


def test_paying_meanwhile_does_not_hinder_checking_in(entries, tap):
    tap("paid", entries[0])
    tap("come", entries[0])  # as the page showed it before
    assert state(entries[0]) == "present"


@pytest.mark.parametrize("do", ["", "come", "come x", "come x 1", "steal x 1", "come  1", "come " * 50])
def test_a_button_that_is_none(tournament, entries, desk, url, do):
    for how in ({}, HTMX):
        assert desk.post(url("check_in_tap"), {"do": do, "known": "x"}, **how).status_code in (302, 422)
    assert door(tournament).here == 0


def test_everybody_at_once(tournament, entries, desk, url):
    answer = desk.post(url("check_in_everybody"), {"action_id": "everybody-1"}, follow=True)
    assert "Alle sind da" in text(answer)
    assert door(tournament).here == 6


def test_the_first_who_waits_moves_up(tournament, as_yara, desk, url):
    for name in ("Zora", "Xaver"):
        add_entry(tournament, by=as_yara, given_name=name, state="waiting")
    answer = desk.post(url("check_in_next"), follow=True)
    assert "Zora rückt nach" in text(answer)
    found = door(tournament)
    assert [one.name for one in found.waiting] == ["Xaver"]
    assert found.missing == 1


def test_who_waits_moves_up_by_a_tap(tournament, as_yara, tap):
    waiting = add_entry(tournament, by=as_yara, given_name="Zora", state="waiting").result
    tap("up", waiting)
    assert state(waiting) == "registered"


# Finding


@pytest.mark.parametrize(
    ("sought", "numbers"),
    [("rosa", [3]), ("ROT", [3]), ("3", [3]), ("weiss", [6]), ("weiß", [6]), ("w w", [6]), ("osa", []), ("%", [])],
)
def test_who_is_sought_is_found(tournament, entries, desk, url, sought, numbers):
    page = desk.get(url("check_in"), {"q": sought})
    assert [one.number for one in page.context["door"].rows] == numbers


def test_spelling_does_not_matter_at_the_door(tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Łukasz", family_name="Müller-Őrsi")
    for sought in ("lukasz", "mueller", "muller", "orsi"):
        assert len(door(tournament, sought=sought).rows) == 1, sought


def test_only_those_who_are_missing_or_owe(tournament, entries, desk, url, tap):
    tap("come", entries[0])
    tap("paid", entries[1])
    shown = {
        show: desk.get(url("check_in"), {"show": show}).context["door"].rows for show in ("missing", "unpaid", "x")
    }
    assert [one.number for one in shown["missing"]] == [2, 3, 4, 5, 6]
    assert [one.number for one in shown["unpaid"]] == [1, 3, 4, 5, 6]
    assert len(shown["x"]) == 6


def test_who_is_out_stands_apart(tournament, entries, desk, url):
    desk.post(f"{url('player')}?entry={entries[0].public_id}", {"do": "withdraw", "version": 1})
    found = desk.get(url("check_in")).context["door"]
    assert [one.number for one in found.out] == [1]
    assert found.expected == 5


def test_nobody_found_leads_to_entering(tournament, entries, desk, url):
    page = desk.get(url("check_in"), {"q": "Xaver & Co"})
    assert f"{url('enter')}?state=present&amp;name=Xaver%20%26%20Co" in page.content.decode()


# One player


@pytest.fixture
def act(desk, url):
    def do(entry, word, **more):
        entry.refresh_from_db()
        form = {"do": word, "version": entry.version, **more}
        return desk.post(f"{url('player')}?entry={entry.public_id}", form)

    return do


def test_everything_that_can_happen_to_somebody(entries, act):
    one = entries[0]
    steps = [
        ("come", "present"), ("absent", "absent"), ("come", "present"), ("back", "registered"),
        ("withdraw", "withdrawn"), ("restore", "registered"),
    ]  # fmt: skip
    for word, after in steps:
        assert act(one, word).status_code == 302, word
        assert state(one) == after
    act(one, "exclude", reason="Berührt und nicht geführt")
    assert state(one) == "excluded"


def test_an_exclusion_needs_a_reason(entries, act):
    answer = act(entries[0], "exclude", reason=" ")
    assert answer.status_code == 422
    assert "<details" in answer.content.decode() and " open>" in answer.content.decode()
    assert state(entries[0]) == "registered"


def test_only_the_organiser_excludes(tournament, entries, account, signed_in, url):
    gero = account("gero")
    Grant.objects.create(account=gero, club=tournament.club, tournament=tournament, role="desk")
    page = f"{url('player')}?entry={entries[0].public_id}"
    browser = signed_in(gero)
    assert "Ausschließen" not in text(browser.get(page))
    assert browser.post(page, {"do": "exclude", "reason": "x"}).status_code == 403
    assert state(entries[0]) == "registered"


def test_a_start_number_is_changed_once(entries, act):
    assert act(entries[0], "number", number="99").status_code == 302
    assert Entry.objects.get(pk=entries[0].pk).number == 99
    taken = act(entries[1], "number", number="99")
    assert taken.status_code == 422
    assert "schon vergeben" in text(taken)
    assert act(entries[1], "number", number="x").status_code == 422


def test_a_misspelled_name_is_set_right(tournament, entries, act, desk, url):
    one = entries[0]
    act(one, "name", given_name="Yára", family_name="Yılmaz", shows_full_name="on")
    page = f"{url('player')}?entry={one.public_id}"
    assert "Yára Yılmaz" in text(desk.get(page))
    assert "Yára Yılmaz" in text(Client().get(reverse("tournament", args=[tournament.public_id])))
    bad = act(one, "name", given_name="", family_name="Yılmaz")
    assert bad.status_code == 422 and bad.context["person"].errors.keys() == {"given_name"}
    assert "Yára Yılmaz" in text(desk.get(page))


def test_who_has_a_seat_is_not_sent_away_by_undo(club, desk):
    evening = Evening(club, "championship")
    one = evening.come(8)[0]
    evening.publish(evening.draw(1)[0])
    page = f"{reverse('player', args=[evening.tournament.public_id])}?entry={one.public_id}"
    answer = desk.post(page, {"do": "back", "version": 2})
    assert answer.status_code == 422
    assert state(one) == "present"
    tapped = desk.post(reverse("check_in_tap", args=[evening.tournament.public_id]), {"do": f"back {one.public_id} 2"})
    assert tapped.status_code == 422


def test_an_older_page_withdraws_nobody(entries, desk, url, tap):
    tap("come", entries[0])
    answer = desk.post(f"{url('player')}?entry={entries[0].public_id}", {"do": "withdraw", "version": 1})
    assert answer.status_code == 409
    assert state(entries[0]) == "present"


@pytest.mark.parametrize("entry", ["", "nothere"])
def test_a_player_who_is_not_there(desk, url, entry):
    assert desk.get(url("player"), {"entry": entry}).status_code == 422


# Together


def test_names_in_full_are_for_the_desk_only(tournament, entries, url):
    assert Client().get(url("check_in")).status_code == 302


def test_moving_up_is_heard_of(tournament, as_yara):
    waiting = add_entry(tournament, by=as_yara, given_name="Zora", state="waiting").result
    before = tournament.stream.seq
    move_up(tournament, by=as_yara, entry_id=waiting.public_id)
    tournament.stream.refresh_from_db()
    assert tournament.stream.seq > before


def test_a_full_hall_asks_few_questions(club, desk, django_assert_max_num_queries):
    evening = Evening(club, "championship")
    evening.enter(250)
    page = reverse("check_in", args=[evening.tournament.public_id])
    with django_assert_max_num_queries(8):
        assert len(desk.get(page).context["door"].rows) == 250
    one = evening.tournament.entries.first()
    do = {"do": f"come {one.public_id} 1", "known": "1"}
    with django_assert_max_num_queries(20):
        desk.post(reverse("check_in_tap", args=[evening.tournament.public_id]), do, **HTMX)
