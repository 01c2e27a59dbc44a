"""What everybody may see, without an account."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tournament import find, proof, queries
from tournament.access import gate
from tournament.actors import ANONYMOUS
from tournament.duplicates import folded
from tournament.fields import is_over as stage_is_over
from tournament.models import Round, Stage, Tournament
from tournament.models.events import OUT
from tournament.models.stages import RoundQuerySet, RoundState
from tournament.names import sees_full_names
from tournament.queries_bracket import KINDS
from tournament.queries_final import FinalLine, final_ranking, is_over
from tournament.queries_groups import team_ranking
from tournament.queries_rounds import RoundView, SeatLine, TableLine, round_view
from tournament.queries_standings import StandingLine, standings_of
from tournament.views.everybody import kept_page
from tournament.views.rounds import by_name

CHECKING = ".venv/bin/python manage.py check_draw draw-1-1.json"
PODIUM = 3  # ranks; who shares the last of them is named too


@gate("public.see")
def start(request: HttpRequest) -> HttpResponse:
    tournaments = queries.with_counts(Tournament.objects.listed().select_related("club"))
    today = timezone.localdate()
    return render(
        request,
        "tournament/start.html",
        {
            "coming": tournaments.filter(played_on__gte=today).order_by("played_on", "name"),
            "past": tournaments.filter(played_on__lt=today)[:30],
        },
    )


@dataclass(frozen=True)
class Mine:
    """Somebody who was looked for: where they sit now, and where they stand."""

    line: queries.EntryLine
    view: RoundView | None
    table: TableLine | None
    seat: SeatLine | None
    standing: StandingLine | None
    end: FinalLine | None  # once all is played


@gate("public.see", find.tournament)
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Always in the names that the public may see, so that organisers see what others see. `q` looks for people, `me` is
    the start number of whoever holds the device, which it remembers itself."""
    is_staff = sees_full_names(request.actor, tournament)  # type: ignore[attr-defined]
    template = "tournament/public_part.html" if request.htmx else "tournament/public.html"  # type: ignore[attr-defined]

    def shown(tournament: Tournament) -> dict[str, Any]:
        return {**_now(request, tournament), "is_staff": is_staff, "embed_code": _embed_code(request, tournament)}

    by_the_hour = [tournament.is_open_to_all] if tournament.takes_entries else []
    return kept_page(request, tournament, template, shown, *by_the_hour)


def _embed_code(request: HttpRequest, tournament: Tournament) -> str:
    """To be copied into another page, as text."""
    address = request.build_absolute_uri(reverse("embed", args=[tournament.public_id]))
    return f'<iframe src="{escape(address)}" title="{escape(tournament.name)}" width="100%" height="600"></iframe>'


def _now(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    lines = [line for line in queries.entry_lines(tournament, full=False) if line.state not in OUT]
    sought, me = " ".join(request.GET.get("q", "").split())[:80], request.GET.get("me", "")[:5]
    rounds = list(public_rounds(tournament))
    views = [round_view(round_, full=False) for round_ in rounds if round_.state == RoundState.PUBLISHED]
    found = _found(lines, sought)
    asked = [line for line in lines if me == str(line.number)] or (found if sought and rounds else [])
    end = final_ranking(tournament, ANONYMOUS) if rounds and not views and is_over(tournament) else []
    return {
        "tournament": tournament,
        "lines": found,
        "mine": _placed(tournament, asked, views, rounds, end),
        "winners": _winners(tournament, end),
        "q": sought,
        "me": me if asked and not sought else "",
        "views": views,
        "is_begun": bool(rounds),
        "stream": tournament.stream,
        "at": "now",
        **frame(tournament, has_rounds=bool(rounds)),
    }


def frame(tournament: Tournament, *, has_rounds: bool | None = None) -> dict[str, Any]:
    """What the tabs of the public pages need. Before the first round there is one page only."""
    is_begun = public_rounds(tournament).exists() if has_rounds is None else has_rounds
    return {"has_rounds": is_begun, "has_bracket": is_begun and tournament.stages.filter(kind__in=KINDS).exists()}


def _found(lines: list[queries.EntryLine], sought: str) -> list[queries.EntryLine]:
    """By start number, or by any part of the name that is shown, however it is spelled: nobody is found by what is hidden.
    Who types "Anna Kurz" or "Kurz" may be who reads "Anna K."."""
    words = folded(sought)
    if not sought or not words:
        return [] if sought else lines
    found = [line for line in lines if sought == str(line.number) or words in folded(line.name)]
    return found or [line for line in lines if _may_be(line.name, words.split())]


def _may_be(name: str, words: list[str]) -> bool:
    given, _space, family = name.rpartition(" ")
    if not given or len(family) != 2 or not family.endswith("."):
        return False
    known = folded(given).split()
    others = [word for word in words if not any(part.startswith(word) for part in known)]
    return bool(others) and others[0].startswith(folded(family)) and len(others) < max(len(words), 2)


def _winners(tournament: Tournament, end: list[FinalLine]) -> list[tuple[int, str, str]]:
    """The first three, with how they came there; where teams met in a final, the teams."""
    teams = team_ranking(tournament, ANONYMOUS) if end else []
    people = [(line.rank, line.name, line.why) for line in end if line.rank is not None]
    return [line for line in [(row.rank, row.name, " ".join(row.why)) for row in teams] or people if line[0] <= PODIUM]


def _placed(
    tournament: Tournament,
    lines: list[queries.EntryLine],
    views: list[RoundView],
    rounds: list[Round],
    end: list[FinalLine],
) -> list[Mine]:
    seated = {seat.public_id: (view, table, seat) for view in views for table in view.tables for seat in table.seats}
    has_results = len(views) < len(rounds) or any(len(view.missing) < len(view.tables) for view in views)
    standing = _standing(tournament, rounds) if lines and has_results else {}
    ended = {line.public_id: line for line in end}
    return [
        Mine(
            line,
            *seated.get(line.public_id, (None, None, None)),
            standing.get(line.public_id),
            ended.get(line.public_id),
        )
        for line in lines
    ]


def _standing(tournament: Tournament, rounds: list[Round]) -> dict[str, StandingLine]:
    """By the newest stage that somebody has a result in; who only played before stands there."""
    found: dict[str, StandingLine] = {}
    for stage in {round_.stage_id: round_.stage for round_ in rounds}.values():
        stage.tournament = tournament
        lines = standings_of(stage, ANONYMOUS).lines
        found |= {line.public_id: line for line in lines if line.singles}
    return found


def public_rounds(tournament: Tournament) -> RoundQuerySet:
    rounds = Round.objects.public().filter(stage__tournament=tournament).defer("request", "report")
    return rounds.select_related("stage").order_by("stage__position", "number")


@gate("public.see", find.tournament)
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who sits where, and how each table ended: of the newest round, or of the one asked for."""

    def shown(tournament: Tournament) -> dict[str, Any]:
        rounds = list(public_rounds(tournament))
        chosen = next((round_ for round_ in rounds if str(round_.pk) == request.GET.get("round")), None)
        chosen = chosen or next((r for r in rounds if r.state == RoundState.PUBLISHED), rounds[-1] if rounds else None)
        view = round_view(chosen, full=False) if chosen else None
        is_by_name = request.GET.get("by") == "name"
        return {
            "tournament": tournament,
            "stream": tournament.stream,
            "rounds": rounds,
            "round": chosen,
            "view": view,
            "by_name": by_name(view) if view and is_by_name else [],
            "at": "tables",
            **frame(tournament, has_rounds=bool(rounds)),
        }

    return kept_page(request, tournament, "tournament/public_tables.html", shown)


@dataclass(frozen=True)
class StageDraws:
    """`next_commitment` is what the next draw is bound to, empty if none comes; `drawn` the published rounds of each draw,
    with its commitment, empty where it was made by hand, and whether all of it is there to be checked."""

    stage: Stage
    next_commitment: str
    drawn: list[tuple[list[Round], str, bool]]


@gate("public.see", find.tournament)
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How anybody can see that no draw was arranged: what each was bound to before, and all of it after."""
    parts = [_stage_draws(stage) for stage in tournament.stages.all()]
    shown = {"tournament": tournament, "draws": parts, "command": CHECKING}
    return render(request, "tournament/public_draws.html", shown)


def _stage_draws(stage: Stage) -> StageDraws:
    drawn = []
    for rounds in proof.draws_of(stage.rounds.order_by("number")):
        public = [each for each in rounds if each.state != RoundState.DRAFT]
        if public:
            drawn.append((public, proof.commitment_of(rounds[0]), proof.can_be_checked(rounds)))
    return StageDraws(stage, "" if stage_is_over(stage) else proof.next_commitment(stage), drawn)
