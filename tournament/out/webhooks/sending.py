"""Webhooks: tell a club's URLs by a signed request what happens in its tournaments.

Each delivery is a job, queued in the transaction of its cause and retried for 19 hours. It says that something happened
and where to read it: ids, numbers and codes, never a name.
"""

import hashlib
import hmac
import json
import time
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from tournament.core import jobs
from tournament.core.action import Outgoing
from tournament.core.actors import SYSTEM
from tournament.models import Club, Job, LogEntry, Tournament, Webhook
from tournament.models.jobs import JobState
from tournament.out.webhooks import outside

KIND, QUEUE = "hooks.deliver", "hooks"
WAITS = (10, 60, 600, 3600, 6 * 3600, 12 * 3600)  # seconds before the next attempt
MOST_SHOWN = 50
# The areas that a webhook can subscribe to, with the prefixes of their log codes.
AREAS = {
    "entries": (_("players: entered, checked in, withdrawn"), ("entry.", "entries.", "check_in.", "entering.")),
    "rounds": (_("rounds: drawn, published, closed, clocks"), ("round.", "seat.", "seats.", "clock.", "table.")),
    "results": (_("results and penalties"), ("result.", "report.", "problem.", "penalty.")),
    "finals": (_("throw-offs, lots, places declined"), ("throw_off.", "tie.", "place.")),
    "rulings": (_("referee: calls, rulings, appeals"), ("referee.", "ruling.", "appeal.")),
    "games": (_("recorded games, throw by throw"), ("game.",)),
    "setting": (_("the tournament itself"), ("tournament.", "stage.", "stages.", "boards.", "state.", "groups.")),
}
ABOUT = ("stage", "round", "rounds", "table", "tables", "number", "entry")


def listening(tournament: Tournament, code: str) -> list[Webhook]:
    """The webhooks subscribed to this log code. Queried before the tournament is locked: that lock does not protect webhooks,
    which belong to the club, and nobody should wait for the query."""
    active = Webhook.objects.filter(club=tournament.club_id, is_active=True).select_related("club")
    return [hook for hook in active if any(code.startswith(AREAS[area][1]) for area in hook.areas if area in AREAS)]


def ordered(hooks: Iterable[Webhook], tournament: Tournament, entry: LogEntry) -> None:
    """Queue a delivery for each webhook. Called in the transaction of every action in a tournament."""
    for hook in hooks:
        deliver(hook, _message(tournament, entry))


TELLS = Outgoing(listening, ordered)


def deliver(hook: Webhook, message: dict[str, Any]) -> Job:
    args = {"webhook": hook.pk, "body": json.dumps(message, separators=(",", ":"))}
    return jobs.enqueue(KIND, key=f"{hook.public_id}:{message['id']}", by=SYSTEM, args=args, club=hook.club)


def _message(tournament: Tournament, entry: LogEntry) -> dict[str, Any]:
    return {
        "id": f"{entry.stream.public_id}-{entry.seq}",
        "event": entry.code,
        "at": entry.recorded_at.isoformat(),
        "club": tournament.club.public_id,
        "tournament": tournament.public_id,
        "seq": entry.seq,
        "hash": entry.hash,
        "about": {name: entry.data[name] for name in ABOUT if name in entry.data},
    }


@jobs.job(KIND, queue=QUEUE, seconds=30, waits=WAITS)
def send(task: jobs.Task) -> jobs.Result:
    """Deliver one message. Any status code from 200 to 299 is a success; anything else is retried."""
    hook = Webhook.objects.filter(pk=task.args["webhook"], is_active=True).first()
    if hook is None:
        raise jobs.Cancelled
    body = task.args["body"].encode()
    try:
        status = outside.post(hook.url, body, headers(hook, body), is_local=settings.HOOKS_LOCAL)
    except outside.Unreachable as error:
        raise jobs.Later(str(error)) from error
    if not 200 <= status < 300:
        raise jobs.Later(f"HTTP {status}")
    return {"status": status}


def headers(hook: Webhook, body: bytes) -> dict[str, str]:
    """The headers of one attempt. `t` is its time in seconds, so that a recorded request cannot be replayed later."""
    now = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Augengenau/{settings.VERSION}",
        "Augengenau-Signature": f"t={now},v1={signature(secret_of(hook), now, body)}",
    }


def signature(secret: str, at: int, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def secret_of(hook: Webhook) -> str:
    """The secret of a webhook, derived from the installation's secret key, so that it is stored nowhere."""
    holder = f"{hook.public_id} {hook.secret_number}"
    return salted_hmac("tournament.webhook", holder, algorithm="sha256").hexdigest()


def event_of(job: Job) -> str:
    return str(json.loads(job.args["body"])["event"])


def deliveries(club: Club) -> list[Job]:
    """The deliveries of a club, the latest first."""
    return list(Job.objects.filter(club=club, kind=KIND).order_by("-created_at")[:MOST_SHOWN])


def drop(hook: Webhook) -> None:
    """Delete the queued deliveries of a webhook that is removed."""
    waiting = Job.objects.filter(club=hook.club_id, kind=KIND, key__startswith=f"{hook.public_id}:")
    waiting.filter(state=JobState.QUEUED).delete()
