from tournament.models.events import Entry, Tournament
from tournament.models.jobs import Job
from tournament.models.log import LogEntry, LogText, Stream
from tournament.models.people import Account, Club, Grant, GuessCount, Invitation, KnownDevice, Person, Role
from tournament.models.results import Declined, Penalty, Report, Result, ResultSeat, ThrowOff
from tournament.models.stages import Board, Round, Seat, Stage, Table

__all__ = [
    "Account",
    "Board",
    "Club",
    "Declined",
    "Entry",
    "Grant",
    "GuessCount",
    "Invitation",
    "Job",
    "KnownDevice",
    "LogEntry",
    "LogText",
    "Penalty",
    "Person",
    "Report",
    "Result",
    "ResultSeat",
    "Role",
    "Round",
    "Seat",
    "Stage",
    "Stream",
    "Table",
    "ThrowOff",
    "Tournament",
]
