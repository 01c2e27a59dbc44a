"""Who acts and through which channel: passed as `by=` to every action and written into the log."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from tournament.models import Account

OWN_LINK = "device:entry-"  # how the log names whoever holds the private link of an entry
OF_PHONE = "phone:"  # how a report names the phone on which somebody's link was opened
UNDER = "under:"  # and the name of this machine under which it was


@dataclass(frozen=True)
class Actor:
    account: Account | None = None
    via: str = "page"  # page, api, command, link
    is_system: bool = False
    table: str = ""  # the public id of the table that a link without an account is for
    entry: str = ""  # the public id of the entry whose private link is held
    device: str = ""  # which of the phones that hold such a link
    also: tuple[str, ...] = ()  # the names under which the same phone could act besides (`name_in_log`)
    scope: str = ""  # the limit of the token in use (models.tokens.Scope); empty for somebody signed in
    only_for: str = ""  # the public id of the one club or tournament that the token in use is for; empty for all
    seen_roles: dict[object, set[str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def signed_in_account(self) -> Account:
        """The account, for views behind a gate that requires one."""
        assert self.account is not None, "the gate lets nobody else in"
        return self.account

    @property
    def name_in_log(self) -> str:
        if self.is_system:
            return "system"
        if self.account:
            return self.account.public_id
        return f"device:{self.device[:32]}" if self.device else "anonymous"


class Request(HttpRequest):
    """A request as the middleware leaves it; for type annotations only."""

    actor: Actor
    htmx: HtmxDetails


class Held(Protocol):
    """A report: by which `actor` it was made; `held`: all other actors as whom the same browser could have made it."""

    @property
    def actor(self) -> str: ...
    @property
    def held(self) -> Collection[str]: ...


def are_one_phone(one: Held, other: Held) -> bool:
    """Whether one browser could have made both reports. That both also hold the link of the slip does not make them one phone."""
    both = {name for name in one.held if name in other.held and not name.startswith((OWN_LINK, UNDER))}
    return one.actor in other.held or other.actor in one.held or bool(both)


def are_under_two_names(one: Held, other: Held) -> bool:
    """Whether the reports came from browsers that called this machine by two names: then it may have been one browser."""
    names = [{name for name in each.held if name.startswith(UNDER)} for each in (one, other)]
    return all(names) and not names[0] & names[1]


ANONYMOUS = Actor()  # its roles never change, so one object serves all requests
SYSTEM = Actor(via="command", is_system=True)
