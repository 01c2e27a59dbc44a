"""Two clerks, two phones and a page left open since before, all at the same table in the same moment, as real requests."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.at_once import posted_at_once
from tests.tournament.evening import Evening
from tournament.core.action import Write
from tournament.core.links import table_address
from tournament.models import LogEntry, Report, Result, Table
from tournament.results import actions as results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(club, as_yara, transactional_db) -> Table:
    evening = Evening(club, "championship", by=as_yara)
    evening.come(4)
    return evening.publish(evening.draw(1)[0]).tables.get()


def sent(table: Table, digits: str, **more: str) -> dict[str, str]:
    colours = table.seats.order_by("order").values_list("colour", flat=True)
    return {**{f"place_{colour}": digit for colour, digit in zip(colours, digits, strict=True)}, **more}


def at_once(table: Table, yara) -> list[int]:
    """The answers to all five, in order: two clerks, the old page, two phones."""
    here = [table.tournament.public_id, table.public_id]
    phones = [Client(), Client()]
    clerks = [Client(), Client(), Client()]
    for browser in clerks:
        browser.force_login(yara)
    for browser in phones:
        browser.get(table_address(table))
    desk, phone = reverse("table_confirm", args=here), reverse("table_report_by_link", args=[table.public_id])
    orders = [
        (clerks[0], desk, sent(table, "1234", version="1")),
        (clerks[1], desk, sent(table, "4321", version="1")),
        (clerks[2], desk, sent(table, "2143", version="0")),
        (phones[0], phone, sent(table, "1234")),
        (phones[1], phone, sent(table, "1234")),
    ]
    return posted_at_once(orders)


def test_nobodys_word_is_lost_or_silently_overwritten(table, yara):
    answers = at_once(table, yara)
    clerks, old_page, phones = answers[:2], answers[2], answers[3:]
    assert old_page == 409 and phones == [302, 302], "what phones say is always kept"
    assert sorted(clerks) in ([302, 409], [409, 409]), "the phones may have agreed before either clerk"
    assert Result.objects.count() == 1, "what counts was never overwritten"
    assert Report.objects.count() == answers.count(302)
    written = LogEntry.objects.filter(code__in=["result.reported", "result.confirmed"]).count()
    assert written == answers.count(302)


def test_without_the_two_checks_somebody_is_overwritten(table, yara, monkeypatch):
    """The control: the story above stands on them."""
    monkeypatch.setattr(Write, "same_version", staticmethod(lambda thing, version: None))
    monkeypatch.setattr(results, "_require_unconfirmed", lambda table: None)
    answers = at_once(table, yara)
    assert answers == [302] * 5 and Result.objects.count() > 1
