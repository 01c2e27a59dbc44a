"""Mails to players who left an address: that they are entered, that they moved up, where they sit.

Each mail is sent once: a row, written in the transaction of its cause, holds who is told what. Text and address are looked up
when it is sent, so that an address erased in the meantime gets nothing. Without a mail server (`settings.MAIL`) there are no
mails.
"""

import smtplib
from collections.abc import Iterable
from email.errors import MessageError
from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tournament.core import clock, jobs, languages
from tournament.core.action import Outgoing
from tournament.core.actors import SYSTEM
from tournament.core.links import entry_token
from tournament.models import Entry, LogEntry, Mail, Round, Seat, Tournament
from tournament.models.events import GONE, EntryState
from tournament.models.stages import RoundState

KIND, QUEUE = "mails.send", "mail"
WAITS = (30, 300, 1800, 7200)
ENTERED, MOVED_UP, ROUND = "entered", "moved_up", "round"


def ordered(tournament: Tournament, log: LogEntry) -> None:
    """Order the mails about an action. Called in the transaction of every action in a tournament."""
    if not settings.MAIL:
        return
    mails = [Mail(entry=entry, about=about, message_id=_message_id()) for entry, about in _news(tournament, log)]
    if mails:
        Mail.objects.bulk_create(mails, ignore_conflicts=True)
        args = {"mails": [mail.message_id for mail in mails]}
        jobs.enqueue(KIND, key=f"{tournament.public_id}:{log.seq}", by=SYSTEM, args=args, tournament=tournament)


TELLS = Outgoing(lambda _tournament, _code: None, lambda _none, tournament, log: ordered(tournament, log))


def _message_id() -> str:
    """Stored and used for every attempt, so that mail programs recognise a mail that was sent twice."""
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
    """What the mail is about: round and seat. If a round is published again, only those who sit elsewhere get a new mail."""
    return f"{ROUND}:{seat.round_id}:{seat.table.number}:{seat.colour}"


@jobs.job(KIND, queue=QUEUE, seconds=600, waits=WAITS)
def send(task: jobs.Task) -> jobs.Result:
    """Send mails over one connection. Each is marked as soon as it is sent, so that a retry sends only the others."""
    ids = task.args["mails"]
    mails = Mail.objects.filter(message_id__in=ids, sent_at=None, error="")
    rows = list(mails.select_related("entry__tournament", "entry__contact", "entry__person"))
    try:
        with get_connection() as connection:
            for n, mail in enumerate(rows, 1):
                _send(mail, connection)
                task.progress(n, len(rows))
    except (smtplib.SMTPException, OSError) as error:
        raise jobs.Later(f"mail server: {type(error).__name__}") from error
    return {"sent": Mail.objects.filter(message_id__in=ids).exclude(sent_at=None).count()}


def _send(mail: Mail, connection: Any) -> None:
    message = message_of(mail)
    if message is None:
        return
    message.connection = connection
    try:
        message.send()
    except (ValueError, MessageError) as error:  # an address that no mail can have: nobody else waits for it
        mail.error = type(error).__name__
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        if not _is_final(error):
            raise
        mail.error = type(error).__name__  # without the server's text, which may repeat the address
    else:
        mail.sent_at = clock.now()
    mail.save(update_fields=["sent_at", "error"])


def _is_final(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> bool:
    """Whether the server refuses this mail for good (5xx), so that it is not retried and the others go on."""
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code >= 500
    return all(code >= 500 for code, _words in error.recipients.values())


def message_of(mail: Mail) -> EmailMessage | None:
    """The message, or None if it is outdated: no address, withdrawn, drawn anew."""
    entry, contact = mail.entry, getattr(mail.entry, "contact", None)
    if contact is None or not contact.email or entry.state in GONE:
        return None
    context: dict[str, Any] = {"tournament": entry.tournament, "entry": entry, "link": _link(entry)}
    what = mail.about.partition(":")[0]
    if what == ROUND:
        seat = _seat(mail)
        if seat is None:
            return None
        context["seat"], context["colour"] = seat, languages.colour(seat.colour, contact.language)
    context["is_waiting"] = entry.state == EntryState.WAITING
    with translation.override(contact.language):
        subject, _line, text = render_to_string(f"mail/{what}.txt", context).strip().partition("\n")
    extra = {
        "Message-ID": mail.message_id,
        "List-Unsubscribe": f"<{context['link']}>",
        "Auto-Submitted": "auto-generated",
    }
    return EmailMessage(subject, text.strip() + "\n", settings.DEFAULT_FROM_EMAIL, [contact.email], headers=extra)


def _seat(mail: Mail) -> Seat | None:
    seats = Seat.objects.filter(entry=mail.entry, round=int(mail.about.split(":")[1]))
    seat = seats.select_related("table__board", "round__stage").exclude(round__state=RoundState.DRAFT).first()
    return seat if seat and _place(seat) == mail.about else None


def _link(entry: Entry) -> str:
    return f"{settings.SITE}{reverse('entry_link', args=[entry.public_id, entry_token(entry)])}"
