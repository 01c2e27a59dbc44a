"""The log as people read it: who did what, in words. What is not in words yet is shown by its code."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Account, LogEntry, Role, Tournament

WORDS = {
    "boards.set": gettext_lazy("Boards set"),
    "clock.changed": gettext_lazy("Clock changed"),
    "club.adopted": gettext_lazy("Club given an admin"),
    "club.created": gettext_lazy("Club made"),
    "colour.chosen": gettext_lazy("Colour chosen"),
    "entries.checked_in": gettext_lazy("All registered players checked in"),
    "entries.imported": gettext_lazy("Players entered"),
    "entry.absent": gettext_lazy("Player sits out a round"),
    "entry.added": gettext_lazy("Player entered"),
    "entry.check_in_undone": gettext_lazy("Check-in undone"),
    "entry.checked_in": gettext_lazy("Player checked in"),
    "entry.excluded": gettext_lazy("Player excluded"),
    "entry.moved_up": gettext_lazy("Player moved up from the waiting list"),
    "entry.paid": gettext_lazy("Payment noted"),
    "entry.renumbered": gettext_lazy("Start number changed"),
    "entry.restored": gettext_lazy("Withdrawal taken back"),
    "entry.substituted": gettext_lazy("Substitute plays on"),
    "entry.withdrawn": gettext_lazy("Player withdrawn"),
    "first_link.made": gettext_lazy("First link made"),
    "first_link.used": gettext_lazy("First account made"),
    "invitation.made": gettext_lazy("Invitation made"),
    "invitation.revoked": gettext_lazy("Invitation revoked"),
    "invitation.used": gettext_lazy("Invitation accepted"),
    "papers.ordered": gettext_lazy("Paper ordered"),
    "password.changed": gettext_lazy("Password changed"),
    "penalty.given": gettext_lazy("Penalty given"),
    "penalty.revoked": gettext_lazy("Penalty revoked"),
    "place.accepted": gettext_lazy("Final place accepted after all"),
    "place.declined": gettext_lazy("Final place declined"),
    "problem.changed": gettext_lazy("Problem at a table"),
    "report.confirmed": gettext_lazy("One of several reports confirmed"),
    "result.confirmed": gettext_lazy("Result confirmed"),
    "result.corrected": gettext_lazy("Result corrected"),
    "result.reported": gettext_lazy("Result reported"),
    "result.taken_back": gettext_lazy("Result taken back"),
    "role.removed": gettext_lazy("Role removed"),
    "round.closed": gettext_lazy("Round closed"),
    "round.discarded": gettext_lazy("Drafts thrown away"),
    "round.drawn": gettext_lazy("Rounds drawn"),
    "round.minutes_set": gettext_lazy("Length of a round set"),
    "round.published": gettext_lazy("Round published"),
    "round.reopened": gettext_lazy("Round opened again"),
    "round.unpublished": gettext_lazy("Publishing taken back"),
    "seat.joined": gettext_lazy("Late player joins a table"),
    "seat.left": gettext_lazy("Seat left empty"),
    "seat.taken": gettext_lazy("Seat taken by another"),
    "seats.reseated": gettext_lazy("Seats at a table set right"),
    "seats.swapped": gettext_lazy("Seats swapped"),
    "second_factor.off": gettext_lazy("Second factor turned off"),
    "second_factor.on": gettext_lazy("Second factor turned on"),
    "stage.added": gettext_lazy("Stage added"),
    "stage.changed": gettext_lazy("Stage changed"),
    "stage.removed": gettext_lazy("Stage removed"),
    "stages.set": gettext_lazy("Kind of tournament chosen"),
    "table.time_given": gettext_lazy("More time for a table"),
    "throw_off.taken_back": gettext_lazy("Throws taken back"),
    "throw_off.thrown": gettext_lazy("Throw-off thrown"),
    "tie.drawn": gettext_lazy("Tie left to the lot"),
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
