"""From an address to the thing: what the gates of the pages and the API look with."""

from uuid import UUID

from django.shortcuts import get_object_or_404

from tournament.models import Club, Job, Tournament


def club(club_id: str) -> Club:
    return get_object_or_404(Club, public_id=club_id)


def tournament(tournament_id: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "stream"), public_id=tournament_id)


def job(job_id: UUID) -> Job:
    return get_object_or_404(Job.objects.select_related("tournament", "club"), pk=job_id)
