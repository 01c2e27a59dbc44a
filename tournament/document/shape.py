"""What a tournament's document is made of: its parts in order, each a list of rows of one model.

Decided here: which rows belong to a tournament, which fields stay at home because they are secret or say nothing elsewhere,
and where ids of players are kept inside other values. Other apps add their parts (`add`) when they start. Rows refer to each
other by numbers of the document's own, so that it means the same on every machine.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.db.models import Q

from tournament import models as m

FORMAT = "augengenau/tournament"
VERSION = 1
Renumber = Callable[[int], int]
Inside = Callable[[Any, Renumber], Any]


@dataclass(frozen=True)
class Part:
    """`way` leads from a row to its tournament. Of `only`, where it is given, no other field is written.

    `private`: what stands in a document without names in place of words about people, {n} being the row's number;
    a part that is private as a whole is left empty there. `files`: fields that name a kept file.
    """

    name: str
    model: type[models.Model]
    way: Q | Callable[[m.Tournament], Q]
    without: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()
    inside: Mapping[str, Inside] = field(default_factory=dict)
    private: Mapping[str, Any] = field(default_factory=dict)
    is_private: bool = False
    files: frozenset[str] = frozenset()

    def rows(self, tournament: m.Tournament) -> models.QuerySet[Any]:
        return self.model._default_manager.filter(self.way(tournament)).order_by("pk").distinct()  # type: ignore[operator]

    @property
    def fields(self) -> "list[models.Field[Any, Any]]":
        return [each for each in self.model._meta.concrete_fields if self._is_written(each)]

    def _is_written(self, each: "models.Field[Any, Any]") -> bool:
        if each.primary_key or each.name in self.without or (self.only and each.name not in self.only):
            return False
        # What leads home is the same for all rows; only a stream may be of something else (a game).
        return not each.is_relation or each.null or each.related_model not in (m.Tournament, m.Club)


def leads(*ways: str) -> Callable[[m.Tournament], Q]:
    return lambda tournament: Q(*[(way, tournament) for way in ways], _connector=Q.OR)


def _people(tournament: m.Tournament) -> Q:
    """Whoever is entered, and whom they turned out to be the same as."""
    return Q(entries__tournament=tournament) | Q(merged__entries__tournament=tournament)


def _accounts(tournament: m.Tournament) -> Q:
    found = Q()
    for part in parts():
        for each in part.fields:
            if each.related_model is m.Account:
                found |= Q(pk__in=part.rows(tournament).exclude(**{each.name: None}).values(each.name))
    return found or Q(pk=None)


def _request(value: Any, renumber: Renumber) -> Any:
    """Of a draw: everybody is named in it by number, so that it can be drawn again."""
    if not value:
        return value
    changed = {name: _each(value[name], renumber) for name in ("players", "history", "plan", "gone") if name in value}
    if "wishes" in value:
        changed["wishes"] = [{**wish, "players": _each(wish["players"], renumber)} for wish in value["wishes"]]
    if "fixed" in value:
        changed["fixed"] = {str(renumber(int(entry))): boards for entry, boards in value["fixed"].items()}
    return {**value, **changed}


def _report(value: Any, renumber: Renumber) -> Any:
    """What a draw reached: those concerned are named as `players` or `player`, wherever in it."""
    if isinstance(value, list):
        return [_report(item, renumber) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: renumber(item)
        if name == "player"
        else _each(item, renumber)
        if name == "players" and isinstance(item, list)
        else _report(item, renumber)
        for name, item in value.items()
    }


def _throws(value: Any, renumber: Renumber) -> Any:
    return [{str(renumber(int(entry))): thrown for entry, thrown in turn.items()} for turn in value]


def _each(value: Any, renumber: Renumber) -> Any:
    return [_each(item, renumber) for item in value] if isinstance(value, list) else renumber(value)


STREAM_WAYS = ["tournament"]  # other apps have streams of a tournament's things


def _streams(way: str) -> Callable[[m.Tournament], Q]:
    return lambda tournament: leads(*[way + each for each in STREAM_WAYS])(tournament)


NOBODY_KNOWN = {
    "given_name": "Person",
    "family_name": "{n}",
    "is_minor": False,
    "is_hidden": False,
    "shows_full_name": True,
    "merged_into": None,
    "created_at": "2000-01-01T00:00:00.000000+00:00",
}
NOTHING_WRITTEN = {"seq": 0, "head": "0" * 64, "salt": ""}
IN_STAGE, IN_TABLE = "stage__tournament", "round__stage__tournament"
_FIRST = [
    Part("accounts", m.Account, _accounts, only=frozenset({"public_id", "login"}), private={"login": "account {n}"}),
    Part("people", m.Person, _people, private=NOBODY_KNOWN),
    Part("teams", m.Team, leads("tournament"), private={"name": "Team {n}"}),
    Part("categories", m.Category, leads("tournament")),
    Part("entries", m.Entry, leads("tournament"), private={"note": "", "is_self_made": False, "is_paid": False}),
    Part("contacts", m.Contact, leads("entry__tournament"), is_private=True),
    Part("boards", m.Board, leads("tournament")),
    Part("stages", m.Stage, leads("tournament")),
    Part("rounds", m.Round, leads(IN_STAGE), inside={"request": _request, "report": _report}),
    Part("tables", m.Table, leads(IN_TABLE), private={"problem": ""}),
    Part("seats", m.Seat, leads(IN_TABLE)),
    Part("reports", m.Report, leads(f"table__{IN_TABLE}"), private={"actor": ""}),
    Part("results", m.Result, leads(f"table__{IN_TABLE}"), private={"confirmed_by": ""}),
    Part("places", m.ResultSeat, leads(f"result__table__{IN_TABLE}")),
    Part("penalties", m.Penalty, leads(IN_STAGE)),
    Part("throw_offs", m.ThrowOff, leads(IN_STAGE), inside={"throws": _throws}),
    Part("declined", m.Declined, leads(IN_STAGE)),
]
_ADDED: list[Part] = []
_LOG = [
    # not how late it was: a document could make it late for everybody else here
    Part("streams", m.Stream, _streams(""), without=frozenset({"club", "written_at"}), private=NOTHING_WRITTEN),
    Part("log", m.LogEntry, _streams("stream__"), is_private=True),
    Part("log_texts", m.LogText, _streams("entry__stream__"), is_private=True),
]
# What a tournament has besides, and why it does not travel.
LEFT_OUT: dict[type[models.Model], str] = {
    m.Grant: "who may do what is given anew where the document goes",
    m.Invitation: "a secret",
    m.Token: "a secret",
    m.Job: "work of this machine",
    m.Mail: "sent from here",
    m.Webhook: "of the club, over several tournaments",
    m.Snapshot: "steps back end where the document begins",
    m.Letterhead: "of the club, over several tournaments",
    m.Screen: "how this hall shows it",
    m.Season: "of the club, over several tournaments",
}


def add(
    *added: Part, stream_ways: tuple[str, ...] = (), left_out: Mapping[type[models.Model], str] | None = None
) -> None:
    """For other apps, once, when they start; in the order in which rows refer to each other."""
    _ADDED.extend(added)
    STREAM_WAYS.extend(stream_ways)
    LEFT_OUT.update(left_out or {})


def parts() -> Iterator[Part]:
    yield from _FIRST
    yield from _LOG[:1]
    yield from _ADDED
    yield from _LOG[1:]


# Of the tournament itself.
TOURNAMENT = Part("tournament", m.Tournament, lambda tournament: Q(pk=tournament.pk))
