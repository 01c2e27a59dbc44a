"""The log in words: who did what. An action without words yet is shown by its code."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.languages import colour
from tournament.models import Account, LogEntry, Role, Tournament
from tournament.models.stages import called

WORDS = {
    "account.closed": gettext_lazy("Account closed"),
    "account.left_elsewhere": gettext_lazy("Account signed out everywhere else"),
    "account.opened": gettext_lazy("Account opened again"),
    "account.signed_out": gettext_lazy("Account signed out everywhere"),
    "backup.ordered": gettext_lazy("Backup ordered"),
    "boards.set": gettext_lazy("Boards set"),
    "check_in.closed": gettext_lazy("Check-in closed"),
    "check_in.reopened": gettext_lazy("Check-in opened again"),
    "date.confirmed": gettext_lazy("Date of the machine confirmed"),
    "clock.changed": gettext_lazy("Clock changed"),
    "club.adopted": gettext_lazy("Club given an admin"),
    "club.created": gettext_lazy("Club made"),
    "club.second_factor": gettext_lazy("Second factor demanded or not"),
    "colour.chosen": gettext_lazy("Colour chosen"),
    "contacts.erased": gettext_lazy("Contacts erased, the tournament is long over"),
    "entering.set": gettext_lazy("Entering set"),
    "entries.checked_in": gettext_lazy("All registered players checked in"),
    "entries.imported": gettext_lazy("Players entered"),
    "entries.renumbered": gettext_lazy("All start numbers given anew"),
    "entry.absent": gettext_lazy("Player sits out a round"),
    "entry.added": gettext_lazy("Player entered"),
    "entry.check_in_undone": gettext_lazy("Check-in undone"),
    "entry.checked_in": gettext_lazy("Player checked in"),
    "entry.contact_set": gettext_lazy("Contact changed"),
    "entry.contact_erased": gettext_lazy("Contact erased"),
    "entry.excluded": gettext_lazy("Player excluded"),
    "entry.link_renewed": gettext_lazy("Private link renewed"),
    "entry.moved_up": gettext_lazy("Player moved up from the waiting list"),
    "entry.name_hidden": gettext_lazy("Player hid or showed the own name"),
    "entry.paid": gettext_lazy("Payment noted"),
    "entry.removed": gettext_lazy("Entry deleted"),
    "entry.renamed": gettext_lazy("Name of a player set right"),
    "entry.renumbered": gettext_lazy("Start number changed"),
    "entry.restored": gettext_lazy("Withdrawal taken back"),
    "entry.self_made": gettext_lazy("Player entered by themselves"),
    "entry.self_withdrawn": gettext_lazy("Player withdrew by themselves"),
    "entry.substituted": gettext_lazy("Substitute plays on"),
    "entry.wishes_set": gettext_lazy("Details of a player changed"),
    "entry.withdrawn": gettext_lazy("Player withdrawn"),
    "entries.edited": gettext_lazy("Players changed"),
    "entries.removed": gettext_lazy("Entries deleted"),
    "entries.erased": gettext_lazy("Traces of a person erased"),
    "first_link.made": gettext_lazy("First link made"),
    "first_link.used": gettext_lazy("First account made"),
    "group.added": gettext_lazy("Team or category made"),
    "group.changed": gettext_lazy("Team or category changed"),
    "group.filled": gettext_lazy("Players put into a team or category"),
    "group.removed": gettext_lazy("Team or category removed"),
    "groups.set": gettext_lazy("Rules for teams and wishes set"),
    "invitation.made": gettext_lazy("Invitation made"),
    "invitation.revoked": gettext_lazy("Invitation revoked"),
    "invitation.used": gettext_lazy("Invitation accepted"),
    "letterhead.changed": gettext_lazy("Look of the paper changed"),
    "own_board.changed": gettext_lazy("The club's own board changed"),
    "papers.ordered": gettext_lazy("Paper ordered"),
    "password.changed": gettext_lazy("Password changed"),
    "penalty.given": gettext_lazy("Penalty given"),
    "penalty.revoked": gettext_lazy("Penalty revoked"),
    "people.merged": gettext_lazy("Two in the address book joined"),
    "people.parted": gettext_lazy("Two in the address book parted again"),
    "person.erased": gettext_lazy("Person erased"),
    "place.accepted": gettext_lazy("Final place accepted after all"),
    "place.declined": gettext_lazy("Final place declined"),
    "problem.changed": gettext_lazy("Problem at a table"),
    "report.confirmed": gettext_lazy("One of several reports confirmed"),
    "result.confirmed": gettext_lazy("Result confirmed"),
    "result.corrected": gettext_lazy("Result corrected"),
    "result.reported": gettext_lazy("Result reported"),
    "result.taken_back": gettext_lazy("Result taken back"),
    "retention.kept": gettext_lazy("Cleared away what need not be kept"),
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
    "screen.set": gettext_lazy("Hall screen steered"),
    "screen.called_up": gettext_lazy("Called up in the ceremony"),
    "screen.added": gettext_lazy("Hall screen added"),
    "screen.programmed": gettext_lazy("Programme of a hall screen changed"),
    "screen.removed": gettext_lazy("Hall screen taken away"),
    "notice.removed": gettext_lazy("Notice taken away"),
    "notice.set": gettext_lazy("Notice for the hall written"),
    "preset.changed": gettext_lazy("Own kind of tournament changed"),
    "preset.kept": gettext_lazy("Own kind of tournament kept"),
    "preset.removed": gettext_lazy("Own kind of tournament removed"),
    "season.removed": gettext_lazy("Season removed"),
    "season.set": gettext_lazy("Season set"),
    "second_factor.off": gettext_lazy("Second factor turned off"),
    "second_factor.on": gettext_lazy("Second factor turned on"),
    "stage.added": gettext_lazy("Stage added"),
    "stage.changed": gettext_lazy("Stage changed"),
    "stage.removed": gettext_lazy("Stage removed"),
    "stages.set": gettext_lazy("Kind of tournament chosen"),
    "stages.ordered": gettext_lazy("Parts put in another order"),
    "step.undone": gettext_lazy("Last step undone"),
    "state.restored": gettext_lazy("Set back to an earlier state"),
    "table.time_given": gettext_lazy("More time for a table"),
    "throw_off.taken_back": gettext_lazy("Throws taken back"),
    "throw_off.thrown": gettext_lazy("Throw-off thrown"),
    "tie.drawn": gettext_lazy("Tie left to the lot"),
    "token.made": gettext_lazy("Token for a program made"),
    "token.revoked": gettext_lazy("Token taken back"),
    "result.unopposed": gettext_lazy("Result counts: nobody contradicted"),
    "tournament.minors_set": gettext_lazy("Said whether it is a tournament for children"),
    "tournament.numbering_set": gettext_lazy("Numbers of the tables were changed"),
    "tournament.witnesses_set": gettext_lazy("What is enough for a result was changed"),
    "tournament.archived": gettext_lazy("Tournament put into the archive"),
    "tournament.unarchived": gettext_lazy("Tournament taken out of the archive"),
    "tournament.cleared": gettext_lazy("Deleted tournament erased for good"),
    "tournament.copied": gettext_lazy("Copied from another tournament"),
    "tournament.deleted": gettext_lazy("Tournament deleted"),
    "tournament.taken_back": gettext_lazy("Deleted tournament taken back"),
    "tournament.changed": gettext_lazy("Tournament changed"),
    "tournament.created": gettext_lazy("Tournament made"),
    "tournament.taken_in": gettext_lazy("Tournament taken in from a file"),
    "webhook.made": gettext_lazy("Webhook made"),
    "webhook.removed": gettext_lazy("Webhook removed"),
    "webhook.secret_renewed": gettext_lazy("Webhook given another secret"),
    "webhook.switched": gettext_lazy("Webhook switched on or off"),
    "webhook.tested": gettext_lazy("Webhook tried out"),
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
    begins: int  # the first line of this step, where others were done within it


def lines(tournament: Tournament, *, most: int) -> list[StoryLine]:
    """The latest first."""
    return told(tournament, list(tournament.stream.log.prefetch_related("texts").order_by("-seq")[:most]))


def told(tournament: Tournament, entries: Sequence[LogEntry]) -> list[StoryLine]:
    ids = {entry.actor for entry in entries}
    logins = dict(Account.objects.filter(public_id__in=ids).values_list("public_id", "login"))
    # A tournament's only stage is not named. Once a round is drawn in it, a stage keeps its position.
    stages = {at: called(name) for at, name in tournament.stages.values_list("position", "name")}
    return [_line(entry, logins, stages if len(stages) > 1 else {}) for entry in entries]


def _line(entry: LogEntry, logins: Mapping[str, str], stages: Mapping[int, str]) -> StoryLine:
    stage = stages.get(entry.data.get("stage", 0), "")
    words = " · ".join(filter(None, (stage, *_where(entry), *(text.text for text in entry.texts.all()))))
    who = (
        _("Augengenau itself") if entry.actor == "system" else logins.get(entry.actor, _("somebody without an account"))
    )
    role = str(Role(entry.role).label) if entry.role in Role.values else ""
    begins = entry.data.get("after", entry.seq - 1) + 1
    return StoryLine(
        entry.seq, entry.recorded_at, str(WORDS.get(entry.code, entry.code)), words, who, role, entry.hash, begins
    )


def _where(entry: LogEntry) -> list[str]:
    """What it was about, in numbers. A player is always called by the start number too: the name may have been erased."""
    known = {key: entry.data[key] for key in _FRAMES if entry.data.get(key)}
    numbers = [
        str(_FRAMES[key]) % {"n": _listed(value)} for key, value in known.items() if key not in _MANY or _is_list(value)
    ]
    details = _DETAILS.items() if entry.code.partition(".")[0] in _DETAILED else ()
    data = {**entry.data, "places": ""} if entry.data.get("is_abandoned") else entry.data  # all are first
    return numbers + [words for key, describe in details if key in data and (words := describe(data[key]))]


def _placed(places: Any) -> str:
    """The places of a result, as people at the table say them."""
    by_place = sorted((seat[0] or 9, colour) for colour, seat in places.items())
    frames = (f"{place}. {{}}" if place < 9 else _("{} did not come") for place, _colour in by_place)
    return ", ".join(frame.format(colour(c)) for frame, (_place, c) in zip(frames, by_place, strict=True))


def _by_number(throws: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(throws.items(), key=lambda throw: int(throw[0]))


def _more_time(seconds: Any) -> str:
    return f"{'+' if seconds > 0 else '−'}{abs(seconds) // 60}:{abs(seconds) % 60:02}" if seconds else ""


_CLOCK = {
    "start": gettext_lazy("started"),
    "pause": gettext_lazy("paused"),
    "continue": gettext_lazy("goes on"),
    "reset": gettext_lazy("set back"),
}
_DETAILED = ("clock", "entry", "report", "result", "round", "table", "throw_off")
# Further details of these: by the key in the entry's data.
_DETAILS: Mapping[str, Callable[[Any], str]] = {
    "to": lambda to: str(_CLOCK.get(to, "")),
    "seconds": _more_time,
    "minutes": lambda minutes: _("%(n)s min") % {"n": minutes},
    "places": lambda places: _placed(places) if isinstance(places, dict) else "",
    "throws": lambda throws: ", ".join(f"{number}: {value}" for number, value in _by_number(throws)),
    "is_abandoned": lambda is_so: _("given up") if is_so else "",
    "is_paid": lambda is_so: _("paid") if is_so else _("not paid"),
}


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _listed(value: Any) -> str:
    if not _is_list(value):
        return str(value)
    return ", ".join(map(str, value[:MOST_NUMBERS])) + (" …" if len(value) > MOST_NUMBERS else "")


MOST_NUMBERS = 12
_MANY = ("rounds", "tables", "players", "numbers")  # lists; in some entries the same key holds a count
_FRAMES = {
    "round": gettext_lazy("Round %(n)s"),
    "rounds": gettext_lazy("Rounds %(n)s"),
    "table": gettext_lazy("Table %(n)s"),
    "tables": gettext_lazy("Tables %(n)s"),
    "number": gettext_lazy("No. %(n)s"),
    "numbers": gettext_lazy("No. %(n)s"),
    "players": gettext_lazy("Players %(n)s"),
    "points": gettext_lazy("Points %(n)s"),
    "moved_up": gettext_lazy("move up: %(n)s"),
    "line": gettext_lazy("as after line %(n)s"),
}
