"""Rankings on paper: standings after any round, crosstables, the end result, teams."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.finals.end_result import final_ranking, is_over
from tournament.models import ResultSeat, Seat, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.paper import choices
from tournament.paper.filling import Column, Row, laid
from tournament.paper.ink import ink
from tournament.paper.registry import RESULTS, Choices, Order, Pack, document
from tournament.standings.groups.queries import categories_of, main_lines, teams_of
from tournament.standings.queries import StandingLine, StandingsView, deciding, kept_cut, next_stage, standings_of

WALL = ("a4", "a3", "a2")
Ranked = Sequence[tuple[int | None, StandingLine]]


def rankings(tournament: Tournament) -> Choices:
    """The end result is first once two stages have results, else last."""
    parts = choices.beside(tournament)
    offered: list[tuple[str, str]] = []
    for stage in reversed(choices.stages_of(tournament)):
        published = [one.number for one in stage.rounds.all() if one.state != RoundState.DRAFT]
        if not published:
            continue
        key, named = stage.pk, {"stage": stage.called}
        after = _("%(stage)s, after round %(number)s")
        if stage.kind == StageKind.TEAM_FINAL:
            offered.append((f"teams:{key}", stage.called))
            continue
        offered.append((f"stage:{key}", _("%(stage)s, now") % named))
        offered += [(f"after:{key}:{n}", after % {**named, "number": n}) for n in reversed(published)]
        offered += choices.named_in(stage, parts)
    played = len(choices.played_stages(tournament))
    end = [(choices.END, _("End result"))] if played else []
    return [*end, *offered] if played > 1 else [*offered, *end]


def _letters() -> forms.Field:
    return forms.BooleanField(
        label=gettext_lazy("In large letters"),
        required=False,
        help_text=gettext_lazy("Rank, name and points only. A4 is read from 1 m, A3 from 1.40 m, A2 from 2 m."),
    )


@document(
    "standings",
    group=RESULTS,
    title=gettext_lazy("Standings"),
    holds=gettext_lazy(
        "Ranks and points, the places of each round, what decided between equals, and the line of those who go on; "
        "on request with the reason for every rank."
    ),
    of=rankings,
    asks=gettext_lazy("Of"),
    sizes=WALL,
    fields={
        "why": lambda: forms.BooleanField(label=gettext_lazy("With the reasons"), required=False),
        "large": _letters,
    },
)
def standings(order: Order) -> Pack:
    if order.of == choices.END:
        return _end_result(order)
    kind, _colon, rest = order.of.partition(":")
    key, _colon, more = rest.partition(":")
    stage = choices.stage_of(order, key)
    if kind == "teams":
        teams = teams_of(stage, order.reader)
        return Pack([order.page("print/teams.html", _("Standings of the teams"), stage=stage, teams=teams)])
    facts: dict[str, Any] = {"stage": stage}
    if kind == "category":
        category = choices.category_of(order, more)
        ranks: Ranked = categories_of(stage, order.reader).get(category, [])
        return _ranks(order, ranks, standings_of(stage, order.reader), {**facts, "part": category})
    after = whole_number(more, MOST_ID) if kind == "after" else None
    view = standings_of(stage, order.reader, up_to=after)
    last, into = (None, None) if after else _cut(order.tournament, stage)
    return _ranks(order, main_lines(view), view, {**facts, "after": after, "into": into}, last)


def _cut(tournament: Tournament, stage: Stage) -> tuple[frozenset[int] | None, Stage | None]:
    """Who goes on, or competes for it, and into which stage."""
    into = next_stage(list(choices.stages_of(tournament)), stage)
    if into is None:
        return None, None
    into.tournament = tournament
    cut = kept_cut(into)
    return frozenset({*cut.through, *cut.tied}), into


def _ranks(
    order: Order, ranks: Ranked, view: StandingsView, facts: dict[str, Any], through: frozenset[int] | None = None
) -> Pack:
    is_large, has_why = bool(order.options.get("large")), bool(order.options.get("why"))
    rounds = [] if is_large else sorted({single.round for _rank, line in ranks for single in line.singles})
    decided = [] if is_large else deciding(view)
    columns = [
        Column(_("Rank"), "rank"),
        Column(_("No."), "nr"),
        Column(_("Name"), is_name=True),
        *(Column(_("R. %(n)d") % {"n": number}, "right") for number in rounds),
        *(Column(name[0].upper() + name[1:], "right soft") for _key, name in decided),
        Column(_("Points"), "right nr"),
    ]
    last = max((at for at, (_rank, line) in enumerate(ranks) if through and line.entry in through), default=-1)
    rows = [
        Row(
            (
                _rank_of(rank),
                str(line.number),
                _named(line.name, line.status),
                *_places(line, rounds),
                *(line.values.get(key, "") for key, _name in decided),
                line.points,
            ),
            beneath=ink(" ".join(_reason(line)), 600) if has_why else "",
            is_last=at == last,
        )
        for at, (rank, line) in enumerate(ranks)
    ]
    return _listed(order, _("Standings"), columns, rows, **facts)


def _listed(order: Order, title: str, columns: Sequence[Column], rows: Sequence[Row], **facts: Any) -> Pack:
    leaves = laid(columns, rows, order.size, is_large=bool(order.options.get("large")))
    sheets = leaves.sheets[:1] if order.is_sample else leaves.sheets
    context = {"columns": list(zip(columns, leaves.widths, strict=True)), "leaves": leaves, "sheets": sheets}
    return Pack([order.page("print/list.html", title, **context, **facts)], len(leaves.sheets))


def _rank_of(rank: int | None) -> str:
    return f"{rank}." if rank else "–"


def _named(name: str, status: str) -> str:
    said = {"withdrawn": _("withdrawn"), "excluded": _("excluded")}.get(status)
    return f"{ink(name, 60)} ({said})" if said else ink(name, 60)


def _places(line: StandingLine, rounds: Sequence[int]) -> Iterator[str]:
    by_round = {single.round: single for single in line.singles}
    for number in rounds:
        single = by_round.get(number)
        yield "" if single is None else _rank_of(single.place) + ("*" if single.is_dropped else "")


def _reason(line: StandingLine) -> Sequence[str]:
    """Each comparison once: with the one before. The first is compared with the one behind."""
    return line.why[: 2 if line.status == "withdrawn" else 1]


def _end_result(order: Order) -> Pack:
    """With the points of the stage before all finals, and the way through all stages."""
    is_large = bool(order.options.get("large"))
    lines, points = final_ranking(order.tournament, order.reader), choices.points_of(order.tournament)
    ways = {} if is_large else _ways(order)
    columns = [
        Column(_("Rank"), "rank"),
        Column(_("No."), "nr"),
        Column(_("Name"), is_name=True),
        *([Column(_("Points"), "right nr")] if points else []),
        *([] if is_large else [Column(_("How"), "way soft", is_rest=True)]),
    ]
    rows = [
        Row(
            (
                _rank_of(line.rank),
                str(line.number),
                _named(line.name, line.status),
                *([points.get(line.entry, "")] if points else []),
                *([] if is_large else [ink(ways.get(line.entry, ""), 160) if line.rank else ""]),
            )
        )
        for line in lines
    ]
    return _listed(order, _("End result"), columns, rows, is_provisional=not is_over(order.tournament))


def _ways(order: Order) -> dict[int, str]:
    """By entry, what became of them in each stage: the places of all rounds, and where there are ranks, the rank."""
    stages = sorted(choices.played_stages(order.tournament), key=lambda stage: stage.position)
    said: dict[int, list[str]] = {}
    for stage in stages:
        stage.tournament = order.tournament
        has_ranks = stage.kind not in choices.WITHOUT_RANKS
        ranks = {line.entry: line.rank for line in standings_of(stage, order.reader).lines} if has_ranks else {}
        for entry, places in _places_in(stage).items():
            way = f"{stage.called} " + "-".join(_rank_of(place).strip(".") for place in places)
            if rank := ranks.get(entry):
                at = _("rank %(n)d") % {"n": rank}
                way += f" ({at})"
            said.setdefault(entry, []).append(way)
    return {entry: " → ".join(ways) for entry, ways in said.items()}


def _places_in(stage: Stage) -> dict[int, list[int | None]]:
    seats = ResultSeat.objects.counting().filter(result__table__round__stage=stage)
    seats = seats.exclude(result__table__round__state=RoundState.DRAFT)
    found: dict[int, list[int | None]] = {}
    for entry, place in seats.order_by("result__table__round__number").values_list("entry", "place"):
        found.setdefault(entry, []).append(place)
    return found


def _crossed(tournament: Tournament) -> Choices:
    return [
        (f"stage:{stage.pk}", stage.called)
        for stage in choices.played_stages(tournament)
        if stage.kind not in choices.WITHOUT_RANKS
    ]


@document(
    "crosstable",
    group=RESULTS,
    title=gettext_lazy("Crosstable"),
    holds=gettext_lazy(
        "Every player with every round: the place, the table, and the start numbers they played against."
    ),
    of=_crossed,
    asks=gettext_lazy("Of"),
    sizes=WALL,
)
def crosstable(order: Order) -> Pack:
    stage = choices.stage_of(order, order.of.partition(":")[2])
    met, ranks = _met(stage), main_lines(standings_of(stage, order.reader))
    rounds = sorted({number for games in met.values() for number in games})
    columns = [
        Column(_("Rank"), "rank"),
        Column(_("No."), "nr"),
        Column(_("Name"), is_name=True),
        *(Column(_("Round %(n)d") % {"n": number}, "game") for number in rounds),
        Column(_("Points"), "right nr"),
    ]
    rows = [
        Row(
            (
                _rank_of(rank),
                str(line.number),
                _named(line.name, line.status),
                *_games(line, rounds, met.get(line.entry, {})),
                line.points,
            )
        )
        for rank, line in ranks
    ]
    says = _("In each round: the place, the table, and against which start numbers.")
    return _listed(order, _("Crosstable"), columns, rows, stage=stage, says=says)


def _games(line: StandingLine, rounds: Sequence[int], met: Mapping[int, tuple[int, Sequence[int]]]) -> Iterator[str]:
    places = {single.round: _rank_of(single.place) for single in line.singles}
    for number in rounds:
        if number not in met:
            yield "–"
            continue
        table, others = met[number]
        against = " ".join(map(str, sorted(others)))
        yield _("%(place)s T%(table)d: %(against)s") % {
            "place": places.get(number, "…"),
            "table": table,
            "against": against,
        }


def _met(stage: Stage) -> dict[int, dict[int, tuple[int, list[int]]]]:
    """By entry and round: the table and the start numbers of the others there."""
    seats = Seat.objects.filter(round__stage=stage).exclude(round__state=RoundState.DRAFT)
    rows = list(seats.values_list("round__number", "table__number", "entry", "entry__number"))
    at_table: dict[tuple[int, int], list[int]] = {}
    for number, table, _entry, start in rows:
        at_table.setdefault((number, table), []).append(start)
    found: dict[int, dict[int, tuple[int, list[int]]]] = {}
    for number, table, entry, start in rows:
        others = [one for one in at_table[number, table] if one != start]
        found.setdefault(entry, {})[number] = (table, others)
    return found
