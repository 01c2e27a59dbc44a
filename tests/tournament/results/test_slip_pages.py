"""What everybody sees of a round, and a table's own page by the QR code on its slip."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, text
from tournament.core.links import entry_token, table_address, table_token
from tournament.models import Report, Result, Round, Table
from tournament.models.stages import RoundState

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def table(round_):
    return round_.tables.get(number=1)


@pytest.fixture
def phone(table):
    """Makes a phone that has scanned the code on the slip."""

    def scan(of: Table = table) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.get(table_address(of))
        return client

    return scan


def page(table, name: str = "table") -> str:
    return reverse(name, args=[table.public_id])


def fields(table, digits: str) -> dict[str, str]:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {f"place_{colour}": digit for colour, digit in zip(colours, digits, strict=True)}


# In public


def test_finding_oneself_shows_table_colour_and_opponents(evening, round_):
    seat = round_.seats.select_related("entry", "table").first()
    browser, address = (
        Client(headers={"accept-language": "en"}),
        reverse("tournament", args=[evening.tournament.public_id]),
    )
    for extra in ({}, HTMX):
        number = seat.entry.number
        shown = browser.get(address, {"q": str(number)}, **extra)
        (mine,) = [found for found in shown.context["found"] if found.line.number == number]
        assert (mine.table.number, mine.seat.colour) == (seat.table.number, seat.colour)
        for other in seat.table.seats.exclude(pk=seat.pk).select_related("entry"):
            assert f"Gast{other.entry.number} G." in text(shown)
        assert "Graf" not in text(shown)


def test_the_public_page_says_what_is_now(evening, round_):
    address = reverse("tournament", args=[evening.tournament.public_id])
    browser = Client(headers={"accept-language": "en"})
    assert "the clock starts soon" in text(browser.get(address))
    evening.start(round_)
    assert "Until" in text(browser.get(address)) and b"data-left" in browser.get(address).content


def test_drafts_are_never_public(evening):
    evening.draw(1)
    address = reverse("public_tables", args=[evening.tournament.public_id])
    assert Client().get(address).context["view"] is None
    draft = Round.objects.first()
    assert Client().get(address, {"round": str(draft.pk)}).context["view"] is None


def test_public_pages_ask_the_database_little(club, as_yara, django_assert_max_num_queries):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(61)
    evening.publish(evening.draw(1)[0])
    here = [evening.tournament.public_id]
    for name, query in (("tournament", {"q": "1"}), ("public_tables", {}), ("public_tables", {"by": "name"})):
        with django_assert_max_num_queries(15):
            assert Client().get(reverse(name, args=here), query).status_code == 200


# By the link on the slip


def test_the_link_is_exchanged_so_that_the_address_holds_no_secret(table):
    browser = Client()
    answer = browser.get(table_address(table))
    assert answer.headers["Location"] == page(table)
    cookie = answer.cookies["table"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/table/"
    shown = browser.get(page(table))
    assert shown.status_code == 200 and table_token(table).encode() not in shown.content


@pytest.mark.parametrize("token", ["wrong", "0" * 32])
def test_a_wrong_link_opens_nothing(table, token):
    browser = Client()
    assert browser.get(reverse("table_link", args=[table.public_id, token])).status_code == 404
    assert browser.get(page(table)).status_code == 404


def test_a_phone_has_one_table_and_no_other(round_, table, phone):
    other = round_.tables.get(number=2)
    browser = phone()
    assert browser.get(page(other)).status_code == 404
    assert browser.post(page(other, "table_report_by_link"), fields(other, "1234")).status_code == 404
    browser.cookies["table"] = browser.cookies["table"].value + "x"
    assert browser.get(page(table)).status_code == 404


def seated(table: Table, n: int) -> tuple[Client, str]:
    """A phone that holds the personal link of somebody at this table, and where it reports."""
    entry = table.seats.order_by("order")[n].entry
    client = Client(headers={"accept-language": "en"})
    client.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    return client, reverse("own_report", args=[entry.public_id])


def test_two_seats_that_agree_make_a_result(table, phone):
    slip, (one, own), (two, twos) = phone(), seated(table, 0), seated(table, 1)
    one.post(own, fields(table, "2134"))
    assert not Result.objects.exists()
    assert "when two players report the same, each by their own link" in text(one.get(own.removesuffix("report/")))
    assert "Somebody has reported already" in text(slip.get(page(table)))
    two.post(twos, fields(table, "2134"))
    assert Result.objects.get().table == table
    assert "This result counts" in text(slip.get(page(table)))


def test_one_phone_twice_is_not_two(table, phone):
    browser = phone()
    for _ in range(2):
        browser.post(page(table, "table_report_by_link"), fields(table, "2134"))
        browser.get(table_address(table))  # scanned again: still the same phone
    assert Report.objects.count() == 2 and not Result.objects.exists()


def test_two_phones_that_differ_confirm_nothing(table, phone):
    one, two = phone(), phone()
    one.post(page(table, "table_report_by_link"), fields(table, "2134"))
    two.post(page(table, "table_report_by_link"), fields(table, "1234"))
    assert not Result.objects.exists()
    assert "Two reports differ" in text(one.get(page(table)))


def test_impossible_places_come_back_with_the_reason_and_what_was_ticked(table, phone):
    answer = phone().post(page(table, "table_report_by_link"), fields(table, "1123"))
    assert answer.status_code == 422 and "cannot be" in text(answer)
    assert answer.content.count(b" checked") == 4 and not Report.objects.exists()


def test_something_is_wrong_reaches_the_desk(evening, table, phone, desk):
    phone().post(page(table, "table_problem_by_link"), {"problem": "Eine Figur fehlt"})
    assert "Eine Figur fehlt" in text(desk.get(reverse("results", args=[evening.tournament.public_id])))


def test_a_closed_round_takes_nothing(round_, table, phone):
    browser = phone()
    Round.objects.filter(pk=round_.pk).update(state=RoundState.CLOSED)
    assert "takes no results" in text(browser.get(page(table)))
    assert browser.post(page(table, "table_report_by_link"), fields(table, "2134")).status_code == 409


def test_a_slip_printed_before_publishing_shows_nobody_yet(round_, table, phone):
    browser = phone()
    Round.objects.filter(pk=round_.pk).update(state=RoundState.DRAFT)
    assert browser.get(page(table)).status_code == 404
    assert browser.post(page(table, "table_report_by_link"), fields(table, "2134")).status_code == 404


def test_hidden_people_are_a_number_at_the_table_too(table, phone):
    person = table.seats.first().entry.person
    person.given_name, person.is_hidden = "Canary", True
    person.save()
    assert b"Canary" not in phone().get(page(table)).content


def test_a_second_phone_agrees_with_one_tap(phone, table):
    first, second = phone(), phone()
    assert "Yes, that is right" not in text(first.get(page(table)))
    first.post(page(table, "table_report_by_link"), fields(table, "2134"))
    assert "Yes, that is right" not in text(first.get(page(table))), "nobody agrees with themselves"
    assert "This was reported:" in text(second.get(page(table)))
    (one, own), (two, twos) = seated(table, 0), seated(table, 1)
    first_form(one, own)
    sent = first_form(two, twos)
    assert sent == fields(table, "2134")
    two.post(twos, sent)
    assert not Result.objects.exists(), "the slip and a seat may be one person"
    one.post(own, sent)
    assert Result.objects.get().table == table


def first_form(browser: Client, report_to: str) -> dict[str, str]:
    """What is sent by the one tap that says that it is right."""
    shown = browser.get(report_to.removesuffix("report/")).content.decode()
    form = shown.split("This was reported:")[1].split("</form>")[0]
    return dict(re.findall(r'name="(place_\w)" value="(\d)"', form))
