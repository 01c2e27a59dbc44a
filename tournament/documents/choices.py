"""What documents can be made of: rounds, stages, rankings, as the choices of a form and back to the thing."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import gettext as _

from tournament.actors import SYSTEM
from tournament.documents.registry import Choices, Order
from tournament.errors import Refused
from tournament.fields import ENDS
from tournament.kept import Kept
from tournament.models import Entry, Result, Round, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.names import full_name
from tournament.queries_final import final_ranking
from tournament.queries_groups import categories_of, teams_of
from tournament.queries_standings import standings_of

_stages: Kept[list[Stage]] = Kept(most=32)


def stages_of(tournament: Tournament) -> list[Stage]:
    """In order, each with its `rounds.all()`, which know whether they have results (`has_results`). Read once for each state."""

    def read() -> list[Stage]:
        results = Result.objects.filter(table__round=OuterRef("pk"), superseded_at=None)
        rounds = Round.objects.defer("request", "report").annotate(has_results=Exists(results)).order_by("number")
        return list(tournament.stages.order_by("position").prefetch_related(Prefetch("rounds", rounds)))

    return _stages.get((tournament.public_id, tournament.stream.head), read)


def _rounds(tournament: Tournament) -> list[Any]:
    """By time."""
    return [round_ for stage in stages_of(tournament) for round_ in stage.rounds.all()]


def rounds(tournament: Tournament) -> Choices:
    """What is played now, then the drafts, the next one first: slips may be printed before everybody sees the draw."""
    by_time = _rounds(tournament)
    now = [one for one in by_time if one.state == RoundState.PUBLISHED]
    drafts = [one for one in by_time if one.state == RoundState.DRAFT]
    return _named(now + drafts + [one for one in reversed(by_time) if one.state == RoundState.CLOSED])


def published_rounds(tournament: Tournament) -> Choices:
    """For what hangs in public, the one that is running first."""
    return _named([one for one in reversed(_rounds(tournament)) if one.state != RoundState.DRAFT])


def played_rounds(tournament: Tournament) -> Choices:
    """Those of which there are results, the latest first."""
    return _named([one for one in reversed(_rounds(tournament)) if one.has_results])


def played_stages(tournament: Tournament) -> list[Stage]:
    """Those of which there are results, the latest first."""
    return [stage for stage in reversed(stages_of(tournament)) if any(one.has_results for one in stage.rounds.all())]


def _named(rounds: Sequence[Round]) -> Choices:
    words = _("%(stage)s, round %(number)s")
    return [(str(one.pk), words % {"stage": one.stage.name, "number": one.number}) for one in rounds]


def round_of(order: Order) -> Round:
    """The one that was chosen; a later draw may have taken its place."""
    found = Round.objects.filter(stage__tournament=order.tournament).select_related("stage__tournament")
    round_ = found.filter(pk=order.of).first() if order.of.isdigit() else None
    if round_ is None:
        raise gone()
    return round_


def gone() -> Refused:
    return Refused("paper_gone", _("What this paper was to show is not there any more. Choose again."))


def stage_of(order: Order, key: str) -> Stage:
    found = order.tournament.stages.filter(pk=key).select_related("tournament").first() if key.isdigit() else None
    if found is None:
        raise gone()
    return found


END = "end"


def final_rankings(tournament: Tournament) -> Choices:
    """The end result of the tournament, then each stage, the last one first, with its categories and teams."""
    played, parts = played_stages(tournament), beside(tournament)
    found = [(END, _("End result")) for _one in played[:1]]
    for stage in played:
        found += [(f"stage:{stage.pk}", stage.name), *named_in(stage, parts)]
    return found


def beside(tournament: Tournament) -> list[tuple[str, str]]:
    """The rankings beside a stage's own, for `named_in`: categories, and the teams if there are any."""
    found = [(f"category:%d:{one.pk}", one.name) for one in tournament.categories.order_by("name")]
    return [*found, *[("teams:%d", _("Teams")) for _one in range(tournament.teams.exists())]]


def named_in(stage: Stage, parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    if stage.kind == StageKind.TEAM_FINAL:  # it is itself of the teams
        return []
    words = _("%(stage)s, %(category)s")
    return [(key % stage.pk, words % {"stage": stage.name, "category": name}) for key, name in parts]


def category_of(order: Order, key: str) -> str:
    found = order.tournament.categories.filter(pk=key).first() if key.isdigit() else None
    if found is None:
        raise gone()
    return str(found.name)


class Ranked(NamedTuple):
    rank: int | None
    name: str
    points: str
    category: str = ""  # that the rank is in


def ranked(order: Order) -> list[Ranked]:
    """In full names: for what is handed to the person. In a team final, and where they are asked for, the teams."""
    people = Entry.objects.filter(tournament=order.tournament).select_related("person")
    full = {entry.pk: full_name(entry.person) for entry in people}
    if order.of == END:
        points = _points(order)
        lines = final_ranking(order.tournament, SYSTEM)
        return [Ranked(line.rank, full[line.entry], points.get(line.entry, "")) for line in lines]
    kind, key, more = [*order.of.split(":"), "", ""][:3]
    if kind not in ("stage", "category", "teams"):
        raise gone()
    stage = stage_of(order, key)
    if kind == "teams" or stage.kind == StageKind.TEAM_FINAL:
        return [Ranked(team.rank or None, team.name, team.points) for team in teams_of(stage, SYSTEM)]
    lines = [(line.rank, line) for line in standings_of(stage, SYSTEM, order.language).lines]
    category = category_of(order, more) if kind == "category" else ""
    if category:
        lines = categories_of(stage, SYSTEM).get(category, [])
    return [Ranked(rank, full[line.entry], line.points, category) for rank, line in lines]


def _points(order: Order) -> dict[int, str]:
    """Those of the rounds before all finals: nobody gets points in a final."""
    for stage in played_stages(order.tournament):
        if stage.kind not in (StageKind.KNOCKOUT, *ENDS):
            lines = standings_of(stage_of(order, str(stage.pk)), SYSTEM, order.language).lines
            return {line.entry: line.points for line in lines}
    return {}
