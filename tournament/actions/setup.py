"""What a tournament is made of before anybody sits down: stages by a preset or by hand, boards that stand in the hall."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament import schemes
from tournament.actions.core import Write, action
from tournament.actions.rounds import stage_in
from tournament.errors import Refused, Stale
from tournament.fields import ENDS
from tournament.models import Board, Round, Stage, Tournament
from tournament.models.stages import StageKind
from tournament.presets import BY_ID

MOST_BOARDS = 300
MOST_STAGES = 12
# What cannot be changed any more once something of the stage is drawn: the draw rests on it.
FIXED_BY_DRAW = {"kind", "size", "going_on", "rules"}


@action("stages.set", needs="tournament.change", undoable=True)
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
    if {"minutes", "lengths"} & set(changed):
        for draft in stage.rounds.drafts():
            stage.rounds.filter(pk=draft.pk).update(minutes=stage.minutes_of(draft.number))
    write.log(stage=stage.position, fields=sorted(changed))
    write.answer(version=stage.version)
    return stage


@action("stage.removed", needs="tournament.change", undoable=True)
def remove_stage(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    stage = stage_in(tournament, stage_id)
    if stage.rounds.exists():
        raise Refused("already_drawn", _("A round is drawn already. Take it back first."))
    write.log(stage=stage.position)
    stage.delete()


@action("stages.ordered", needs="tournament.change", undoable=True)
def order_stages(write: Write, tournament: Tournament, *, order: Sequence[int]) -> None:
    """The stages by their ids as they are to follow each other. What is drawn stays where it is."""
    stages = list(tournament.stages.order_by("position"))
    by_id = {stage.pk: stage for stage in stages}
    if sorted(order) != sorted(by_id):
        raise Stale("other_stages", _("Parts were added or removed in the meantime. Look at it again."))
    wanted = [by_id[pk] for pk in order]
    problem = _problem_of_order(stages, wanted)
    if problem:
        raise problem
    before = [stage.position for stage in wanted]
    # By way of numbers that nobody has: a position is taken once.
    for first in (stages[-1].position + 1, 1):
        for position, stage in enumerate(wanted, first):
            Stage.objects.filter(pk=stage.pk).update(position=position, version=stage.version + 1)
    write.log(order=before)


def _problem_of_order(stages: Sequence[Stage], wanted: Sequence[Stage]) -> Refused | None:
    drawn = set(Stage.objects.filter(pk__in=[s.pk for s in stages], rounds__isnull=False).values_list("pk", flat=True))
    if any(one != other and {one.pk, other.pk} & drawn for one, other in zip(stages, wanted, strict=True)):
        return Refused("already_drawn", _("A part of which a round is drawn stays where it is."))
    kinds = [stage.kind in ENDS for stage in wanted]
    if kinds != sorted(kinds):
        return Refused("final_last", _("A final comes after everything else."))
    if any(stage.kind in (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL) for stage in wanted[:1]):
        return Refused("small_final_first", _("This final needs something before it that decides who plays it."))
    return None


def _change(stage: Stage, fields: Mapping[str, Any]) -> None:
    together = ("kind", "size", "unfinished", "scheme")  # what is judged together
    known = {name: getattr(stage, name) for name in together} if stage.kind else {}
    problem = schemes.problem_of({**known, **fields})
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
