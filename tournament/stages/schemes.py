"""Convert a scheme of points to the JSON of a stage and back, and validate the fields of a stage."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.rules.registry import RULE_SETS
from tournament.core.errors import Declared, Refused
from tournament.core.languages import said_in
from tournament.models import Stage
from tournament.models.stages import ENDS, StageKind
from tournament.stages.presets import Preset, StagePlan
from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.counter import METHODS
from tournament.standings.ranking.model import OF_COUNTS, OF_POINTS, Scheme
from tournament.standings.ranking.teams import check_scheme

USUAL = Scheme()
FINAL_LAST = Declared("final_last", _("A final comes after everything else."))
SMALL_FINAL_FIRST = Declared("small_final_first", _("This final needs something before it that decides who plays it."))
MOST = 10_000
MOST_ROUNDS = 50
MOST_MINUTES = 600


def to_json(scheme: Scheme) -> dict[str, Any]:
    return {
        "four": list(scheme.four),
        "three": list(scheme.three),
        "by_count": scheme.by_count,
        "best": scheme.best,
        "breaks": list(scheme.breaks),
        "share": scheme.share,
    }


def keeping_share(fields: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a stage with the meaning of the share that it had: nobody changes that by changing something else."""
    if "scheme" not in fields or not isinstance(fields["scheme"], Mapping):
        return dict(fields)
    return {**fields, "scheme": {**fields["scheme"], "share": before.get("share", OF_COUNTS)}}


def of_stage(stage: Stage) -> Scheme:
    """The scheme of a stage. Lots are drawn by the stage's seed, which is published when the stage is over."""
    method = METHODS.get(stage.unfinished)
    return from_json(stage.scheme, stage.seed, has_sums=method is None or method.is_a_sum)


def from_json(stored: Mapping[str, Any], seed: str = "", *, has_sums: bool = True) -> Scheme:
    return Scheme(
        four=tuple(stored["four"]),
        three=tuple(stored["three"]),
        by_count=stored["by_count"],
        best=stored["best"],
        breaks=tuple(stored["breaks"]),
        seed=seed,
        has_sums=has_sums,
        share=stored.get("share", OF_COUNTS),  # what was made before it was marked was counted so
    )


def fields_of_all(preset: Preset, language: str) -> list[dict[str, Any]]:
    """The database fields of the stages that a preset plans."""
    return [_fields_of(plan, preset, language) for plan in preset.stages]


def _fields_of(plan: StagePlan, preset: Preset, language: str) -> dict[str, Any]:
    has_own = bool(plan.rules)
    return {
        "kind": plan.kind,
        "name": said_in(language, plan.name),
        "rules": plan.rules if has_own else preset.rules,
        "options": dict(plan.options if has_own else preset.options),
        "planned_rounds": plan.rounds,
        "minutes": plan.minutes,
        "lengths": list(plan.lengths),
        "scheme": to_json(plan.scheme),
        "unfinished": plan.unfinished,
        "size": plan.size,
        "going_on": plan.going_on,
        "threes_first": plan.threes_first,
    }


def problem_of_kinds(kinds: Sequence[str]) -> Refused | None:
    """Why stages of these kinds cannot follow each other so."""
    ends = [kind in ENDS for kind in kinds]
    if ends != sorted(ends):
        return FINAL_LAST()
    if kinds[0] in (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL):
        return SMALL_FINAL_FIRST()
    return None


def problem_of(fields: Mapping[str, Any]) -> str:
    """The code of what is wrong with these fields of a stage; empty if nothing is."""
    for name, value in fields.items():
        if name not in _FIELDS or not _FIELDS[name].takes(value):
            return f"stage_{name}" if name in _FIELDS else "stage_field"
    if fields.get("kind") == StageKind.TEAM_FINAL and fields.get("size") not in TEAMS:
        return "team_final_size"
    method = METHODS.get(fields.get("unfinished", ""))
    if method and not method.more_is_better and fields.get("scheme", {}).get("by_count"):
        return "count_backwards"
    return scheme_problem(fields["scheme"]) if "scheme" in fields else ""


def scheme_problem(scheme: Mapping[str, Any]) -> str:
    numbers = [*scheme["four"], *scheme["three"], scheme["best"]]
    if not all(type(number) is int and abs(number) <= MOST for number in numbers):
        return "scheme_numbers"
    if not set(scheme["breaks"]) <= BREAKS.keys():
        return "scheme_breaks"
    problem = check_scheme(from_json(scheme))
    return f"scheme_{problem}" if problem else ""


def _range(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_scheme(value: Any) -> bool:
    if not isinstance(value, Mapping) or {*value, "share"} != to_json(USUAL).keys():
        return False
    if value.get("share", OF_POINTS) not in (OF_POINTS, OF_COUNTS):
        return False
    return type(value["by_count"]) is bool and all(type(value[name]) is list for name in ("four", "three", "breaks"))


class Field(NamedTuple):
    """A field of a stage: its label in a refusal, and a test for valid values."""

    words: Promise
    takes: Callable[[Any], bool]


_FIELDS: Mapping[str, Field] = {
    "kind": Field(_("How it is drawn"), lambda value: isinstance(value, str) and value in StageKind.values),
    "name": Field(_("Name"), lambda value: isinstance(value, str) and 0 < len(value.strip()) <= 80),
    "rules": Field(_("Rules"), lambda value: isinstance(value, str) and value in RULE_SETS),
    "options": Field(_("How it is played"), lambda value: isinstance(value, Mapping)),
    "planned_rounds": Field(_("Rounds"), _range(1, MOST_ROUNDS)),
    "minutes": Field(_("Minutes a round"), _range(0, MOST_MINUTES)),
    "lengths": Field(
        _("Minutes of the first rounds"),
        lambda value: type(value) is list and len(value) < MOST_ROUNDS and all(map(_range(0, MOST_MINUTES), value)),
    ),
    "unfinished": Field(
        _("How a board is counted that the clock ended"),
        lambda value: isinstance(value, str) and value in ("", *METHODS),
    ),
    "size": Field(_("How many come into it"), _range(0, 1000)),
    # If three of four went on, a knock-out would never end.
    "going_on": Field(_("How many of each table go on"), _range(0, 2)),
    "threes_first": Field(_("Tables of three first"), lambda value: type(value) is bool),
    "scheme": Field(_("Points"), _is_scheme),
}


_CANNOT = _("This cannot be set like this: {field}.")


def refusal(problem: str) -> Refused:
    """The refusal for a code of `problem_of`. An undeclared code is a bug, so it raises KeyError."""
    return _REFUSALS[problem]()


_REFUSALS: Mapping[str, Callable[[], Refused]] = {
    one.code: one
    for one in (
        Declared("stage_field", _("A stage has no such setting.")),
        *(Declared(f"stage_{name}", format_lazy(_CANNOT, field=field.words)) for name, field in _FIELDS.items()),
        Declared("team_final_size", _("A team final is for 3 or 4 teams: one member of each sits at every board.")),
        Declared(
            "count_backwards",
            _(
                "Where the counted board is the score, more has to be better: count the fields walked, or the pieces home."
            ),
        ),
        Declared(
            "scheme_points_missing", _("Four places at a table of four and three at one of three need their points.")
        ),
        Declared("scheme_points_order", _("A better place cannot give fewer points.")),
        Declared("scheme_breaks", _("There is no such tie-break.")),
        Declared("scheme_breaks_twice", _("A tie-break is named twice.")),
        Declared("scheme_best", _("The number of results that count cannot be below 0.")),
        Declared("scheme_numbers", _("Points are whole numbers.")),
    )
}


TEAMS = (3, 4)  # how many teams can play a final: as many as sit at a table
