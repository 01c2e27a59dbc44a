"""Standings at the desk and for everybody, why everyone stands there, who climbed; and who goes on into a final."""

from dataclasses import dataclass
from typing import Any

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
from tournament.fields import FINALS, source_of
from tournament.kept import Kept
from tournament.models import Entry, Penalty, Round, Stage, Tournament
from tournament.models.stages import StageKind
from tournament.names import full_name
from tournament.queries_standings import CutView, StandingLine, StandingsView, climbs, cut_of, standings_of
from tournament.standings.plot import Course, plot
from tournament.ties import equals
from tournament.views.requests import Request, action_id, number

_cuts: Kept[CutView] = Kept(most=32)
_ranks: Kept[list[tuple[int, tuple[int | None, ...]]]] = Kept(most=16)
PLOTTED = 10  # of the best; more lines cannot be told apart


@dataclass(frozen=True)
class Row:
    """A line, what it says about the cut behind it, and the values in the order of the columns."""

    line: StandingLine
    values: tuple[str, ...]
    goes_on: bool
    is_tied: bool
    is_last: bool  # the line of the cut is drawn behind it


@gate("tournament.see", find.tournament)
def desk(request: Request, tournament: Tournament) -> HttpResponse:
    context = shown(request, tournament, request.actor)
    if context["stage"] and may(request.actor, "penalties.give", tournament):
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
    return render(request, "tournament/standings/public.html", shown(request, tournament, ANONYMOUS))


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
    after = _after(request, rounds)
    view = standings_of(stage, reader, up_to=after)
    final = _behind(stages, stage) if after is None else None
    cut = _cut(final) if final and view.lines else CutView()
    return {
        **base,
        "stage": stage,
        "rounds": rounds,
        "after": after,
        "view": view,
        "columns": [name for key, name in view.criteria if any(key in line.values for line in view.lines)],
        "rows": rows(view, cut),
        "final": final,
        "cut": cut,
        "plot": _plot(view) if after is None and len(rounds) > 1 else "",
        "here": request.get_full_path(),
    }


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
    if stage.kind in FINALS or stage.kind == StageKind.KNOCKOUT:
        return None
    behind = [other for other in stages if other.position > stage.position and other.kind != StageKind.SMALL_FINAL]
    return behind[0] if behind and behind[0].size else None


def rows(view: StandingsView, cut: CutView) -> list[Row]:
    keys = [key for key, _name in view.criteria if any(key in line.values for line in view.lines)]
    through, tied = set(cut.through), set(cut.tied)
    last = max((n for n, line in enumerate(view.lines) if line.entry in through | tied), default=-1)
    return [
        Row(
            line,
            tuple(line.values.get(key, "") for key in keys),
            goes_on=line.entry in through,
            is_tied=line.entry in tied,
            is_last=n == last,
        )
        for n, line in enumerate(view.lines)
    ]


def _cut(final: Stage) -> CutView:
    """Computed once for each state of the tournament, in the reader's language."""
    key = (final.pk, final.tournament.stream.head, get_language() or "")
    return _cuts.get(key, lambda: cut_of(final))


def _plot(view: StandingsView) -> SafeString:
    stage, names = view.stage, {line.entry: line.name for line in view.lines}
    key = (stage.pk, stage.tournament.stream.head)
    ranks = _ranks.get(key, lambda: [(one.entry, one.ranks) for one in climbs(stage, ANONYMOUS)])
    courses = [Course(names[entry], course) for entry, course in ranks[:PLOTTED] if entry in names]
    return mark_safe(plot(courses, _("Who climbed"), _("Round")))  # noqa: S308  (our drawing, names escaped in it)


@gate("rounds.draw", find.stage)
def final(request: Request, stage: Stage) -> HttpResponse:
    """Who comes into a stage: those level are parted by the die or the lot, whoever will not come declines."""
    return render(request, "tournament/standings/final.html", _final(stage))


def _final(stage: Stage) -> dict[str, Any]:
    cut, source = _cut(stage), source_of(stage) or stage
    groups, throws = _groups(stage, source, cut), list(source.throw_offs.order_by("thrown_at", "pk"))
    declined = set(stage.declined.values_list("entry", flat=True))
    wanted = {*cut.through, *cut.passed_over, *declined, *(entry for group in groups for entry in group)}
    wanted |= {int(entry) for off in throws for turn in off.throws for entry in turn}
    people = Entry.objects.select_related("person").in_bulk(wanted)
    named = {pk: (entry, full_name(entry.person)) for pk, entry in people.items()}
    return {
        "tournament": stage.tournament,
        "stage": stage,
        "source": source,
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
    if cut.waiting_for.get("code") not in ("tie_at_cut", "tie_at_table"):
        return []
    try:
        everybody = equals(source)
    except Refused:
        return []
    return [group for group in everybody if source.kind == StageKind.KNOCKOUT or set(group) & set(cut.tied)]


@gate("rounds.draw", find.stage)
def throw(request: Request, stage: Stage) -> HttpResponse:
    """One turn of a throw-off, as it was thrown; or the latest one taken back (`to`=back)."""
    source = source_of(stage) or stage
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
    source = source_of(stage) or stage
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
