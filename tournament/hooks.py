"""Webhooks: a club's addresses hear by a signed request what happens in its tournaments.

What is sent is a job, written in the transaction of its cause and tried again for half a day. It says that something
happened and where to read it; ids, numbers and codes, never a name.
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

from tournament import jobs, outside
from tournament.actors import SYSTEM
from tournament.models import Club, Job, LogEntry, Tournament, Webhook
from tournament.models.jobs import JobState

KIND, QUEUE = "hooks.deliver", "hooks"
WAITS = (10, 60, 600, 3600, 6 * 3600, 12 * 3600)  # seconds before the next attempt
MOST_SHOWN = 50
# What an address may choose to hear of, by the codes of the log.
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
    """The addresses that want to hear of it. They are the club's, so that a tournament's lock would not keep them as they are:
    they are looked up before it, while nobody waits."""
    active = Webhook.objects.filter(club=tournament.club_id, is_active=True).select_related("club")
    return [hook for hook in active if any(code.startswith(AREAS[area][1]) for area in hook.areas if area in AREAS)]


def ordered(hooks: Iterable[Webhook], tournament: Tournament, entry: LogEntry) -> None:
    """Part of every action in a tournament: a job for each of these addresses."""
    for hook in hooks:
        deliver(hook, _told(tournament, entry))


def deliver(hook: Webhook, told: dict[str, Any]) -> Job:
    args = {"webhook": hook.pk, "body": json.dumps(told, separators=(",", ":"))}
    return jobs.enqueue(KIND, key=f"{hook.public_id}:{told['id']}", by=SYSTEM, args=args, club=hook.club)


def _told(tournament: Tournament, entry: LogEntry) -> dict[str, Any]:
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
    """Any answer from 200 to 299 will do; whatever else is there is tried again."""
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
    """`t` is the second of this attempt, so that an old request cannot be sent again by somebody who kept it."""
    now = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": f"Augengenau/{settings.VERSION}",
        "Augengenau-Signature": f"t={now},v1={signature(secret_of(hook), now, body)}",
    }


def signature(secret: str, at: int, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def secret_of(hook: Webhook) -> str:
    """Derived from the installation's secret: nothing is kept that could be stolen."""
    holder = f"{hook.public_id} {hook.secret_number}"
    return salted_hmac("tournament.webhook", holder, algorithm="sha256").hexdigest()


def event_of(job: Job) -> str:
    return str(json.loads(job.args["body"])["event"])


def deliveries(club: Club) -> list[Job]:
    """The latest first."""
    return list(Job.objects.filter(club=club, kind=KIND).order_by("-created_at")[:MOST_SHOWN])


def drop(hook: Webhook) -> None:
    """What was to be sent to an address that is gone."""
    waiting = Job.objects.filter(club=hook.club_id, kind=KIND, key__startswith=f"{hook.public_id}:")
    waiting.filter(state=JobState.QUEUED).delete()
