"""Mails to those who left an address when they entered: that they are in, that they moved up, where they sit.

Each is said once: a row holds what was said to whom, written in the transaction of its cause; its text and address are
looked up when it is sent, so that whoever erases the address meanwhile hears nothing. Where no mail server is set
(`settings.MAIL`), nothing is written.
"""

import smtplib
from collections.abc import Iterable
from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from games.rules.wording import colour_name
from tournament import jobs, steady
from tournament.actors import SYSTEM
from tournament.links import entry_token
from tournament.models import Entry, LogEntry, Mail, Round, Seat, Tournament
from tournament.models.events import GONE, EntryState
from tournament.models.stages import RoundState

KIND, QUEUE = "mails.send", "mail"
WAITS = (30, 300, 1800, 7200)
ENTERED, MOVED_UP, ROUND = "entered", "moved_up", "round"


def ordered(tournament: Tournament, log: LogEntry) -> None:
    """Part of every action in a tournament: what those who left an address shall hear of it."""
    if not settings.MAIL:
        return
    wanted = [Mail(entry=entry, about=about, message_id=_message_id()) for entry, about in _news(tournament, log)]
    if wanted:
        Mail.objects.bulk_create(wanted, ignore_conflicts=True)
        args = {"mails": [mail.message_id for mail in wanted]}
        jobs.enqueue(KIND, key=f"{tournament.public_id}:{log.seq}", by=SYSTEM, args=args, tournament=tournament)


def _message_id() -> str:
    """Kept and used for every attempt: a mail that went out twice after all is known by it as one."""
    return make_msgid(domain=urlsplit(settings.SITE).hostname or "localhost")


def _news(tournament: Tournament, log: LogEntry) -> Iterable[tuple[Entry, str]]:
    reachable = tournament.entries.exclude(contact=None).exclude(contact__email="")
    if log.code == "entry.self_made":
        return [(entry, ENTERED) for entry in reachable.filter(public_id=log.data["entry"])]
    if log.code == "round.published":
        here = {"stage__tournament": tournament, "stage__position": log.data["stage"], "number": log.data["round"]}
        seats = Seat.objects.filter(round=Round.objects.get(**here), entry__in=reachable)
        return [(seat.entry, _place(seat)) for seat in seats.select_related("entry", "table")]
    moved = [log.data["number"]] if log.code == "entry.moved_up" else log.data.get("moved_up", [])
    return [(entry, MOVED_UP) for entry in reachable.filter(number__in=moved)] if moved else []


def _place(seat: Seat) -> str:
    """A round that was taken back and published again is news for those alone who sit elsewhere now."""
    return f"{ROUND}:{seat.round_id}:{seat.table.number}:{seat.colour}"


@jobs.job(KIND, queue=QUEUE, seconds=600, waits=WAITS)
def send(task: jobs.Task) -> jobs.Result:
    """Over one connection, each marked as soon as it is gone: tried again, only the others are sent."""
    wanted = task.args["mails"]
    mails = Mail.objects.filter(message_id__in=wanted, sent_at=None, error="")
    rows = list(mails.select_related("entry__tournament", "entry__contact", "entry__person"))
    try:
        with get_connection() as connection:
            for n, mail in enumerate(rows, 1):
                _send(mail, connection)
                task.progress(n, len(rows))
    except (smtplib.SMTPException, OSError) as error:
        raise jobs.Later(f"mail server: {type(error).__name__}") from error
    return {"sent": Mail.objects.filter(message_id__in=wanted).exclude(sent_at=None).count()}


def _send(mail: Mail, connection: Any) -> None:
    message = message_of(mail)
    if message is None:
        return
    message.connection = connection
    try:
        message.send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        if not _is_final(error):
            raise
        mail.error = type(error).__name__  # the words of a server may repeat the address
    else:
        mail.sent_at = steady.now()
    mail.save(update_fields=["sent_at", "error"])


def _is_final(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> bool:
    """Refused for good, not "later again": of a single mail, which keeps none of the others back."""
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code >= 500
    return all(code >= 500 for code, _words in error.recipients.values())


def message_of(mail: Mail) -> EmailMessage | None:
    """None if there is nothing to be said any more: no address, withdrawn, drawn anew."""
    entry, contact = mail.entry, getattr(mail.entry, "contact", None)
    if contact is None or not contact.email or entry.state in GONE:
        return None
    shown: dict[str, Any] = {"tournament": entry.tournament, "entry": entry, "link": _link(entry)}
    what = mail.about.partition(":")[0]
    if what == ROUND:
        seat = _seat(mail)
        if seat is None:
            return None
        shown["seat"], shown["colour"] = seat, colour_name(seat.colour, contact.language)
    shown["is_waiting"] = entry.state == EntryState.WAITING
    with translation.override(contact.language):
        subject, _line, text = render_to_string(f"mail/{what}.txt", shown).strip().partition("\n")
    extra = {
        "Message-ID": mail.message_id,
        "List-Unsubscribe": f"<{shown['link']}>",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(subject, text.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [contact.email], headers=extra)


def _seat(mail: Mail) -> Seat | None:
    seats = Seat.objects.filter(entry=mail.entry, round=int(mail.about.split(":")[1]))
    seat = seats.select_related("table__board", "round__stage").exclude(round__state=RoundState.DRAFT).first()
    return seat if seat and _place(seat) == mail.about else None


def _link(entry: Entry) -> str:
    return f"{settings.SITE}{reverse('entry_link', args=[entry.public_id, entry_token(entry)])}"
