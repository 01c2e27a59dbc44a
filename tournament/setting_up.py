"""A new tournament in one go: made, with its stages and boards, or not at all. Sent twice, made once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from django.db import transaction

from tournament.actions.core import Done
from tournament.actions.entering import set_entering
from tournament.actions.setup import change_stage, set_boards, set_preset
from tournament.actions.tournaments import create_tournament
from tournament.actors import Actor
from tournament.models import Club, Tournament


@dataclass(frozen=True)
class Setup:
    """What the wizard asked. Without a preset the stages are put together by hand afterwards."""

    name: str
    played_on: date
    begins_at: time | None = None
    place: str = ""
    is_listed: bool = True
    preset: str = ""
    language: str = "de"
    stages: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # by position: what differs from the preset
    fours: int = 0
    sixes: int = 0
    takes_entries: bool = False  # by themselves
    places: int = 0


def set_up(club: Club, setup: Setup, *, by: Actor, action_id: str | None) -> Done[Tournament]:
    """The receipt's `id` is the public id of the tournament."""
    with transaction.atomic():
        done = create_tournament(
            club,
            by=by,
            action_id=action_id,
            name=setup.name,
            played_on=setup.played_on,
            begins_at=setup.begins_at,
            place=setup.place,
            is_listed=setup.is_listed,
        )
        if done.result is not None:
            _furnish(done.result, setup, by)
    return done


def _furnish(tournament: Tournament, setup: Setup, by: Actor) -> None:
    if setup.preset:
        stages = set_preset(tournament, by=by, preset=setup.preset, language=setup.language).result or []
        for stage in stages:
            if fields := setup.stages.get(stage.position):
                change_stage(tournament, by=by, stage_id=stage.pk, fields=fields)
    if setup.fours or setup.sixes:
        set_boards(tournament, by=by, fours=setup.fours, sixes=setup.sixes)
    if setup.takes_entries or setup.places:
        rules = {"takes_entries": setup.takes_entries, "places": setup.places, "has_waiting_list": True}
        set_entering(tournament, by=by, opens_at=None, closes_at=None, **rules)
