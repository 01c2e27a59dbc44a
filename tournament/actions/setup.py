"""What a tournament is made of before anybody sits down: stages by a preset or by hand, boards that stand in the hall."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament import schemes
from tournament.actions.core import Write, action
from tournament.actions.rounds import stage_in
from tournament.errors import Refused
from tournament.models import Board, Round, Stage, Tournament
from tournament.presets import BY_ID

MOST_BOARDS = 300
MOST_STAGES = 12
# What cannot be changed any more once something of the stage is drawn: the draw rests on it.
FIXED_BY_DRAW = {"kind", "size", "going_on", "rules"}


@action("stages.set", needs="tournament.change")
def set_preset(write: Write, tournament: Tournament, *, preset: str, language: str) -> list[Stage]:
    """Stages in the place of those that were; refused once something is drawn."""
    plan = BY_ID.get(preset)
    if plan is None:
        raise Refused("no_such_preset", _("There is no such kind of tournament."))
    if Round.objects.filter(stage__tournament=tournament).exists():
        raise Refused("already_drawn", _("A round is drawn already. Take it back first."))
    tournament.stages.all().delete()
    stages = [
        Stage(tournament=tournament, position=n, **schemes.fields_of(stage, plan.rules, language))
        for n, stage in enumerate(plan.stages, 1)
    ]
    Stage.objects.bulk_create(stages)
    write.log(preset=preset, stages=len(stages))
    return stages


@action("stage.added", needs="tournament.change")
def add_stage(write: Write, tournament: Tournament, *, fields: Mapping[str, Any]) -> Stage:
    """One more stage, behind the others."""
    if tournament.stages.count() >= MOST_STAGES:
        raise Refused("stages", _("No more than %(most)d stages.") % {"most": MOST_STAGES})
    last = tournament.stages.aggregate(last=Max("position"))["last"] or 0
    stage = Stage(tournament=tournament, position=last + 1, scheme=schemes.to_json(schemes.USUAL))
    _change(stage, fields)
    if not stage.name or not stage.kind or not stage.rules:
        raise Refused("stage_incomplete", _("A stage needs a name, a kind and rules."))
    stage.save()
    write.log(stage=stage.position, fields=sorted(fields))
    write.answer(stage=stage.pk)
    return stage


@action("stage.changed", needs="tournament.change")
def change_stage(
    write: Write, tournament: Tournament, *, stage_id: int, fields: Mapping[str, Any], version: int | None = None
) -> Stage:
    """Any number of a stage; what was played keeps its results and is scored anew."""
    stage = stage_in(tournament, stage_id)
    write.same_version(stage, version)
    changed = [name for name, value in fields.items() if getattr(stage, name, None) != value]
    if stage.rounds.exists() and FIXED_BY_DRAW & set(changed):
        raise Refused("already_drawn", _("A round is drawn already. Take it back first."))
    _change(stage, fields)
    if stage.planned_rounds < stage.rounds.count():
        raise Refused("rounds_drawn", _("More rounds than that are drawn already."))
    stage.version += 1
    stage.save(update_fields=[*fields, "version"])
    write.log(stage=stage.position, fields=sorted(changed))
    write.answer(version=stage.version)
    return stage


@action("stage.removed", needs="tournament.change")
def remove_stage(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    stage = stage_in(tournament, stage_id)
    if stage.rounds.exists():
        raise Refused("already_drawn", _("A round is drawn already. Take it back first."))
    write.log(stage=stage.position)
    stage.delete()


def _change(stage: Stage, fields: Mapping[str, Any]) -> None:
    problem = schemes.problem_of(fields)
    if problem:
        raise Refused(problem, schemes.sentence(problem))
    for name, value in fields.items():
        setattr(stage, name, value)


@action("boards.set", needs="tournament.change")
def set_boards(write: Write, tournament: Tournament, *, fours: int, sixes: int) -> list[Board]:
    """Boards 1, 2, 3 … for four, and after them those for three. Boards that somebody is seated at stay."""
    if fours < 0 or sixes < 0 or fours + sixes > MOST_BOARDS:
        raise Refused("boards", _("Between 0 and %(most)d boards, please.") % {"most": MOST_BOARDS})
    used = set(tournament.boards.filter(tables__isnull=False).values_list("number", "kind"))
    wanted = [(n, "4" if n <= fours else "6") for n in range(1, fours + sixes + 1)]
    if not used <= set(wanted):
        numbers = sorted(number for number, _kind in used - set(wanted))
        raise Refused("boards_in_use", _("Boards that somebody is seated at cannot be taken away."), boards=numbers)
    tournament.boards.exclude(number__in=[number for number, _kind in used]).delete()
    tournament.boards.update(is_assumed=False)
    Board.objects.bulk_create(
        Board(tournament=tournament, number=number, kind=kind) for number, kind in wanted if (number, kind) not in used
    )
    write.log(fours=fours, sixes=sixes)
    return list(tournament.boards.all())
