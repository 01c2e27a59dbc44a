"""The log as people read it: who did what, in words. What is not in words yet is shown by its code."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Account, LogEntry, Role, Tournament

WORDS = {
    "club.adopted": gettext_lazy("Club given an admin"),
    "club.created": gettext_lazy("Club made"),
    "entry.added": gettext_lazy("Player entered"),
    "entry.restored": gettext_lazy("Withdrawal taken back"),
    "entry.withdrawn": gettext_lazy("Player withdrawn"),
    "first_link.made": gettext_lazy("First link made"),
    "first_link.used": gettext_lazy("First account made"),
    "invitation.made": gettext_lazy("Invitation made"),
    "invitation.revoked": gettext_lazy("Invitation revoked"),
    "invitation.used": gettext_lazy("Invitation accepted"),
    "papers.ordered": gettext_lazy("Paper ordered"),
    "password.changed": gettext_lazy("Password changed"),
    "role.removed": gettext_lazy("Role removed"),
    "second_factor.off": gettext_lazy("Second factor turned off"),
    "second_factor.on": gettext_lazy("Second factor turned on"),
    "tournament.changed": gettext_lazy("Tournament changed"),
    "tournament.created": gettext_lazy("Tournament made"),
}


@dataclass(frozen=True)
class StoryLine:
    seq: int
    at: datetime
    what: str
    words: str
    who: str
    role: str
    hash: str


def lines(tournament: Tournament, *, most: int) -> list[StoryLine]:
    """The latest first."""
    entries = list(tournament.stream.log.prefetch_related("texts").order_by("-seq")[:most])
    ids = {entry.actor for entry in entries}
    logins = dict(Account.objects.filter(public_id__in=ids).values_list("public_id", "login"))
    return [_line(entry, logins) for entry in entries]


def _line(entry: LogEntry, logins: dict[str, str]) -> StoryLine:
    words = " · ".join(part for part in [_number(entry), *(text.text for text in entry.texts.all())] if part)
    who = (
        _("Augengenau itself") if entry.actor == "system" else logins.get(entry.actor, _("somebody without an account"))
    )
    role = str(Role(entry.role).label) if entry.role in Role.values else ""
    return StoryLine(entry.seq, entry.recorded_at, str(WORDS.get(entry.code, entry.code)), words, who, role, entry.hash)


def _number(entry: LogEntry) -> str:
    """A player is always called by the start number too: the name may have been erased."""
    return _("No. %(number)s") % {"number": entry.data["number"]} if "number" in entry.data else ""
