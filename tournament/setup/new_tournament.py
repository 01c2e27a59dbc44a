"""Create a tournament with its stages and boards in one transaction; the same request sent twice creates it once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Any

from django.db import transaction

from games.engine.rules.own_board import NAME
from tournament.core.action import Done
from tournament.core.actors import Actor
from tournament.entries.signup.actions import set_entering
from tournament.models import Club, Stage, Tournament
from tournament.models.languages import first
from tournament.setup.actions import create_tournament
from tournament.stages.actions import change_stage, set_boards, set_preset
from tournament.stages.own_boards.queries import boards_of, with_own_board


@dataclass(frozen=True)
class Setup:
    """The answers of the wizard. Without a preset the organiser adds the stages afterwards."""

    name: str
    played_on: date
    begins_at: time | None = None
    place: str = ""
    is_listed: bool = True
    preset: str = ""
    rules: str = ""  # another book than the preset's, for all stages that play like its first one
    options: Mapping[str, Any] | None = None  # of its rules; None: as the preset has them
    language: str = field(default_factory=first)
    stages: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # by position: changes to the preset
    fours: int = 0
    sixes: int = 0
    takes_entries: bool = False  # people can enter by themselves
    places: int = 0


def set_up(club: Club, setup: Setup, *, by: Actor, action_id: str | None) -> Done[Tournament]:
    """Create the tournament. The `id` in the receipt is its public id."""
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


def _changes(stage: Stage, first: Stage, setup: Setup) -> dict[str, Any]:
    """What differs from the preset; book and options are those of all stages that it plays like its first one."""
    fields = dict(setup.stages.get(stage.position, {}))
    is_alike = (stage.rules, stage.options) == (first.rules, first.options)
    if setup.rules and is_alike:
        boards = boards_of(stage.tournament.club)
        return {
            **fields,
            "rules": setup.rules,
            "options": with_own_board(setup.rules, {**(setup.options or {})}, boards),
        }
    if setup.options is not None and is_alike and setup.options != stage.options:
        board = {NAME: stage.options[NAME]} if NAME in stage.options else {}
        fields["options"] = {**board, **setup.options}
    return fields


def _furnish(tournament: Tournament, setup: Setup, by: Actor) -> None:
    if setup.preset:
        stages = set_preset(tournament, by=by, preset=setup.preset, language=setup.language).result or []
        for stage in stages:
            if fields := _changes(stage, stages[0], setup):
                change_stage(tournament, by=by, stage_id=stage.pk, fields=fields)
    if setup.fours or setup.sixes:
        set_boards(tournament, by=by, fours=setup.fours, sixes=setup.sixes)
    if setup.takes_entries or setup.places:
        rules = {"takes_entries": setup.takes_entries, "places": setup.places, "has_waiting_list": True}
        set_entering(tournament, by=by, opens_at=None, closes_at=None, **rules)
