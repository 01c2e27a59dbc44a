"""Urgent problems, shown on top of the desk's page. Each room adds its own sources (`SOURCES`)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tournament.core.actors import Actor
from tournament.models import Tournament


@dataclass(frozen=True)
class Alarm:
    """What is wrong, and where to fix it."""

    words: str
    address: str
    label: str


SOURCES: list[Callable[[Tournament, Actor], Iterable[Alarm]]] = []


def alarms_for(tournament: Tournament, actor: Actor) -> list[Alarm]:
    """Most pressing first: in the order in which the sources were added."""
    return [alarm for source in SOURCES for alarm in source(tournament, actor)]
