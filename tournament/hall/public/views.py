"""The public pages, without an account: tournaments, one tournament, its tables, and how it was drawn."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from tournament.core import find
from tournament.core.access import gate, sees_full_names
from tournament.core.actors import ANONYMOUS, Request
from tournament.core.pages.everybody import kept_page
from tournament.draw import proof
from tournament.entries import queries
from tournament.finals.end_result import FinalLine, final_ranking, is_over
from tournament.hall.public.queries import about_me, frame, public_rounds
from tournament.models import Round, Stage, Tournament
from tournament.models.events import OUT
from tournament.models.stages import RoundState
from tournament.people.duplicates import folded
from tournament.rounds.queries import RoundView, SeatLine, TableLine, by_name, round_view
from tournament.stages.progress import with_progress
from tournament.standings.groups.queries import team_ranking
from tournament.standings.qualifying import is_over as stage_is_over
from tournament.standings.queries import StandingLine, standings_of

CHECKING = "augengenau check --draw draw-1-1.json"
PODIUM = 3  # ranks; all who share the last of them are named


@gate("public.see")
def start(request: HttpRequest) -> HttpResponse:
    tournaments = with_progress(queries.with_counts(Tournament.objects.listed().current().select_related("club")))
    today = timezone.localdate()
    return render(
        request,
        "hall/start.html",
        {
            "coming": tournaments.filter(played_on__gte=today).order_by("played_on", "name"),
            "past": tournaments.filter(played_on__lt=today)[:30],
        },
    )


@dataclass(frozen=True)
class Found:
    """A player that was searched for: the current seat and the standing."""

    line: queries.EntryLine
    view: RoundView | None
    table: TableLine | None
    seat: SeatLine | None
    standing: StandingLine | None
    end: FinalLine | None  # once the tournament is over


@gate("public.see", find.tournament)
def tournament(request: Request, tournament: Tournament) -> HttpResponse:
    """Always with public names, so that organisers see what others see. `q`: the search text; `me`: the start numbers of
    whoever looks, where the browser keeps nothing."""
    is_staff = sees_full_names(request.actor, tournament)
    template = "hall/public/part.html" if request.htmx else "hall/public/page.html"

    def context(tournament: Tournament) -> dict[str, Any]:
        return {**_context(request, tournament), "is_staff": is_staff, "embed_code": _embed_code(request, tournament)}

    by_the_hour = [tournament.is_open_to_all] if tournament.takes_entries else []
    return kept_page(request, tournament, template, context, *by_the_hour)


def _embed_code(request: HttpRequest, tournament: Tournament) -> str:
    """HTML to copy into another page, shown as text."""
    address = request.build_absolute_uri(reverse("embed", args=[tournament.public_id]))
    return f'<iframe src="{escape(address)}" title="{escape(tournament.name)}" width="100%" height="600"></iframe>'


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    lines = [line for line in queries.entry_lines(tournament, full=False) if line.state not in OUT]
    sought = " ".join(request.GET.get("q", "").split())[:80]
    rounds = list(public_rounds(tournament))
    views = [round_view(round_, full=False) for round_ in rounds if round_.state == RoundState.PUBLISHED]
    matches = _search(lines, sought)
    selected = matches if sought and rounds else []
    end = final_ranking(tournament, ANONYMOUS) if rounds and not views and is_over(tournament) else []
    return {
        "tournament": tournament,
        "lines": matches,
        "found": _details(tournament, selected, views, rounds, end),
        "winners": _winners(tournament, end),
        "q": sought,
        "views": views,
        "is_begun": bool(rounds),
        "stream": tournament.stream,
        "at": "now",
        **frame(request, tournament, has_rounds=bool(rounds)),
    }


def _search(lines: list[queries.EntryLine], sought: str) -> list[queries.EntryLine]:
    """Search by start number or any part of the public name, ignoring spelling variants; hidden names are never matched.
    Without a match, "Anna Kurz" and "Kurz" also find "Anna K."."""
    words = folded(sought)
    if not sought or not words:
        return [] if sought else lines
    matches = [line for line in lines if sought == str(line.number) or words in folded(line.name)]
    return matches or [line for line in lines if _could_be(line.name, words.split())]


def _could_be(name: str, words: list[str]) -> bool:
    given, _space, family = name.rpartition(" ")
    if not given or len(family) != 2 or not family.endswith("."):
        return False
    known = folded(given).split()
    others = [word for word in words if not any(part.startswith(word) for part in known)]
    return bool(others) and others[0].startswith(folded(family)) and len(others) < max(len(words), 2)


def _winners(tournament: Tournament, end: list[FinalLine]) -> list[tuple[int, str, str]]:
    """(rank, name, reason) of the first three; of teams, if they met in a team final."""
    teams = team_ranking(tournament, ANONYMOUS) if end else []
    people = [(line.rank, line.name, line.why) for line in end if line.rank is not None]
    return [line for line in [(row.rank, row.name, " ".join(row.why)) for row in teams] or people if line[0] <= PODIUM]


def _details(
    tournament: Tournament,
    lines: list[queries.EntryLine],
    views: list[RoundView],
    rounds: list[Round],
    end: list[FinalLine],
) -> list[Found]:
    seated = {seat.public_id: (view, table, seat) for view in views for table in view.tables for seat in table.seats}
    has_results = len(views) < len(rounds) or any(len(view.missing) < len(view.tables) for view in views)
    standing = _standing(tournament, rounds) if lines and has_results else {}
    ended = {line.public_id: line for line in end}
    nowhere = (None, None, None)
    return [
        Found(line, view, table, seat, standing.get(line.public_id), ended.get(line.public_id))
        for line in lines
        for view, table, seat in [seated.get(line.public_id, nowhere)]
    ]


def _standing(tournament: Tournament, rounds: list[Round]) -> dict[str, StandingLine]:
    """The standing of each player in the latest stage in which they have a result."""
    standings: dict[str, StandingLine] = {}
    for stage in {round_.stage_id: round_.stage for round_ in rounds}.values():
        stage.tournament = tournament
        lines = standings_of(stage, ANONYMOUS).lines
        standings |= {line.public_id: line for line in lines if line.singles}
    return standings


@gate("public.see", find.tournament)
def tables(request: Request, tournament: Tournament) -> HttpResponse:
    """Seats and results of the tables, of the current round or the one in the query."""

    def context(tournament: Tournament) -> dict[str, Any]:
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
            **frame(request, tournament, has_rounds=bool(rounds)),
        }

    return kept_page(request, tournament, "hall/public/tables.html", context)


@dataclass(frozen=True)
class StageDraws:
    """`next_commitment`: the hash that the next draw is bound to, empty if there is none. `drawn`: for each draw its published
    rounds, its commitment (empty if drawn by hand), and whether everything is there to check it."""

    stage: Stage
    next_commitment: str
    drawn: list[tuple[list[Round], str, bool]]


@gate("public.see", find.tournament)
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lets anybody verify that no draw was rigged: its commitment before the draw, all inputs afterwards."""
    parts = [_stage_draws(stage) for stage in tournament.stages.all()]
    context = {"tournament": tournament, "draws": parts, "command": CHECKING, **about_me(request, tournament)}
    return render(request, "hall/public/draws.html", context)


def _stage_draws(stage: Stage) -> StageDraws:
    drawn = []
    for rounds in proof.draws_of(stage.rounds.order_by("number")):
        public = [each for each in rounds if each.state != RoundState.DRAFT]
        if public:
            drawn.append((public, proof.commitment_of(rounds[0]), proof.can_be_checked(rounds)))
    return StageDraws(stage, "" if stage_is_over(stage) else proof.next_commitment(stage), drawn)
