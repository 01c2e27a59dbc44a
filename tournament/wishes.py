"""What players bring along for the draw: with whom they would rather not share a table, which boards they can get to."""

from collections.abc import Mapping

from tournament.models import Entry, Tournament
from tournament.seating.model import WEIGHTS, Wish

KINDS = {
    "team": "team__name",
    "family": "family",
    "club": "from_club",
}  # the draw's word and where it stands in an entry


def weights(tournament: Tournament) -> dict[str, int]:
    """How much each kind counts: as usual, or as the organiser has said."""
    return {kind: tournament.apart_weights.get(kind, WEIGHTS[kind]) for kind in KINDS}


def wishes_of(tournament: Tournament, numbers: Mapping[int, int]) -> tuple[Wish, ...]:
    """Of those in the draw, by their numbers there. Words are compared without capital letters; they do not go along, as
    what a draw was made from may be shown to anybody."""
    found: dict[tuple[str, str], list[int]] = {}
    entries = Entry.objects.filter(pk__in=numbers).order_by("number")
    for pk, *words in entries.values_list("pk", *KINDS.values()):
        for kind, word in zip(KINDS, words, strict=True):
            if word:
                found.setdefault((kind, word.casefold()), []).append(numbers[pk])
    weight = weights(tournament)
    return tuple(
        Wish(kind, tuple(players), weight[kind])
        for (kind, _word), players in sorted(found.items())
        if len(players) > 1 and weight[kind]
    )


def fixed_of(numbers: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The boards of those who cannot go everywhere."""
    entries = Entry.objects.filter(pk__in=numbers).exclude(fixed_boards=[])
    return {numbers[pk]: tuple(boards) for pk, boards in entries.order_by("number").values_list("pk", "fixed_boards")}
