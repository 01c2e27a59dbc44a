"""Mails to those who left an address: once each, in their language, with the private link; nothing where no server is set."""

import smtplib
from datetime import time

import pytest
from django.core import mail as outbox
from django.urls import reverse
from django.utils import timezone

from tests.tournament.evening import Evening
from tournament.core import jobs
from tournament.core.actors import ANONYMOUS
from tournament.core.links import entry_token
from tournament.entries.signup.actions import enter_oneself, erase_contact, set_entering
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.models import Contact, Entry, Job, Mail, Tournament
from tournament.out import mails
from tournament.rounds.actions import unpublish_round
from tournament.rounds.seats.actions import swap_seats

SITE = "https://turnier.example.org"


@pytest.fixture(autouse=True)
def _mail_server(settings):
    settings.MAIL, settings.SITE, settings.DEFAULT_FROM_EMAIL = "smtp://localhost", SITE, "club@example.org"


def work() -> None:
    Job.objects.update(due_at=timezone.now())
    while task := jobs.claim(queues=[mails.QUEUE]):
        jobs.run(task)


@pytest.fixture
def open_hall(tournament, as_yara):
    asked = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 2, "has_waiting_list": True}
    set_entering(tournament, by=as_yara, **asked)
    return tournament


def enter(tournament, name: str, *, email: str | None = None, language: str = "de") -> Entry:
    email = f"{name}@example.org".lower() if email is None else email
    done = enter_oneself(tournament, by=ANONYMOUS, given_name=name, email=email, language=language)
    return Entry.objects.get(public_id=done.receipt["id"])


def test_who_enters_hears_that_it_worked_and_how_to_stop_it(open_hall):
    entry = enter(open_hall, "Rosa", language="en")
    work()
    (sent,) = outbox.outbox
    link = f"{SITE}{reverse('entry_link', args=[entry.public_id, entry_token(entry)])}"
    assert sent.to == ["rosa@example.org"] and sent.subject == "Herbstturnier: you are entered"
    assert link in sent.body and "Rosa" not in sent.body and sent.extra_headers["List-Unsubscribe"] == f"<{link}>"
    kept = Mail.objects.get()
    assert kept.sent_at and sent.extra_headers["Message-ID"] == kept.message_id
    assert sent.message()["Message-ID"] == kept.message_id


@pytest.mark.parametrize("places", [2, 1], ids=["entered", "waiting"])
def test_a_mail_says_when_and_where(open_hall, places):
    Tournament.objects.update(begins_at=time(14), place="Bürgerhaus, Waldau", places=places)
    enter(open_hall, "Yara", email="")
    enter(open_hall, "Rosa")
    work()
    (sent,) = outbox.outbox
    assert "am 21. November 2026, 14:00 Uhr" in sent.body and "\n\nWo: Bürgerhaus, Waldau\n\n" in sent.body


def test_in_the_language_of_the_page_that_was_filled_in(open_hall, client):
    client.post(reverse("self_entry", args=[open_hall.public_id]), {"given_name": "Gero", "email": "g@example.org"})
    english = {"given_name": "Wanda", "email": "w@example.org"}
    client.post(reverse("self_entry", args=[open_hall.public_id]), english, HTTP_ACCEPT_LANGUAGE="en")
    work()
    assert [each.subject.endswith("entered") for each in outbox.outbox] == [False, True]


def test_without_an_address_or_a_mail_server_nothing_is_written(open_hall, settings):
    enter(open_hall, "Rosa", email="")
    settings.MAIL = ""
    enter(open_hall, "Karl")
    assert not Mail.objects.exists() and not Job.objects.filter(kind=mails.KIND).exists()


def test_who_waits_hears_so_and_hears_of_moving_up(open_hall, as_yara):
    first = enter(open_hall, "Yara", email="")
    enter(open_hall, "Gero", email="")
    enter(open_hall, "Rosa", language="en")
    work()
    withdraw_entry(open_hall, by=as_yara, entry_id=first.public_id)
    work()
    assert [each.subject for each in outbox.outbox] == [
        "Herbstturnier: on the waiting list",
        "Herbstturnier: a place for you is free",
    ]


def test_nothing_is_said_twice(open_hall):
    entry = enter(open_hall, "Rosa")
    work()
    mails.ordered(open_hall, open_hall.stream.log.get(code="entry.self_made"))
    work()
    assert len(outbox.outbox) == 1 and Mail.objects.filter(entry=entry).count() == 1


def test_who_erases_the_address_meanwhile_hears_nothing(open_hall, as_yara):
    entry = enter(open_hall, "Rosa")
    erase_contact(open_hall, by=as_yara, entry_id=entry.public_id)
    work()
    assert not outbox.outbox


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    for entry in Entry.objects.filter(number__lte=2):
        Contact.objects.create(entry=entry, email=f"{entry.number}@a.org", language="en")
    return evening


def test_a_round_tells_table_board_and_colour(evening):
    round_ = evening.publish(evening.draw(1)[0])
    work()
    seat = round_.seats.select_related("table__board").get(entry__number=1)
    sent = next(each for each in outbox.outbox if each.to == ["1@a.org"])
    assert len(outbox.outbox) == 2 and sent.subject.endswith(f"table {seat.table.number}")
    assert f"Table {seat.table.number}, board {seat.table.board.number}" in sent.body and "Colour: " in sent.body


def test_published_again_it_is_news_for_those_alone_who_sit_elsewhere(evening):
    round_ = evening.publish(evening.draw(1)[0])
    work()
    unpublish_round(evening.tournament, by=evening.by, round_id=round_.pk)
    one = round_.seats.get(entry__number=1)
    there = round_.seats.exclude(table=one.table).exclude(entry__number=2).first()
    swap_seats(
        evening.tournament, by=evening.by, round_id=round_.pk, one=one.entry.public_id, other=there.entry.public_id
    )
    round_.refresh_from_db()
    evening.publish(round_)
    work()
    to = [each.to[0] for each in outbox.outbox]
    assert (to.count("1@a.org"), to.count("2@a.org")) == (2, 1)


class Server:
    """A mail server that is away for the first mails, and refuses one address for good."""

    def __init__(self, *troubles: Exception | None) -> None:
        self.troubles, self.sent = list(troubles), []

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send_messages(self, messages) -> int:
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble:
            raise trouble
        self.sent += [message.to[0] for message in messages]
        return len(messages)


def test_a_server_that_is_away_is_asked_again_for_those_alone_who_are_left(evening, monkeypatch):
    server = Server(None, smtplib.SMTPServerDisconnected("gone"))
    monkeypatch.setattr(mails, "get_connection", lambda: server)
    evening.publish(evening.draw(1)[0])
    work()
    assert len(server.sent) == 1 and Job.objects.get(kind=mails.KIND).state == "queued"
    work()
    assert sorted(server.sent) == ["1@a.org", "2@a.org"] and Job.objects.get(kind=mails.KIND).result == {"sent": 2}


def test_an_address_that_is_refused_for_good_keeps_nobody_back(evening, monkeypatch):
    server = Server(smtplib.SMTPRecipientsRefused({"1@a.org": (550, b"1@a.org is nobody")}))
    monkeypatch.setattr(mails, "get_connection", lambda: server)
    evening.publish(evening.draw(1)[0])
    work()
    assert len(server.sent) == 1 and Mail.objects.exclude(error="").get().error == "SMTPRecipientsRefused"
    assert Job.objects.get(kind=mails.KIND).state == "done"


def test_later_again_is_not_for_good(evening, monkeypatch):
    server = Server(smtplib.SMTPRecipientsRefused({"1@a.org": (450, b"greylisted")}))
    monkeypatch.setattr(mails, "get_connection", lambda: server)
    evening.publish(evening.draw(1)[0])
    for _attempt in range(2):
        work()
    assert len(server.sent) == 2 and not Mail.objects.exclude(error="").exists()


def test_the_page_promises_mails_only_where_there_are_any(open_hall, client, settings):
    address = reverse("self_entry", args=[open_hall.public_id])
    promise = "For a mail when you are entered"
    assert promise in client.get(address, HTTP_ACCEPT_LANGUAGE="en").content.decode()
    settings.MAIL = ""
    assert promise not in client.get(address, HTTP_ACCEPT_LANGUAGE="en").content.decode()


CANNOT_BE_SENT_TO = ["a@\u200b.de", "a@" + "ü" * 60 + ".de"]


@pytest.mark.parametrize("address", CANNOT_BE_SENT_TO, ids=["nothing to be seen", "too long as it is sent"])
def test_an_address_that_no_mail_can_have_keeps_nobody_elses_mail_back(evening, address):
    """Entered by somebody who wanted it so, before such addresses were refused."""
    Contact.objects.filter(entry__number=1).update(email=address)
    evening.publish(evening.draw(1)[0])
    work()
    assert [sent.to for sent in outbox.outbox] == [["2@a.org"]]
    assert sorted(Mail.objects.values_list("entry__number", "error")) == [(1, "UnicodeError"), (2, "")]
    assert Job.objects.get(kind=mails.KIND, tournament=evening.tournament).state == "done"


@pytest.mark.parametrize("address", [*CANNOT_BE_SENT_TO, "a@b.c\u2028x", "a@b\u00ad.de"])
def test_and_is_taken_nowhere(open_hall, client, yara, address):
    path = reverse("self_entry", args=[open_hall.public_id])
    client.post(path, {"given_name": "Gero", "email": address})
    client.force_login(yara)
    body = {"given_name": "Gero", "email": address}
    answer = client.post(reverse("api_entries", args=[open_hall.public_id]), body, "application/json")
    assert answer.status_code == 400 and "email" in str(answer.json())
    assert not Entry.objects.exists()
    client.post(path, {"given_name": "Gero", "email": "gero@müller.de"})
    assert Contact.objects.get().email == "gero@müller.de"
