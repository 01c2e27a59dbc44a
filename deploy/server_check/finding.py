"""What one look at a server found: that something is in order, is worth knowing, or is wrong and what to do about it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from subprocess import SubprocessError

from django.db import Error
from django.utils.translation import gettext as _


class State(StrEnum):
    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    part: str
    state: State
    text: str
    todo: str = ""


@dataclass(frozen=True)
class Where:
    """Where the proxy is asked, if not where the site's name leads; and the processes for pages and streams themselves."""

    proxy: str = ""
    nodes: tuple[str, ...] = ()


CANNOT_LOOK = (OSError, LookupError, ValueError, TypeError, SubprocessError, Error)
Look = Callable[[Where], Iterable[Finding]]


def ok(part: str, text: str) -> Finding:
    return Finding(part, State.OK, text)


def note(part: str, text: str, todo: str = "") -> Finding:
    return Finding(part, State.NOTE, text, todo)


def wrong(part: str, text: str, todo: str) -> Finding:
    return Finding(part, State.WRONG, text, todo)


def carried_out(part: str, look: Look, where: Where) -> list[Finding]:
    """What it found; that it could not look is a finding too."""
    try:
        return list(look(where))
    except CANNOT_LOOK as error:
        text = _("This could not be checked: %(why)s") % {"why": f"{type(error).__name__}: {error}"[:300]}
        return [wrong(part, text, _("Put right what else is named here, then run this again."))]
