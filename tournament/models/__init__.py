from tournament.models.events import Entry, Tournament
from tournament.models.jobs import Job
from tournament.models.log import LogEntry, LogText, Stream
from tournament.models.people import Account, Club, Grant, GuessCount, Invitation, KnownDevice, Person, Role

__all__ = [
    "Account",
    "Club",
    "Entry",
    "Grant",
    "GuessCount",
    "Invitation",
    "Job",
    "KnownDevice",
    "LogEntry",
    "LogText",
    "Person",
    "Role",
    "Stream",
    "Tournament",
]
