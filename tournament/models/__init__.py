from tournament.models.days import SeenDay
from tournament.models.events import Category, Contact, Entry, Team, Tournament
from tournament.models.jobs import Job
from tournament.models.log import LogEntry, LogKey, LogText, Stream
from tournament.models.outgoing import Mail, Webhook
from tournament.models.own_boards import OwnBoard
from tournament.models.papers import Letterhead
from tournament.models.people import Account, Club, Grant, GuessCount, Invitation, KnownDevice, Person, Role, Session
from tournament.models.presets import OwnPreset
from tournament.models.results import Declined, Penalty, Report, Result, ResultSeat, ThrowOff
from tournament.models.screens import Notice, Screen
from tournament.models.seasons import Season, SeasonCounts
from tournament.models.snapshots import Snapshot
from tournament.models.stages import Board, Round, Seat, Stage, Table
from tournament.models.tokens import Scope, Token

__all__ = [
    "Account",
    "Board",
    "Category",
    "Club",
    "Contact",
    "Declined",
    "Entry",
    "Grant",
    "GuessCount",
    "Invitation",
    "Job",
    "KnownDevice",
    "Letterhead",
    "LogEntry",
    "LogKey",
    "LogText",
    "Mail",
    "Notice",
    "OwnBoard",
    "OwnPreset",
    "Penalty",
    "Person",
    "Report",
    "Result",
    "ResultSeat",
    "Role",
    "Round",
    "Scope",
    "Screen",
    "Season",
    "SeasonCounts",
    "Seat",
    "SeenDay",
    "Session",
    "Snapshot",
    "Stage",
    "Stream",
    "Table",
    "Team",
    "ThrowOff",
    "Token",
    "Tournament",
    "Webhook",
]
