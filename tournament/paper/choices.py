"""What documents can be made of: lists rounds, stages and rankings as form choices, and finds the chosen one again."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.core.whole_numbers import typed_id
from tournament.finals.end_result import final_ranking, is_over
from tournament.models import Entry, Round, Stage, Tournament
from tournament.models.stages import ENDS, RoundState, StageKind
from tournament.paper.registry import Choices, Order
from tournament.people.names import full_name
from tournament.rounds import queries as evening
from tournament.standings.groups.queries import categories_of, teams_of
from tournament.standings.qualifying import categories_of as categories_of_plan
from tournament.standings.qualifying import is_over as stage_is_over
from tournament.standings.queries import standings_of


def stages_of(tournament: Tournament) -> list[Any]:
    """The stages in order, with `rounds.all()` prefetched and annotated with `has_results`. Cached for each state."""
    return [stage for stage, _rounds in evening.now(tournament).plan]


def _rounds(tournament: Tournament) -> list[Any]:
    """All rounds, the oldest first."""
    return [round_ for stage in stages_of(tournament) for round_ in stage.rounds.all()]


def rounds(tournament: Tournament) -> Choices:
    """Running rounds, then drafts, since slips may be printed before the draw is public, then closed rounds, the latest first."""
    by_time = _rounds(tournament)
    now = [one for one in by_time if one.state == RoundState.PUBLISHED]
    drafts = [one for one in by_time if one.state == RoundState.DRAFT]
    return _named(now + drafts + [one for one in reversed(by_time) if one.state == RoundState.CLOSED])


def published_rounds(tournament: Tournament) -> Choices:
    """Rounds for documents that hang in public, the latest first."""
    return _named([one for one in reversed(_rounds(tournament)) if one.state != RoundState.DRAFT])


def played_rounds(tournament: Tournament) -> Choices:
    """Rounds with results, the latest first."""
    return _named([one for one in reversed(_rounds(tournament)) if one.has_results])


def played_stages(tournament: Tournament) -> list[Stage]:
    """Stages with results, the latest first."""
    return [stage for stage in reversed(stages_of(tournament)) if any(one.has_results for one in stage.rounds.all())]


def _named(rounds: Sequence[Round]) -> Choices:
    words = _("%(stage)s, round %(number)s")
    return [(str(one.pk), words % {"stage": one.stage.called, "number": one.number}) for one in rounds]


def round_of(order: Order) -> Round:
    """The chosen round; refused if a new draw has replaced it since."""
    candidates = Round.objects.filter(stage__tournament=order.tournament).select_related("stage__tournament")
    round_ = candidates.filter(pk=typed_id(order.of)).first()
    if round_ is None:
        raise gone()
    return round_


def gone() -> Refused:
    return Refused("paper_gone", _("What this paper was to show is not there any more. Choose again."))


def stage_of(order: Order, key: str) -> Stage:
    stage = order.tournament.stages.filter(pk=typed_id(key)).select_related("tournament").first()
    if stage is None:
        raise gone()
    return stage


END = "end"


def final_rankings(tournament: Tournament) -> Choices:
    """The end result, then each stage with its categories and teams, the last stage first."""
    played, parts = played_stages(tournament), beside(tournament)
    rankings = [(END, _("End result")) for _one in played[:1]]
    for stage in played:
        rankings += [(f"stage:{stage.pk}", stage.called), *named_in(stage, parts)]
    return rankings


def beside(tournament: Tournament) -> list[tuple[str, str]]:
    """(key pattern, name) of the other rankings of every stage, for `named_in`: categories, and teams if there are any."""
    stages = stages_of(tournament)
    categories = [(f"category:%d:{one.pk}", one.name) for one in (categories_of_plan(stages[0]) if stages else ())]
    has_teams = bool(stages) and stages[0].has_teams
    return [*categories, *[("teams:%d", _("Teams")) for _one in range(has_teams)]]


def named_in(stage: Stage, parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    if stage.kind == StageKind.TEAM_FINAL:  # its own ranking is one of teams
        return []
    words = _("%(stage)s, %(category)s")
    return [(key % stage.pk, words % {"stage": stage.called, "category": name}) for key, name in parts]


def category_of(order: Order, key: str) -> str:
    category = order.tournament.categories.filter(pk=typed_id(key)).first()
    if category is None:
        raise gone()
    return str(category.name)


def is_provisional(order: Order) -> bool:
    """Whether places of the chosen ranking can still change."""
    if order.of == END:
        return not is_over(order.tournament)
    stage = stage_of(order, order.of.split(":")[1])
    return not stage_is_over(stage) or stage.rounds.exclude(state=RoundState.CLOSED).exists()


class Ranked(NamedTuple):
    rank: int | None
    name: str
    points: str
    category: str = ""  # the rank is within this category
    entry: int | None = None  # None for a team


def ranked(order: Order) -> list[Ranked]:
    """The chosen ranking with full names, for papers handed to the person. Of teams if chosen, or in a team final."""
    people = Entry.objects.filter(tournament=order.tournament).select_related("person")
    full = {entry.pk: full_name(entry.person) for entry in people}
    if order.of == END:
        points = points_of(order.tournament)
        end = final_ranking(order.tournament, SYSTEM)
        return [Ranked(line.rank, full[line.entry], points.get(line.entry, ""), entry=line.entry) for line in end]
    kind, key, more = [*order.of.split(":"), "", ""][:3]
    if kind not in ("stage", "category", "teams"):
        raise gone()
    stage = stage_of(order, key)
    if kind == "teams" or stage.kind == StageKind.TEAM_FINAL:
        return [Ranked(team.rank or None, team.name, team.points) for team in teams_of(stage, SYSTEM)]
    lines = [(line.rank, line) for line in standings_of(stage, SYSTEM).lines]
    category = category_of(order, more) if kind == "category" else ""
    if category:
        lines = categories_of(stage, SYSTEM).get(category, [])
    return [Ranked(rank, full[line.entry], line.points, category, line.entry) for rank, line in lines]


WITHOUT_RANKS = (StageKind.KNOCKOUT, *ENDS)


def points_of(tournament: Tournament) -> dict[int, str]:
    """Points by entry, from the last stage before all finals: finals give no points."""
    for stage in played_stages(tournament):
        if stage.kind not in WITHOUT_RANKS:
            stage.tournament = tournament
            return {line.entry: line.points for line in standings_of(stage, SYSTEM).lines}
    return {}
