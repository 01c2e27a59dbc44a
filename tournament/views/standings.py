"""Standings at the desk and for everybody, why everyone stands there, who climbed; and who goes on into a final."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament import find
from tournament.access import gate, may
from tournament.actions import finals, penalties
from tournament.actors import ANONYMOUS, Actor
from tournament.errors import Refused
from tournament.fields import ENDS, settled_in
from tournament.kept import Kept
from tournament.models import Entry, Penalty, Round, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.names import full_name
from tournament.queries_club import awards_of
from tournament.queries_final import final_ranking, is_over
from tournament.queries_groups import categories_of, main_view, team_ranking, teams_of
from tournament.queries_players import Part, player_of
from tournament.queries_standings import CutView, StandingLine, StandingsView, courses_of, cut_of, standings_of
from tournament.standings.plot import Course, course, plot
from tournament.ties import equals, tie_at_top
from tournament.views.everybody import kept_page
from tournament.views.public import frame
from tournament.views.requests import Request, action_id, number

_cuts: Kept[CutView] = Kept(most=32)
_ranks: Kept[list[tuple[int, tuple[int | None, ...]]]] = Kept(most=16)
PLOTTED = 10  # of the best; more lines cannot be told apart


@dataclass(frozen=True)
class Row:
    """A line, what it says about the cut behind it, and the values in the order of the columns."""

    line: StandingLine
    values: tuple[str, ...]
    games: tuple[str, ...]
    goes_on: bool
    is_tied: bool
    is_last: bool  # the line of the cut is drawn behind it


@dataclass(frozen=True)
class Tab:
    label: str
    query: str
    is_current: bool


@gate("tournament.see", find.tournament)
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    context = shown(request, tournament, request.actor)
    if "view" in context and may(request.actor, "penalties.give", tournament):
        given = Penalty.objects.filter(stage=context["stage"], revoked_at=None).values_list("pk", "entry", "points")
        names = {line.entry: f"{line.number} {line.name}" for line in context["view"].lines}
        context["penalties"] = [(pk, names.get(entry, ""), points) for pk, entry, points in given.order_by("pk")]
        context["may_punish"] = True
    return render(request, "tournament/standings/desk.html", context)


@gate("penalties.give", find.stage)
def penalty(request: Request, stage: Stage) -> HttpResponse:
    """Points off somebody's score, with the reason; or taken back (`penalty`)."""
    act = {"by": request.actor, "action_id": action_id(request)}
    revoked = number(request, "penalty")
    if revoked is not None:
        penalties.revoke_penalty(stage.tournament, penalty_id=revoked, **act)
    else:
        entry_id, points = request.POST.get("entry", ""), number(request, "points") or 0
        reason = request.POST.get("reason", "")
        penalties.give_penalty(
            stage.tournament, stage_id=stage.pk, entry_id=entry_id, points=points, reason=reason, **act
        )
    return redirect(f"{reverse('desk_standings', args=[stage.tournament.public_id])}?stage={stage.position}")


@gate("public.see", find.tournament)
def public(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """In the names that the public may see, whoever looks."""

    def everything(tournament: Tournament) -> dict[str, Any]:
        return {**shown(request, tournament, ANONYMOUS), "at": "standings", **frame(tournament)}

    return kept_page(request, tournament, "tournament/standings/public.html", everything)


@gate("public.see", find.player)
def player(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Somebody's results, opponents and ranks, under the name that the public may see."""
    tournament = entry.tournament

    def everything(tournament: Tournament) -> dict[str, Any]:
        found = player_of(entry, ANONYMOUS)
        parts = [(part, _course(part)) for part in found.parts]
        return {"tournament": tournament, "stream": tournament.stream, "player": found, "parts": parts}

    return kept_page(request, tournament, "tournament/standings/player.html", everything)


def _course(part: Part) -> SafeString | str:
    if len(part.ranks) < 2:
        return ""
    return mark_safe(course(part.ranks, part.of, _("Rank after each round:"), _("Round")))  # noqa: S308  (our drawing)


def shown(request: HttpRequest, tournament: Tournament, reader: Actor) -> dict[str, Any]:
    stages = list(tournament.stages.all())
    base = {"tournament": tournament, "stages": stages, "stream": tournament.stream}
    public = Round.objects.public().filter(stage__tournament=tournament).order_by("number")
    drawn = list(public.values_list("stage", "number"))
    stage = _stage(request, stages, {pk for pk, _number in drawn})
    if stage is None:
        return {**base, "stage": None}
    stage.tournament = tournament
    rounds = [number for pk, number in drawn if pk == stage.pk]
    beside = {"is_begun": bool(drawn), **_beside(request, tournament, stage, reader)}
    begun = [each for each in stages if each == stage or any(pk == each.pk for pk, _number in drawn)]
    base |= {"tabs": _tabs(begun, stage, beside), "here": request.get_full_path()}
    if beside["asked"]:
        return {**base, **beside, "stage": stage}
    after = _after(request, rounds)
    view = main_view(standings_of(stage, reader, up_to=after))
    final = _behind(stages, stage) if after is None else None
    cut = _cut(final) if final and view.lines else CutView()
    return {
        **base,
        "stage": stage,
        "rounds": rounds,
        "after": after,
        "view": view,
        "columns": [name for _key, name in _telling(view)],
        "rows": rows(view, cut),
        "final": final,
        "cut": cut,
        "plot": _plot(view) if after is None and len(rounds) > 1 else "",
    }


def _beside(request: HttpRequest, tournament: Tournament, stage: Stage, reader: Actor) -> dict[str, Any]:
    """Which rankings there are beside the stage's own; only the one that is asked for is computed."""
    asked, category = request.GET.get("view", ""), request.GET.get("category", "")
    if stage.kind == StageKind.TEAM_FINAL and not asked:
        asked = "teams"  # it is they who are ranked there
    names = list(tournament.categories.values_list("name", flat=True))
    has_teams = tournament.teams.exists()
    there = {"end": True, "teams": has_teams, "category": category in names}
    beside = {"asked": asked if there.get(asked) else "", "category": category, "names": names, "has_teams": has_teams}
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
    asked, category = beside["asked"], beside["category"]
    is_team_final = stage.kind == StageKind.TEAM_FINAL and asked == "teams"
    own = is_team_final or not asked
    tabs = [Tab(each.name, f"?stage={each.position}", own and each == stage) for each in stages]
    if beside["is_begun"]:
        tabs.append(Tab(_("End result"), "?view=end", asked == "end"))
    here = f"?stage={stage.position}"
    if beside["has_teams"] and stage.kind != StageKind.TEAM_FINAL:
        tabs.append(Tab(_("Teams"), f"{here}&view=teams", asked == "teams"))
    for name in beside["names"]:
        query = f"{here}&{urlencode({'view': 'category', 'category': name})}"
        tabs.append(Tab(name, query, asked == "category" and category == name))
    return tabs if len(tabs) > 1 else []


def _stage(request: HttpRequest, stages: list[Stage], drawn: set[int]) -> Stage | None:
    """The one asked for; else the last one in which a round is public, as nobody looks at what was before."""
    wanted = request.GET.get("stage", "")
    asked = next((stage for stage in stages if str(stage.position) == wanted), None)
    return asked or next((stage for stage in reversed(stages) if stage.pk in drawn), stages[0] if stages else None)


def _after(request: HttpRequest, rounds: list[int]) -> int | None:
    """None for the newest state."""
    wanted = request.GET.get("after", "")
    return next((number for number in rounds[:-1] if str(number) == wanted), None)


def _behind(stages: list[Stage], stage: Stage) -> Stage | None:
    """The stage that takes the best of this one."""
    if stage.kind in (StageKind.KNOCKOUT, *ENDS):
        return None
    beside = (StageKind.SMALL_FINAL, StageKind.TEAM_FINAL)
    behind = [other for other in stages if other.position > stage.position and other.kind not in beside]
    return behind[0] if behind and behind[0].size else None


def _telling(view: StandingsView) -> list[tuple[str, str]]:
    """What parts anybody: a column of equal values, such as throws before the first throw-off, says nothing."""
    return [
        (key, name)
        for key, name in view.criteria
        if len({line.values[key] for line in view.lines if key in line.values}) > 1
    ]


def rows(view: StandingsView, cut: CutView) -> list[Row]:
    keys = [key for key, _name in _telling(view)]
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
    """In words here and not in the template: there are thousands of them on one page."""
    plain = _("Round %(n)s, table %(table)s: place %(place)s")
    counted, dropped = _("counted %(n)s"), _("does not count")
    for one in line.singles:
        said = plain % {"n": one.round, "table": one.table, "place": one.place}
        if one.counted is not None:
            said += ", " + counted % {"n": one.counted}
        yield f"{said} ({dropped})" if one.is_dropped else said


def _cut(final: Stage) -> CutView:
    """Computed once for each state of the tournament, in the reader's language."""
    key = (final.pk, final.tournament.stream.head, get_language() or "")
    return _cuts.get(key, lambda: cut_of(final))


def _plot(view: StandingsView) -> SafeString:
    stage, names = view.stage, {line.entry: line.name for line in view.lines}
    key = (stage.pk, stage.tournament.stream.head)
    ranks = _ranks.get(key, lambda: courses_of(stage))
    courses = [Course(names[entry], course) for entry, course in ranks[:PLOTTED] if entry in names]
    return mark_safe(plot(courses, _("Who climbed"), _("Round")))  # noqa: S308  (our drawing, names escaped in it)


@gate("rounds.draw", find.stage)
def final(request: Request, stage: Stage) -> HttpResponse:
    """Who comes into a stage: those level are parted by the die or the lot, whoever will not come declines."""
    return render(request, "tournament/standings/final.html", _final(stage))


def _final(stage: Stage) -> dict[str, Any]:
    cut, source = _cut(stage), settled_in(stage)
    groups, throws = _groups(stage, source, cut), list(source.throw_offs.order_by("thrown_at", "pk"))
    declined = set(stage.declined.values_list("entry", flat=True))
    wanted = {*cut.through, *cut.passed_over, *declined, *(entry for group in groups for entry in group)}
    wanted |= {int(entry) for off in throws for turn in off.throws for entry in turn}
    people = Entry.objects.select_related("person", "team").in_bulk(wanted)
    named = {pk: (entry, full_name(entry.person)) for pk, entry in people.items()}
    return {
        "tournament": stage.tournament,
        "stage": stage,
        "source": source,
        "is_after": source == stage,  # its own ties, not those that lead into it
        "cut": cut,
        "through": [named[entry] for entry in cut.through],
        "groups": [[named[entry] for entry in group] for group in groups],
        "passed_over": [named[entry] for entry in cut.passed_over if entry not in declined],
        "declined": [named[entry] for entry in sorted(declined)],
        "throws": [
            [[(named[int(who)], value) for who, value in turn.items()] for turn in off.throws] for off in throws
        ],
        "may_throw": "throw_off" in source.scheme["breaks"] or source.kind == StageKind.KNOCKOUT,
        "may_lot": "lot" not in source.scheme["breaks"],
        "faces": range(1, 7),
    }


def _groups(stage: Stage, source: Stage, cut: CutView) -> list[list[int]]:
    """Of all who are level, those for whom it matters here."""
    if source == stage and stage.rounds.filter(state=RoundState.PUBLISHED).exists():
        return []
    if source != stage and cut.waiting_for.get("code") not in ("tie_at_cut", "tie_at_table"):
        return []
    try:
        everybody = equals(source)
    except Refused:
        return []
    if source == stage and stage.kind == StageKind.FINAL:
        return everybody[:1] if tie_at_top(stage) else []  # behind the winner a rank may be shared
    is_whole = source.kind == StageKind.KNOCKOUT or source == stage
    return [group for group in everybody if is_whole or set(group) & set(cut.tied)]


@gate("rounds.draw", find.stage)
def throw(request: Request, stage: Stage) -> HttpResponse:
    """One turn of a throw-off, as it was thrown; or the latest one taken back (`to`=back)."""
    source = settled_in(stage)
    act = {"by": request.actor, "action_id": action_id(request), "stage_id": source.pk}
    if request.POST.get("to") == "back":
        finals.take_back_throws(stage.tournament, **act)
    else:
        throws = {
            key.removeprefix("throw_"): int(value)
            for key, value in request.POST.items()
            if key.startswith("throw_") and value in "123456" and value
        }
        finals.record_throws(stage.tournament, throws=throws, **act)
        messages.success(request, _("The throws are written down."))
    return redirect("final", stage.tournament.public_id, stage.pk)


@gate("rounds.draw", find.stage)
def lot(request: Request, stage: Stage) -> HttpResponse:
    source = settled_in(stage)
    finals.settle_by_lot(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=source.pk)
    messages.success(request, _("The lot has decided."))
    return redirect("final", stage.tournament.public_id, stage.pk)


@gate("rounds.draw", find.stage)
def place(request: Request, stage: Stage) -> HttpResponse:
    """Somebody declines the place, or takes it after all (`to`=accept)."""
    act = finals.accept_place if request.POST.get("to") == "accept" else finals.decline_place
    entry_id = request.POST.get("entry", "")
    act(stage.tournament, by=request.actor, action_id=action_id(request), stage_id=stage.pk, entry_id=entry_id)
    return redirect("final", stage.tournament.public_id, stage.pk)
