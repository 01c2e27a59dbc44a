"""Standings at the desk and for everybody, why everyone stands there, who climbed; and who goes on into a final."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.club.queries import awards_of
from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.actors import ANONYMOUS, Actor
from tournament.core.cache import Kept
from tournament.core.pages.everybody import kept_page
from tournament.core.pages.requests import Request
from tournament.finals.end_result import final_ranking, is_over
from tournament.finals.queries import KINDS
from tournament.hall.public.queries import frame
from tournament.models import Penalty, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.rounds.queries import now
from tournament.standings import qualifying
from tournament.standings.groups.queries import categories_of, main_view, team_ranking, teams_of
from tournament.standings.queries import (
    CutView,
    StandingLine,
    StandingsView,
    courses_of,
    deciding,
    kept_cut,
    next_stage,
    standings_of,
)
from tournament.standings.ranking.plot import Course, plot

_courses: Kept[list[tuple[int, tuple[int | None, ...]]]] = Kept(most=16)
PLOTTED = 10  # of the best; more lines cannot be told apart


@dataclass(frozen=True)
class Row:
    """A line with its values in the order of the columns, and where it stands at the cut."""

    line: StandingLine
    values: tuple[str, ...]
    games: tuple[str, ...]
    goes_on: bool
    is_tied: bool
    is_last: bool  # the cut is drawn below it


@dataclass(frozen=True)
class Tab:
    label: str
    query: str
    is_current: bool


@gate("tournament.see", find.tournament)
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    context = page_context(request, tournament, request.actor)
    if "view" in context and may(request.actor, "penalties.give", tournament):
        context["may_punish"] = True
        is_anybody = any(line.penalty for line in context["view"].lines)
        given = Penalty.objects.filter(stage=context["stage"], revoked_at=None).values_list("pk", "entry", "points")
        names = {line.entry: f"{line.number} {line.name}" for line in context["view"].lines}
        rows = given.order_by("pk") if is_anybody else ()
        context["penalties"] = [(pk, names.get(entry, ""), points) for pk, entry, points in rows]
    return render(request, "standings/desk.html", context)


@gate("public.see", find.tournament)
def public(request: Request, tournament: Tournament) -> HttpResponse:
    """With the names that the public may see, for readers who are signed in as well."""

    def everything(tournament: Tournament) -> dict[str, Any]:
        plan = now(tournament).plan
        has_rounds = any(each.state != RoundState.DRAFT for _stage, rounds in plan for each in rounds)
        has_bracket = has_rounds and any(stage.kind in KINDS for stage, _rounds in plan)
        known = frame(request, tournament, has_rounds=has_rounds, has_bracket=has_bracket)
        return {**page_context(request, tournament, ANONYMOUS), "at": "standings", **known}

    return kept_page(request, tournament, "standings/public.html", everything)


def page_context(request: HttpRequest, tournament: Tournament, reader: Actor) -> dict[str, Any]:
    plan = now(tournament).plan
    stages = [stage for stage, _rounds in plan]
    base = {"tournament": tournament, "stages": stages, "stream": tournament.stream}
    drawn = [(each.stage_id, each.number) for _stage, own in plan for each in own if each.state != RoundState.DRAFT]
    stage = _stage(request, stages, {pk for pk, _number in drawn})
    if stage is None:
        return {**base, "stage": None}
    rounds = [number for pk, number in drawn if pk == stage.pk]
    beside = {"is_begun": bool(drawn), **_other_rankings(request, tournament, stage, reader)}
    begun = [each for each in stages if each == stage or any(pk == each.pk for pk, _number in drawn)]
    base |= {"tabs": _tabs(begun, stage, beside), "here": request.get_full_path()}
    if beside["asked"]:
        return {**base, **beside, "stage": stage}
    after = _after(request, rounds)
    view = main_view(standings_of(stage, reader, up_to=after))
    final = next_stage(stages, stage) if after is None else None
    cut = kept_cut(final) if final and view.lines else CutView()
    return {
        **base,
        "stage": stage,
        "rounds": rounds,
        "after": after,
        "view": view,
        "columns": [name for _key, name in deciding(view)],
        "rows": rows(view, cut),
        "final": final,
        "cut": cut,
        "plot": _plot(view) if after is None and len(rounds) > 1 else "",
    }


def _other_rankings(request: HttpRequest, tournament: Tournament, stage: Any, reader: Actor) -> dict[str, Any]:
    """Which rankings there are besides the stage's own; only the requested one is computed."""
    tab, category = request.GET.get("view", ""), request.GET.get("category", "")
    if stage.kind == StageKind.TEAM_FINAL and not tab:
        tab = "teams"  # a team final ranks teams
    names = [category.name for category in qualifying.categories_of(stage)]
    has_teams = stage.has_teams
    there = {"end": True, "teams": has_teams, "category": category in names}
    beside = {"asked": tab if there.get(tab) else "", "category": category, "names": names, "has_teams": has_teams}
    if beside["asked"] == "end":
        beside |= {"end": final_ranking(tournament, reader), "is_over": is_over(tournament)}
        beside |= {"awards": awards_of(tournament, reader)}
        beside |= {"team_end": team_ranking(tournament, reader) if has_teams else []}
    elif beside["asked"] == "teams":
        beside["teams"] = teams_of(stage, reader)
    elif beside["asked"] == "category":
        beside["lines"] = categories_of(stage, reader).get(category, [])
    return beside


def _tabs(stages: list[Stage], stage: Stage, beside: dict[str, Any]) -> list[Tab]:
    """Only where there is more than one thing to look at; of the stages those that have begun."""
    tab, category = beside["asked"], beside["category"]
    is_team_final = stage.kind == StageKind.TEAM_FINAL and tab == "teams"
    own = is_team_final or not tab
    tabs = [Tab(each.called, f"?stage={each.position}", own and each == stage) for each in stages]
    if beside["is_begun"]:
        tabs.append(Tab(_("End result"), "?view=end", tab == "end"))
    here = f"?stage={stage.position}"
    if beside["has_teams"] and stage.kind != StageKind.TEAM_FINAL:
        tabs.append(Tab(_("Teams"), f"{here}&view=teams", tab == "teams"))
    for name in beside["names"]:
        query = f"{here}&{urlencode({'view': 'category', 'category': name})}"
        tabs.append(Tab(name, query, tab == "category" and category == name))
    return tabs if len(tabs) > 1 else []


def _stage(request: HttpRequest, stages: list[Stage], drawn: set[int]) -> Stage | None:
    """The requested one, else the last one with a public round, as that is what people want to see."""
    position = request.GET.get("stage", "")
    requested = next((stage for stage in stages if str(stage.position) == position), None)
    return requested or next((stage for stage in reversed(stages) if stage.pk in drawn), stages[0] if stages else None)


def _after(request: HttpRequest, rounds: list[int]) -> int | None:
    """The requested earlier round; None for the standings as they are now."""
    requested = request.GET.get("after", "")
    return next((number for number in rounds[:-1] if str(number) == requested), None)


def rows(view: StandingsView, cut: CutView) -> list[Row]:
    keys = [key for key, _name in deciding(view)]
    through, tied = set(cut.through), set(cut.tied)
    last = max((n for n, line in enumerate(view.lines) if line.entry in through | tied), default=-1)
    return [
        Row(
            line,
            tuple(line.values.get(key, "") for key in keys),
            tuple(_games(line)),
            goes_on=line.entry in through,
            is_tied=line.entry in tied,
            is_last=n == last,
        )
        for n, line in enumerate(view.lines)
    ]


def _games(line: StandingLine) -> Iterator[str]:
    """Built here and not in the template, because one page has thousands of them."""
    plain = _("Round %(n)s, table %(table)s: place %(place)s")
    counted, dropped = _("counted %(n)s"), _("does not count")
    for one in line.singles:
        text = plain % {"n": one.round, "table": one.table, "place": one.place}
        if one.counted is not None:
            text += ", " + counted % {"n": one.counted}
        yield f"{text} ({dropped})" if one.is_dropped else text


def _plot(view: StandingsView) -> SafeString:
    stage, names = view.stage, {line.entry: line.name for line in view.lines}
    key = (stage.pk, stage.tournament.stream.head)
    ranks = _courses.get(key, lambda: courses_of(stage))
    if all(len(course) < 2 for _entry, course in ranks):  # nobody has climbed yet
        return mark_safe("")
    courses = [Course(names[entry], course) for entry, course in ranks[:PLOTTED] if entry in names]
    return mark_safe(plot(courses, _("Who climbed"), _("Round")))  # noqa: S308  (our drawing, names escaped in it)
