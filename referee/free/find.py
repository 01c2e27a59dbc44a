"""Find the ruling that an address names; used by the gates."""

from django.shortcuts import get_object_or_404

from games.recording import find
from referee.models import FreeRuling


def ruling(club_id: str, free_id: str, number: int) -> FreeRuling:
    game = find.free_game(club_id, free_id)
    found = get_object_or_404(FreeRuling.objects.select_related("signed_by"), game=game, number=number)
    found.game = game
    return found
