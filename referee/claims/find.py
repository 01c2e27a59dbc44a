"""Find the claim that an address names; used by the gates."""

from django.shortcuts import get_object_or_404

from referee.models import Claim


def claim(tournament_id: str, number: int) -> Claim:
    claims = Claim.objects.select_related(
        "tournament__club", "tournament__stream", "table__round__stage", "against__person", "by__person"
    )
    return get_object_or_404(claims, tournament__public_id=tournament_id, number=number)
