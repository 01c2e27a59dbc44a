"""What a tournament's document is made of: its parts in order, each a list of rows of one model.

Decided here: which rows belong to a tournament, and where ids of players are stored inside other values. The policy decides which
columns are written. Other apps add their parts (`add`) at startup. Rows refer to each other by numbers of the document's own, so
that it means the same on every machine.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models
from django.db.models import Q

from tournament import models as m
from tournament.policy import table
from tournament.policy.columns import Table

FORMAT = "augengenau/tournament"
VERSION = 1
Renumber = Callable[[int], int]
Inside = Callable[[Any, Renumber], Any]


@dataclass(frozen=True)
class Part:
    """`way`: the filter for a tournament's rows. `inside`: how ids inside a column's value are renumbered."""

    name: str
    model: type[models.Model]
    way: Callable[[m.Tournament], Q]
    inside: Mapping[str, Inside] = field(default_factory=dict)

    @property
    def policy(self) -> Table:
        return table.of(self.model)

    def rows(self, tournament: m.Tournament) -> models.QuerySet[Any]:
        return self.model._default_manager.filter(self.way(tournament)).order_by("pk")

    @property
    def fields(self) -> "list[models.Field[Any, Any]]":
        return [each for each in self.model._meta.concrete_fields if self._is_written(each)]

    def _is_written(self, each: "models.Field[Any, Any]") -> bool:
        if each.primary_key or not self.policy.columns[each.name].travels:
            return False
        # References to the tournament and its club are equal in all rows; only a stream may belong to something else (a game).
        return not each.is_relation or each.null or each.related_model not in (m.Tournament, m.Club)


def leads(*ways: str) -> Callable[[m.Tournament], Q]:
    return lambda tournament: Q(*[(way, tournament) for way in ways], _connector=Q.OR)


def _people(tournament: m.Tournament) -> Q:
    """Everybody who is entered, and the people they were merged into."""
    entered = m.Entry.objects.filter(tournament=tournament).values("person")
    same = m.Person.objects.filter(pk__in=entered, merged_into__isnull=False).values("merged_into")
    return Q(pk__in=entered) | Q(pk__in=same)


def _accounts(tournament: m.Tournament) -> Q:
    referred_to = Q()
    for part in parts():
        for each in part.fields:
            if each.related_model is m.Account:
                referred_to |= Q(pk__in=part.rows(tournament).exclude(**{each.name: None}).values(each.name))
    return referred_to or Q(pk=None)


def _request(value: Any, renumber: Renumber) -> Any:
    """The request of a draw names everybody by number, so that it can be drawn again."""
    if not value:
        return value
    changed = {
        name: _renumbered(value[name], renumber) for name in ("players", "history", "plan", "gone") if name in value
    }
    if "wishes" in value:
        changed["wishes"] = [{**wish, "players": _renumbered(wish["players"], renumber)} for wish in value["wishes"]]
    if "fixed" in value:
        changed["fixed"] = {str(renumber(int(entry))): boards for entry, boards in value["fixed"].items()}
    return {**value, **changed}


def _report(value: Any, renumber: Renumber) -> Any:
    """The report of a draw names people as `players` or `player`, at any depth."""
    if isinstance(value, list):
        return [_report(item, renumber) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: renumber(item)
        if name == "player"
        else _renumbered(item, renumber)
        if name == "players" and isinstance(item, list)
        else _report(item, renumber)
        for name, item in value.items()
    }


def _throws(value: Any, renumber: Renumber) -> Any:
    return [{str(renumber(int(entry))): thrown for entry, thrown in turn.items()} for turn in value]


def _renumbered(value: Any, renumber: Renumber) -> Any:
    return [_renumbered(item, renumber) for item in value] if isinstance(value, list) else renumber(value)


STREAM_WAYS = ["tournament"]  # other apps add the lookups of their streams within a tournament


def _streams(way: str) -> Callable[[m.Tournament], Q]:
    return lambda tournament: leads(*[way + each for each in STREAM_WAYS])(tournament)


IN_STAGE, IN_TABLE = "stage__tournament", "round__stage__tournament"
_FIRST = [
    Part("accounts", m.Account, _accounts),
    Part("people", m.Person, _people),
    Part("teams", m.Team, leads("tournament")),
    Part("categories", m.Category, leads("tournament")),
    Part("entries", m.Entry, leads("tournament")),
    Part("contacts", m.Contact, leads("entry__tournament")),
    Part("boards", m.Board, leads("tournament")),
    Part("stages", m.Stage, leads("tournament")),
    Part("rounds", m.Round, leads(IN_STAGE), inside={"request": _request, "report": _report}),
    Part("tables", m.Table, leads(IN_TABLE)),
    Part("seats", m.Seat, leads(IN_TABLE)),
    Part("reports", m.Report, leads(f"table__{IN_TABLE}")),
    Part("results", m.Result, leads(f"table__{IN_TABLE}")),
    Part("places", m.ResultSeat, leads(f"result__table__{IN_TABLE}")),
    Part("penalties", m.Penalty, leads(IN_STAGE)),
    Part("throw_offs", m.ThrowOff, leads(IN_STAGE), inside={"throws": _throws}),
    Part("declined", m.Declined, leads(IN_STAGE)),
]
_ADDED: list[Part] = []
_LOG = [
    Part("streams", m.Stream, _streams("")),
    Part("log", m.LogEntry, _streams("stream__")),
    Part("log_texts", m.LogText, _streams("entry__stream__")),
]


def add(*added: Part, stream_ways: tuple[str, ...] = ()) -> None:
    """For other apps, once, at startup; in the order in which rows refer to each other."""
    _ADDED.extend(added)
    STREAM_WAYS.extend(stream_ways)


def parts() -> Iterator[Part]:
    yield from _FIRST
    yield from _LOG[:1]
    yield from _ADDED
    yield from _LOG[1:]


# The tournament's own row.
TOURNAMENT = Part("tournament", m.Tournament, lambda tournament: Q(pk=tournament.pk))
