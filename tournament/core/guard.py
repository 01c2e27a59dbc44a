"""Rate limits for what can be guessed or flooded: attempts per time window, counted exactly also under concurrency.

An attempt is counted before anything costly is done, and given back if it was right. Strangers' wrong guesses never use up the
attempts of a device that has signed in before, nor of somebody who is signed in: neither counts for the network.
"""

import hashlib
import time
from contextlib import suppress
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.core import security_log
from tournament.core.errors import Declared, Locked, Refused
from tournament.core.networks import WIDER, home_of, site_of
from tournament.models import GuessCount
from tournament.models.people import WINDOW

DAY = 24 * 60 * 60  # seconds
WRITES_OF_LATER = 40


@dataclass(frozen=True)
class Door:
    """What is limited (`name`, `key`), and how many attempts one window allows."""

    name: str
    key: str
    limit: int
    wider: "Door | None" = None  # that of the larger network around it
    seconds: int = WINDOW  # how long a window lasts

    @property
    def hashed(self) -> str:
        return f"{self.name}:{hashlib.sha256(self.key.encode()).hexdigest()[:40]}"


def account_door(login: str, device_id: int | None) -> Door:
    if device_id is not None:
        return Door("device", str(device_id), 10)
    return Door("login", login.strip().casefold(), 5)


def own_door(account_id: int) -> Door:
    """Somebody who is signed in gives the password once more: strangers' guesses at the name do not count here."""
    return Door("own", str(account_id), 10)


def network_door(request: HttpRequest) -> Door:
    """Generous, since a hall shares one address, but not unlimited."""
    return of_network("network", request, 60)


def entering_door(request: HttpRequest) -> Door:
    """Entering oneself: enough for a whole hall behind one address, too little for a flood."""
    return of_network("entering", request, 80)


def code_door(account_id: int, device_id: int | None = None) -> Door:
    """A device that signed in before has a door of its own, so that somebody with the password alone cannot keep it out."""
    return Door("code", str(account_id) if device_id is None else f"{account_id} {device_id}", 5)


def link_door(request: HttpRequest) -> Door:
    """Invalid links. Nobody can guess one, but a whole hall may scan slips of an old round."""
    return of_network("link", request, 300)


def holder_doors(thing: str, device: str) -> tuple[Door, ...]:
    """What a link lets one holder write: each write is a line of the log for ever. No two holders share it."""
    return (Door("holder", f"{thing} {device}", 40),)


def browsers_door(request: HttpRequest, thing: str) -> Door:
    """Limits how many browsers of one network get an allowance of their own for a link that many people hold."""
    return of_network("browsers", request, 12, thing, DAY)


def shared_link_doors(request: HttpRequest, thing: str, device: str) -> tuple[Door, ...]:
    """Every private window looks like a new phone: after so many from one network, all later ones share one allowance."""
    mine = Door("mine", f"{thing} {device}", 1, seconds=DAY)
    if not _is_used_up(mine):
        with suppress(Locked):
            take(mine, browsers_door(request, thing))
    return holder_doors(thing, device) if _is_used_up(mine) else (of_network("later", request, WRITES_OF_LATER, thing),)


def outside_door(club: str) -> Door:
    """Requests to another server that somebody triggers by hand."""
    return Door("outside", club, 20)


def of_network(name: str, request: HttpRequest, limit: int, thing: str = "", seconds: int = WINDOW) -> Door:
    """A door that counts requests by the network they come from, for one `thing` or altogether."""
    address = came_from(request)
    site = site_of(address)
    wider = Door(name, f"{thing} {site}".lstrip(), WIDER * limit, seconds=seconds) if site else None
    return Door(name, f"{thing} {home_of(address)}".lstrip(), limit, wider, seconds)


def came_from(request: HttpRequest) -> str:
    """The address a request comes from: of X-Forwarded-For only the entries of our own proxies are trusted."""
    addresses = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if settings.PROXIES and len(addresses) >= settings.PROXIES:
        return str(addresses[-settings.PROXIES])
    return str(request.META.get("REMOTE_ADDR", ""))


def take(*doors: Door) -> None:
    """Use up one attempt at each door, or raise Locked and use up none."""
    doors = _with_wider(doors)
    with transaction.atomic():
        for door in doors:
            GuessCount.objects.get_or_create(key=door.hashed, window=_window_of(door))
        for door in doors:
            row = _rows(door).filter(count__lt=door.limit)
            if not row.update(count=F("count") + 1):
                transaction.set_rollback(True)
                security_log.note("door.shut", door=door.name, key=door.hashed[-8:])
                raise _locked(door)


def give_back(*doors: Door) -> None:
    """The guess was right: uncount the attempt."""
    # One by one: several rows locked together in no fixed order could deadlock with `take`.
    for door in _with_wider(doors):
        _rows(door).filter(count__gt=0).update(count=F("count") - 1)
    GuessCount.objects.filter(window__lt=_window() - 1).delete()


def _with_wider(doors: tuple[Door, ...]) -> tuple[Door, ...]:
    return *doors, *(door.wider for door in doors if door.wider)


def _rows(door: Door) -> QuerySet[GuessCount]:
    return GuessCount.objects.filter(key=door.hashed, window=_window_of(door))


def _is_used_up(door: Door) -> bool:
    return _rows(door).filter(count__gte=door.limit).exists()


def _now() -> float:
    return time.time()


def _window() -> int:
    return int(_now() // WINDOW)


def _window_of(door: Door) -> int:
    """A longer window has the number of the last one in it, so that it is not cleared away before."""
    return _window() + (door.seconds - 1 - int(_now()) % door.seconds) // WINDOW


WRONG = Declared("too_many_tries", _("Too many wrong tries. Try again in %(minutes)d minutes."), Locked)
OFTEN = WRONG.also(_("Too many requests. Try again in %(minutes)d minutes."))
SAID = {  # by door; else what was tried was wrong
    "holder": WRONG.also(_("Too many entries from this phone. Try again in %(minutes)d minutes, or tell the desk.")),
    "later": WRONG.also(
        _("Too many phones of this network have written here. Try again in %(minutes)d minutes, or tell the desk.")
    ),
    "entering": WRONG.also(_("Too many entries from this network. Try again in %(minutes)d minutes.")),
    "outside": OFTEN,
    "picture": OFTEN,
    "learn": OFTEN,
}


def _locked(door: Door) -> Refused:
    minutes = int((WINDOW - _now() % WINDOW) // 60) + 1
    return SAID.get(door.name, WRONG)({"minutes": minutes})
