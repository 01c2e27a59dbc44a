"""A scheme of points as it is kept with a stage (JSON), and back; and which fields of a stage can be what."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules.registry import RULE_SETS
from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.presets import StagePlan
from tournament.standings.breaks import BREAKS
from tournament.standings.counter import METHODS
from tournament.standings.model import Scheme
from tournament.standings.teams import check_scheme
from tournament.team_final import TEAMS

USUAL = Scheme()
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
    }


def of_stage(stage: Stage) -> Scheme:
    """The lot comes from the stage's seed, which is shown when the stage is over."""
    method = METHODS.get(stage.unfinished)
    return _from_json(stage.scheme, stage.seed, has_sums=method is None or method.is_a_sum)


def _from_json(kept: Mapping[str, Any], seed: str = "", *, has_sums: bool = True) -> Scheme:
    return Scheme(
        four=tuple(kept["four"]),
        three=tuple(kept["three"]),
        by_count=kept["by_count"],
        best=kept["best"],
        breaks=tuple(kept["breaks"]),
        seed=seed,
        has_sums=has_sums,
    )


def fields_of(plan: StagePlan, rules: str, language: str) -> dict[str, Any]:
    """A planned stage as the fields of a row."""
    return {
        "kind": plan.kind,
        "name": plan.name[language],
        "rules": rules,
        "planned_rounds": plan.rounds,
        "minutes": plan.minutes,
        "lengths": list(plan.lengths),
        "scheme": to_json(plan.scheme),
        "unfinished": plan.unfinished,
        "size": plan.size,
        "going_on": plan.going_on,
    }


def problem_of(fields: Mapping[str, Any]) -> str:
    """Why these fields of a stage cannot be, as a code; empty if they can."""
    for name, value in fields.items():
        if name not in _FIELDS or not _FIELDS[name](value):
            return f"stage_{name}" if name in _FIELDS else "stage_field"
    if fields.get("kind") == StageKind.TEAM_FINAL and fields.get("size") not in TEAMS:
        return "team_final_size"
    method = METHODS.get(fields.get("unfinished", ""))
    if method and not method.more_is_better and fields.get("scheme", {}).get("by_count"):
        return "count_backwards"
    return scheme_problem(fields["scheme"]) if "scheme" in fields else ""


def scheme_problem(kept: Mapping[str, Any]) -> str:
    numbers = [*kept["four"], *kept["three"], kept["best"]]
    if not all(type(number) is int and abs(number) <= MOST for number in numbers):
        return "scheme_numbers"
    if not set(kept["breaks"]) <= BREAKS.keys():
        return "scheme_breaks"
    problem = check_scheme(_from_json(kept))
    return f"scheme_{problem}" if problem else ""


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_scheme(value: Any) -> bool:
    if not isinstance(value, Mapping) or value.keys() != to_json(USUAL).keys():
        return False
    return type(value["by_count"]) is bool and all(type(value[name]) is list for name in ("four", "three", "breaks"))


_FIELDS: Mapping[str, Callable[[Any], bool]] = {
    "kind": lambda value: value in StageKind.values,
    "name": lambda value: isinstance(value, str) and 0 < len(value.strip()) <= 80,
    "rules": lambda value: value in RULE_SETS,
    "planned_rounds": _whole(1, MOST_ROUNDS),
    "minutes": _whole(0, MOST_MINUTES),
    "lengths": lambda value: (
        type(value) is list and len(value) < MOST_ROUNDS and all(map(_whole(0, MOST_MINUTES), value))
    ),
    "unfinished": lambda value: value == "" or value in METHODS,
    "size": _whole(0, 1000),
    "going_on": _whole(0, 2),  # with three of four going on, a knock-out would never come to an end
    "threes_first": lambda value: type(value) is bool,
    "scheme": _is_scheme,
}


def sentence(problem: str) -> str:
    say = _SENTENCES.get(problem)
    return say() if say else _("This cannot be set like this: %(field)s.") % {"field": problem.partition("_")[2]}


_SENTENCES: Mapping[str, Callable[[], str]] = {
    "team_final_size": lambda: _("A team final is for 3 or 4 teams: one member of each sits at every board."),
    "count_backwards": lambda: _(
        "Where the counted board is the score, more has to be better: count the fields walked, or the pieces home."
    ),
    "scheme_points_missing": lambda: _("Four places at a table of four and three at one of three need their points."),
    "scheme_points_order": lambda: _("A better place cannot give fewer points."),
    "scheme_breaks": lambda: _("There is no such tie-break."),
    "scheme_breaks_twice": lambda: _("A tie-break is named twice."),
    "scheme_best": lambda: _("The number of results that count cannot be below 0."),
    "scheme_numbers": lambda: _("Points are whole numbers."),
}
