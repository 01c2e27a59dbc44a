"""Lookups from the arguments of a URL to an object (or 404), for the gates of pages and API."""

from typing import TypeVar
from uuid import UUID

from django.db.models import Manager, Model, QuerySet
from django.shortcuts import get_object_or_404

from tournament.models import (
    Club,
    Entry,
    Job,
    OwnPreset,
    Round,
    Season,
    Stage,
    Table,
    Tournament,
)
from tournament.models.events import EntryState

Row = TypeVar("Row", bound=Model)


def club(club_id: str) -> Club:
    return get_object_or_404(Club, public_id=club_id)


def public_club(club_id: str) -> Club:
    """A club with at least one publicly listed tournament."""
    listed = Tournament.objects.listed().filter(club__public_id=club_id)
    return get_object_or_404(Club.objects.select_related("stream").filter(tournaments__in=listed).distinct())


def public_season(club_id: str, season_id: str) -> Season:
    listed = Tournament.objects.listed()
    seasons = Season.objects.select_related("club__stream").filter(tournaments__in=listed).distinct()
    return get_object_or_404(seasons, public_id=season_id, club__public_id=club_id)


def season(club: Club, season_id: str, *, full: bool) -> Season:
    return get_object_or_404(seasons_of(club, full=full), public_id=season_id)


def own_preset(club_id: str, preset_id: str) -> OwnPreset:
    presets = OwnPreset.objects.select_related("club__stream")
    return get_object_or_404(presets, public_id=preset_id, club__public_id=club_id)


def tournament(tournament_id: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "stream"), public_id=tournament_id)


def player(tournament_id: str, number: int) -> Entry:
    """By start number; entries on the waiting list are not public."""
    entries = Entry.objects.select_related("person", "tournament__club", "tournament__stream")
    return get_object_or_404(
        entries.exclude(state=EntryState.WAITING), tournament__public_id=tournament_id, number=number
    )


def job(job_id: UUID) -> Job:
    """The making of a paper. Other work (mails, deliveries, draws) has no address: not everybody who prints may stop that."""
    return get_object_or_404(Job.objects.select_related("tournament", "club"), pk=job_id, kind="papers.make")


def stage(tournament_id: str, stage_id: int) -> Stage:
    return get_object_or_404(_within(Stage.objects, ""), pk=stage_id, tournament__public_id=tournament_id)


def round_(tournament_id: str, round_id: int) -> Round:
    stages = _within(Round.objects, "stage__")
    return get_object_or_404(stages, pk=round_id, stage__tournament__public_id=tournament_id)


def table(tournament_id: str, table_id: str) -> Table:
    tables = _within(Table.objects, "round__stage__").select_related("board")
    return get_object_or_404(tables, public_id=table_id, round__stage__tournament__public_id=tournament_id)


def _within(things: Manager[Row], stage: str) -> QuerySet[Row]:
    """Fetched together with their tournament, its club and its stream."""
    return things.select_related(f"{stage}tournament__club", f"{stage}tournament__stream")


def seasons_of(club: Club, *, full: bool) -> QuerySet[Season]:
    """`full`: all of them; else those with a publicly listed tournament."""
    return club.seasons.all() if full else club.seasons.filter(tournaments__in=Tournament.objects.listed()).distinct()
