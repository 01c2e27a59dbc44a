"""The kinds of tournament that a club may choose among: its own first, then the shipped ones."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Club, OwnPreset
from tournament.stages import schemes
from tournament.stages.presets import BY_ID, PRESETS, Preset, StagePlan
from tournament.standings.ranking.model import OF_POINTS


def presets_of(club: Club) -> list[Preset]:
    """The club's own first."""
    return [*map(as_preset, club.presets.all()), *PRESETS]


def preset_of(club: Club, preset_id: str) -> Preset | None:
    if preset_id in BY_ID:
        return BY_ID[preset_id]
    own = club.presets.filter(public_id=preset_id).first()
    return as_preset(own) if own else None


def as_preset(own: OwnPreset) -> Preset:
    first = own.stages[0]
    plans = tuple(_plan(fields) for fields in own.stages)
    return Preset(own.public_id, own.name, _("As we play."), first["rules"], plans, first["options"], is_own=True)


def _plan(fields: Mapping[str, Any]) -> StagePlan:
    return StagePlan(
        kind=fields["kind"],
        name=fields["name"],
        rounds=fields["planned_rounds"],
        minutes=fields["minutes"],
        scheme=replace(schemes.from_json(fields["scheme"]), share=OF_POINTS),  # also if kept from an earlier evening
        unfinished=fields["unfinished"],
        size=fields["size"],
        going_on=fields["going_on"],
        lengths=tuple(fields["lengths"]),
        rules=fields["rules"],
        options=fields["options"],
        threes_first=fields["threes_first"],
    )
