"""Standings on paper: of a stage now or after a round, of a category, of the teams; with or without why."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents import choices
from tournament.documents.registry import RESULTS, Choices, Order, Pack, document
from tournament.models import Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.queries_final import final_ranking, is_over
from tournament.queries_groups import categories_of, main_lines, teams_of
from tournament.queries_standings import StandingLine, standings_of


def rankings(tournament: Tournament) -> Choices:
    """The end result comes first as soon as a second stage counts for it."""
    parts = choices.beside(tournament)
    found: list[tuple[str, str]] = []
    for stage in reversed(choices.stages_of(tournament)):
        published = [one.number for one in stage.rounds.all() if one.state != RoundState.DRAFT]
        if not published:
            continue
        key, named = stage.pk, {"stage": stage.name}
        after = _("%(stage)s, after round %(number)s")
        if stage.kind == StageKind.TEAM_FINAL:
            found.append((f"teams:{key}", stage.name))
            continue
        found.append((f"stage:{key}", _("%(stage)s, now") % named))
        found += [(f"after:{key}:{n}", after % {**named, "number": n}) for n in reversed(published)]
        found += choices.named_in(stage, parts)
    played = len(choices.played_stages(tournament))
    end = [(choices.END, _("End result"))] if played else []
    return [*end, *found] if played > 1 else [*found, *end]


@document(
    "standings",
    group=RESULTS,
    title=gettext_lazy("Standings"),
    holds=gettext_lazy("Ranks and points, with the results of each round; on wish with the reason for every rank."),
    of=rankings,
    asks=gettext_lazy("Of"),
    sizes=("a4", "a3", "a2"),
    fields={"why": lambda: forms.BooleanField(label=gettext_lazy("With the reasons"), required=False)},
)
def standings(order: Order) -> Pack:
    if order.of == choices.END:
        facts = {
            "lines": order.some(final_ranking(order.tournament, order.reader)),
            "is_over": is_over(order.tournament),
        }
        return Pack([order.page("print/final.html", _("End result"), **facts)])
    kind, _colon, rest = order.of.partition(":")
    key, _colon, more = rest.partition(":")
    stage = choices.stage_of(order, key)
    if kind == "teams":
        teams = teams_of(stage, order.reader)
        return Pack([order.page("print/teams.html", _("Standings of the teams"), stage=stage, teams=teams)])
    ranks, facts = _ranks(order, kind, stage, more)
    rounds = sorted({single.round for _rank, line in ranks for single in line.singles})
    shown = [(rank, line, _by_round(line, rounds)) for rank, line in order.some(ranks)]
    context = {"rounds": rounds, "ranks": shown, "has_why": bool(order.options.get("why")), **facts}
    return Pack([order.page("print/standings.html", _("Standings"), stage=stage, **context)])


def _ranks(order: Order, kind: str, stage: Stage, more: str) -> tuple[Any, dict[str, Any]]:
    if kind == "category":
        category = choices.category_of(order, more)
        return categories_of(stage, order.reader).get(category, []), {"part": category}
    after = int(more) if kind == "after" and more.isdigit() else None
    view = standings_of(stage, order.reader, order.language, up_to=after)
    return main_lines(view), {"after": after}


def _by_round(line: StandingLine, rounds: list[int]) -> list[Any]:
    singles = {single.round: single for single in line.singles}
    return [singles.get(number) for number in rounds]
