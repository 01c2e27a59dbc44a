"""Words of rulings about a club's free games that name somebody, or are about them: erased with them."""

from games.models import FreeSeat
from referee.models import FreeRuling
from tournament.erasing.traces import Called
from tournament.models import Club


def forget(club: Club, called: Called) -> None:
    for ruling in FreeRuling.objects.filter(game__free__club=club):
        names = [name for name in ("words", "revoked_because") if _is_about(ruling, name, called)]
        for name in names:
            setattr(ruling, name, "")
        if names:
            ruling.save(update_fields=names)


def _is_about(ruling: FreeRuling, name: str, called: Called) -> bool:
    text = getattr(ruling, name)
    return bool(text) and (called.is_in(text) or _is_theirs(ruling, called))


def _is_theirs(ruling: FreeRuling, called: Called) -> bool:
    seats = FreeSeat.objects.filter(free__game=ruling.game, colours__contains=ruling.colour).select_related("person")
    return any(called.is_name(f"{seat.person.given_name} {seat.person.family_name}".strip()) for seat in seats)
