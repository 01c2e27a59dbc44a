"""Set up a tournament's stages, by a preset or one by one, and the boards of the hall."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from games.engine.rules.registry import RULE_SETS
from tournament.core.action import Write, action
from tournament.core.errors import Refused, Stale
from tournament.core.refusals import ALREADY_DRAWN, DRAWN_PART_STAYS
from tournament.models import Board, Round, Stage, Tournament
from tournament.stages import schemes
from tournament.stages.lookup import stage_in
from tournament.stages.options import (
    DRAWN_OTHERWISE,
    IN_PLAY,
    NEUTRAL,
    Played,
    carried_over,
    played_alike,
    require_playable,
    touched_by,
)
from tournament.stages.own_boards.queries import boards_of, with_own_board
from tournament.stages.own_kinds.queries import preset_of

MOST_BOARDS = 300
MOST_STAGES = 12
# Fields that cannot be changed once a round of the stage is drawn: the draw depends on them.
FIXED_BY_DRAW = {"kind", "size", "going_on", "rules"}


@action("stages.set", needs="tournament.change", undoable=True)
def set_preset(write: Write, tournament: Tournament, *, preset: str, language: str) -> list[Stage]:
    """Stages in the place of those that were; refused once something is drawn."""
    plan = preset_of(tournament.club, preset)
    if plan is None:
        raise Refused("no_such_preset", _("There is no such kind of tournament."))
    if Round.objects.filter(stage__tournament=tournament).exists():
        raise ALREADY_DRAWN()
    tournament.stages.all().delete()
    boards = boards_of(tournament.club)
    stages = [
        Stage(tournament=tournament, position=n, **fields)
        for n, fields in enumerate(schemes.fields_of_all(plan, language), 1)
    ]
    for stage in stages:
        stage.options = with_own_board(stage.rules, stage.options, boards)
    Stage.objects.bulk_create(stages)
    if plan.for_minors:
        tournament.is_for_minors = True
        tournament.save(update_fields=["is_for_minors"])
    write.log(preset=preset, stages=len(stages))
    return stages


@action("stage.added", needs="tournament.change", undoable=True, answers=("stage",))
def add_stage(write: Write, tournament: Tournament, *, fields: Mapping[str, Any]) -> Stage:
    """One more stage, behind the others."""
    if tournament.stages.count() >= MOST_STAGES:
        raise Refused("stages", _("No more than %(most)d stages.") % {"most": MOST_STAGES})
    last = tournament.stages.aggregate(last=Max("position"))["last"] or 0
    stage = Stage(tournament=tournament, position=last + 1, scheme=schemes.to_json(schemes.USUAL))
    if not all(fields.get(name) for name in ("name", "kind", "rules")):
        raise Refused("stage_incomplete", _("A stage needs a name, a kind and rules."))
    if "options" not in fields and fields["rules"] in RULE_SETS:
        fields = {**fields, "options": with_own_board(fields["rules"], {}, boards_of(tournament.club))}
    _change(stage, schemes.keeping_share(fields, stage.scheme))
    stage.save()
    write.log(stage=stage.position, fields=sorted(fields))
    write.answer(stage=stage.position)
    return stage


@action("stage.changed", needs="tournament.change", undoable=True, answers=("version", "also"))
def change_stage(
    write: Write,
    tournament: Tournament,
    *,
    stage_id: int,
    fields: Mapping[str, Any],
    version: int | None = None,
    anyway: bool = False,
    also: bool = False,
) -> Stage:
    """Change fields of a stage. Results stay, and are scored by the new numbers. Published rounds keep their options; other
    options are taken only `anyway` while there are such rounds. Other rules or options are taken `also` by the stages that are
    played as this one was."""
    stage = stage_in(tournament, stage_id)
    write.same_version(stage, version)
    others = played_alike(stage) if also else []
    before: dict[str, Any] = {name: getattr(stage, name, None) for name in {*fields, "options"}}
    fields = _change(stage, schemes.keeping_share(fields, stage.scheme))
    changed = [name for name, value in fields.items() if before.get(name) != value]
    if stage.rounds.exists() and FIXED_BY_DRAW & set(changed):
        raise ALREADY_DRAWN()
    if "options" in changed:
        if before["options"].get(NEUTRAL) != stage.options.get(NEUTRAL) and stage.rounds.drafts().exists():
            raise DRAWN_OTHERWISE()
        _keep_for_published(stage, before["options"], anyway=anyway)
    if stage.planned_rounds < stage.rounds.count():
        raise Refused("rounds_drawn", _("More rounds than that are drawn already."))
    stage.version += 1
    stage.save(update_fields=[*fields, "version"])
    if {"minutes", "lengths"} & set(changed):
        for draft in stage.rounds.drafts():
            stage.rounds.filter(pk=draft.pk).update(minutes=stage.minutes_of(draft.number))
    write.log(
        stage=stage.position, fields=sorted(changed), **({"options": stage.options} if "options" in changed else {})
    )
    how = {name: fields[name] for name in ("rules", "options") if name in changed}
    along = others if how else []
    for other in along:
        change_stage(tournament, by=write.by, stage_id=other.pk, fields={"options": stage.options, **how})
    write.answer(version=stage.version, also=[other.position for other in along])
    return stage


@action("stage.removed", needs="tournament.change", undoable=True)
def remove_stage(write: Write, tournament: Tournament, *, stage_id: int) -> None:
    stage = stage_in(tournament, stage_id)
    if stage.rounds.exists():
        raise ALREADY_DRAWN()
    write.log(stage=stage.position)
    stage.delete()


@action("stages.ordered", needs="tournament.change", undoable=True)
def order_stages(write: Write, tournament: Tournament, *, order: Sequence[int]) -> None:
    """Put the stages in the order of these ids. Drawn stages keep their positions."""
    stages = list(tournament.stages.order_by("position"))
    by_id = {stage.pk: stage for stage in stages}
    if sorted(order) != sorted(by_id):
        raise Stale("other_stages", _("Parts were added or removed in the meantime. Look at it again."))
    ordered = [by_id[pk] for pk in order]
    problem = _problem_of_order(stages, ordered)
    if problem:
        raise problem
    before = [stage.position for stage in ordered]
    # First to unused positions, then to 1, 2, 3 …: a position is unique.
    for first in (stages[-1].position + 1, 1):
        for position, stage in enumerate(ordered, first):
            Stage.objects.filter(pk=stage.pk).update(position=position, version=stage.version + 1)
    write.log(order=before)


def _problem_of_order(stages: Sequence[Stage], ordered: Sequence[Stage]) -> Refused | None:
    drawn = set(Stage.objects.filter(pk__in=[s.pk for s in stages], rounds__isnull=False).values_list("pk", flat=True))
    if any(one != other and {one.pk, other.pk} & drawn for one, other in zip(stages, ordered, strict=True)):
        return DRAWN_PART_STAYS()
    return schemes.problem_of_kinds([stage.kind for stage in ordered]) if ordered else None


def _keep_for_published(stage: Stage, before: Mapping[str, Any], *, anyway: bool) -> None:
    """Published rounds are played to their end by the options that they began with."""
    published = stage.rounds.public()
    if published.exists() and not anyway:
        raise IN_PLAY(None, **{touched.code: touched.amount for touched in touched_by(stage)})
    published.filter(options={}).update(options=Played(stage.rules, before).every)


def _change(stage: Stage, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Put the fields into the stage, with the options that its rules have; what was put there."""
    together = ("kind", "size", "unfinished", "scheme")  # fields that are validated together
    current = {name: getattr(stage, name) for name in together} if stage.kind else {}
    problem = schemes.problem_of({**current, **fields})
    if problem:
        raise schemes.refusal(problem)
    if {"rules", "options"} & fields.keys():
        fields = {**fields, "options": _options(stage, fields)}
    for name, value in fields.items():
        setattr(stage, name, value)
    return fields


def _options(stage: Stage, fields: Mapping[str, Any]) -> dict[str, Any]:
    rules = fields.get("rules", stage.rules)
    return require_playable(rules, fields["options"] if "options" in fields else carried_over(rules, stage.options))


@action("boards.set", needs="tournament.change", undoable=True)
def set_boards(write: Write, tournament: Tournament, *, fours: int, sixes: int) -> list[Board]:
    """Number the boards 1, 2, 3 …, those for four first, then those for three. Boards in use stay."""
    if fours < 0 or sixes < 0 or fours + sixes > MOST_BOARDS:
        raise Refused("boards", _("Between 0 and %(most)d boards, please.") % {"most": MOST_BOARDS})
    used = set(tournament.boards.filter(tables__isnull=False).values_list("number", "kind"))
    boards = [(n, "4" if n <= fours else "6") for n in range(1, fours + sixes + 1)]
    if not used <= set(boards):
        numbers = sorted(number for number, _kind in used - set(boards))
        raise Refused("boards_in_use", _("Boards that somebody is seated at cannot be taken away."), boards=numbers)
    tournament.boards.exclude(number__in=[number for number, _kind in used]).delete()
    tournament.boards.update(is_assumed=False)
    Board.objects.bulk_create(
        Board(tournament=tournament, number=number, kind=kind) for number, kind in boards if (number, kind) not in used
    )
    write.log(fours=fours, sixes=sixes)
    return list(tournament.boards.all())
