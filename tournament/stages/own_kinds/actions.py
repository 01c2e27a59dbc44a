"""A club's own kinds of tournament ("so spielen wir"): kept from a tournament, copied, changed, removed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.action import Write, action
from tournament.core.errors import Declared, Refused, Stale
from tournament.core.languages import spoken
from tournament.models import Club, OwnPreset, Stage
from tournament.stages import schemes
from tournament.stages.options import require_playable
from tournament.stages.own_kinds.queries import preset_of

MOST_PRESETS, MOST_STAGES = 30, 12
FIELDS = (
    *("kind", "name", "rules", "options", "planned_rounds", "minutes", "lengths", "scheme"),
    *("unfinished", "size", "going_on", "threes_first"),
)
NAMED_ALREADY = Declared("preset_name", gettext_lazy("The club has a kind of tournament of this name already."))
Fields = Mapping[str, Any]


@action("preset.kept", needs="club.change", answers=("id", "version"))
def keep_preset(
    write: Write,
    club: Club,
    *,
    name: str,
    tournament_id: str = "",
    preset: str = "",
    stages: Sequence[Fields] | None = None,
    options: Fields | None = None,
) -> OwnPreset:
    """Of a tournament of the club as it is planned, of another kind, or of stages that are named. `options`: others."""
    if club.presets.count() >= MOST_PRESETS:
        raise Refused("presets", _("No more than %(most)d kinds of tournament.") % {"most": MOST_PRESETS})
    own = OwnPreset(club=club, stages=_checked(_source(club, tournament_id, preset, stages)), version=0)
    return _saved(write, own, name, options)


@action("preset.changed", needs="club.change", answers=("id", "version"))
def change_preset(
    write: Write, club: Club, *, preset: str, name: str, options: Fields, version: int | None = None
) -> OwnPreset:
    """Its name and how it is played; everything else is changed in a tournament and kept from there."""
    own = _own_in(club, preset)
    write.same_version(own, version)
    return _saved(write, own, name, options)


@action("preset.removed", needs="club.change")
def remove_preset(write: Write, club: Club, *, preset: str, version: int | None = None) -> None:
    """The tournaments that began with it stay as they are."""
    own = _own_in(club, preset)
    write.same_version(own, version)
    write.log(preset=own.public_id, texts={"name": own.name})
    own.delete()


def _own_in(club: Club, preset: str) -> OwnPreset:
    own = club.presets.filter(public_id=preset).first()
    if own is None:
        raise Stale("preset_gone", _("This kind of tournament is gone."))
    return own


def _source(club: Club, tournament_id: str, preset: str, stages: Sequence[Fields] | None) -> list[Fields]:
    if stages is not None:
        return list(stages)
    if tournament_id:
        planned = Stage.objects.filter(tournament__club=club, tournament__public_id=tournament_id)
        return [{name: getattr(stage, name) for name in FIELDS} for stage in planned]
    source = preset_of(club, preset)
    return [*schemes.fields_of_all(source, spoken())] if source else []


def _checked(stages: Sequence[Fields]) -> list[dict[str, Any]]:
    """Complete, and such that a tournament can begin with them."""
    if not 0 < len(stages) <= MOST_STAGES:
        raise Refused("preset_empty", _("A kind of tournament has 1 to %(most)d parts.") % {"most": MOST_STAGES})
    usual = {name: getattr(Stage(), name) for name in FIELDS}
    usual["scheme"] = schemes.to_json(schemes.USUAL)
    whole = [{**usual, **stage} for stage in stages]
    for stage in whole:
        if problem := schemes.problem_of(stage):
            raise schemes.refusal(problem)
    if refused := schemes.problem_of_kinds([stage["kind"] for stage in whole]):
        raise refused
    return [{**stage, "options": require_playable(stage["rules"], stage["options"])} for stage in whole]


def _saved(write: Write, own: OwnPreset, name: str, options: Fields | None) -> OwnPreset:
    own.name = name.strip()[:80]
    if not own.name:
        raise Refused("preset_unnamed", _("A kind of tournament needs a name."))
    if own.club.presets.filter(name=own.name).exclude(pk=own.pk).exists():
        raise NAMED_ALREADY()
    if options is not None:
        own.stages = with_options(own.stages, options)
    own.version += 1
    own.save()
    write.log(preset=own.public_id, texts={"name": own.name})
    write.answer(id=own.public_id, version=own.version)
    return own


def with_options(stages: Sequence[Fields], options: Fields) -> list[dict[str, Any]]:
    """All stages that are played by the rules of the first one get these options."""
    rules = stages[0]["rules"]
    chosen = require_playable(rules, options)
    return [{**stage, "options": chosen} if stage["rules"] == rules else dict(stage) for stage in stages]
