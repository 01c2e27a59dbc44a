"""From an address to the thing: what the gates of the pages and the API look with."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404

from tournament.models import Club, Entry, Job, Round, Season, Stage, Table, Tournament
from tournament.models.events import EntryState
from tournament.queries_club import seasons_of


def club(club_id: str) -> Club:
    return get_object_or_404(Club, public_id=club_id)


def public_club(club_id: str) -> Club:
    """One of which the public may know a tournament."""
    listed = Tournament.objects.listed().filter(club__public_id=club_id)
    return get_object_or_404(Club.objects.select_related("stream").filter(tournaments__in=listed).distinct())


def public_season(club_id: str, season_id: str) -> Season:
    seasons = Season.objects.select_related("club__stream").filter(tournaments__is_listed=True).distinct()
    return get_object_or_404(seasons, public_id=season_id, club__public_id=club_id)


def season(club: Club, season_id: str, *, full: bool) -> Season:
    return get_object_or_404(seasons_of(club, full=full), public_id=season_id)


def tournament(tournament_id: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "stream"), public_id=tournament_id)


def player(tournament_id: str, number: int) -> Entry:
    """By start number; who only waits for a place is not seen by everybody."""
    entries = Entry.objects.select_related("person", "tournament__club", "tournament__stream")
    return get_object_or_404(
        entries.exclude(state=EntryState.WAITING), tournament__public_id=tournament_id, number=number
    )


def job(job_id: UUID) -> Job:
    return get_object_or_404(Job.objects.select_related("tournament", "club"), pk=job_id)


def stage(tournament_id: str, stage_id: int) -> Stage:
    return get_object_or_404(_within(Stage.objects, ""), pk=stage_id, tournament__public_id=tournament_id)


def round_(tournament_id: str, round_id: int) -> Round:
    stages = _within(Round.objects, "stage__")
    return get_object_or_404(stages, pk=round_id, stage__tournament__public_id=tournament_id)


def table(tournament_id: str, table_id: str) -> Table:
    tables = _within(Table.objects, "round__stage__").select_related("board")
    return get_object_or_404(tables, public_id=table_id, round__stage__tournament__public_id=tournament_id)


def _within(things: Any, stage: str) -> Any:
    """With the tournament that they belong to, and its club and stream."""
    return things.select_related(f"{stage}tournament__club", f"{stage}tournament__stream")
