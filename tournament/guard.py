"""Doors that can be guessed at: so many tries in a window of time, counted exactly, whoever asks at once.

A try is taken before anything costly is done, and given back when it was right. Wrong guesses of strangers never use up the
tries of a device that has been inside before.
"""

import hashlib
import time
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament import watch
from tournament.errors import Locked
from tournament.models import GuessCount

WINDOW = 15 * 60  # seconds


@dataclass(frozen=True)
class Door:
    """A key that is guessed at, and how many wrong tries one window allows."""

    name: str
    key: str
    limit: int

    @property
    def hashed(self) -> str:
        return f"{self.name}:{hashlib.sha256(self.key.encode()).hexdigest()[:40]}"


def account_door(login: str, device_id: int | None) -> Door:
    if device_id is not None:
        return Door("device", str(device_id), 10)
    return Door("login", login.strip().casefold(), 5)


def network_door(request: HttpRequest) -> Door:
    """A hall shares one address: roomy, but not without end."""
    return Door("network", network(request), 60)


def entering_door(request: HttpRequest) -> Door:
    """Entering oneself: a whole hall may do so by its one address, a flood may not."""
    return Door("entering", network(request), 80)


def code_door(account_id: int) -> Door:
    return Door("code", str(account_id), 5)


def link_door(request: HttpRequest) -> Door:
    """Links that are none: nobody guesses one, but slips of an old round are scanned by a whole hall."""
    return Door("link", network(request), 300)


def holder_doors(thing: str, device: str) -> tuple[Door, Door]:
    """What a link lets write, for one phone and for all that hold it: each write is a line of the log for ever."""
    return Door("holder", f"{thing} {device}", 40), Door("held", thing, 200)


def outside_door(club: str) -> Door:
    """Requests to a stranger's server that somebody orders by hand."""
    return Door("outside", club, 20)


def network(request: HttpRequest) -> str:
    """Where a request comes from: only what our own proxies said is believed."""
    said = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if settings.PROXIES and len(said) >= settings.PROXIES:
        return str(said[-settings.PROXIES])
    return str(request.META.get("REMOTE_ADDR", ""))


def take(*doors: Door) -> None:
    """Use up one try at each door, or raise Locked and use up none."""
    window = _window()
    with transaction.atomic():
        for door in doors:
            GuessCount.objects.get_or_create(key=door.hashed, window=window)
        for door in doors:
            row = GuessCount.objects.filter(key=door.hashed, window=window, count__lt=door.limit)
            if not row.update(count=F("count") + 1):
                transaction.set_rollback(True)
                watch.note("door.shut", door=door.name, key=door.hashed[-8:])
                raise _locked()


def give_back(*doors: Door) -> None:
    """It was right: the try does not count."""
    for door in doors:  # one after the other: rows locked together, in no certain order, could block `take`
        GuessCount.objects.filter(key=door.hashed, window=_window(), count__gt=0).update(count=F("count") - 1)
    GuessCount.objects.filter(window__lt=_window() - 1).delete()


def _window() -> int:
    return int(time.time() // WINDOW)


def _locked() -> Locked:
    minutes = int((WINDOW - time.time() % WINDOW) // 60) + 1
    return Locked("too_many_tries", _("Too many wrong tries. Try again in %(minutes)d minutes.") % {"minutes": minutes})
