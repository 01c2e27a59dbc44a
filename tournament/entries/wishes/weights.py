"""The wishes of players for the draw: with whom they should not share a table, and which boards they can get to."""

from collections.abc import Mapping

from tournament.draw.seating.model import WEIGHTS, Wish
from tournament.models import Entry, Tournament

KINDS = {
    "team": "team__name",
    "family": "family",
    "club": "from_club",
}  # the kind in the draw, and its column of an entry


def weights(tournament: Tournament) -> dict[str, int]:
    """The weight of each kind: the default, or what the organiser has set."""
    return {kind: tournament.apart_weights.get(kind, WEIGHTS[kind]) for kind in KINDS}


def wishes_of(tournament: Tournament, numbers: Mapping[int, int]) -> tuple[Wish, ...]:
    """The wishes of those in the draw, by their numbers there. Words are compared ignoring case, and are left out of the
    wishes, as the input of a draw is public."""
    sharing: dict[tuple[str, str], list[int]] = {}
    entries = Entry.objects.filter(pk__in=numbers).order_by("number")
    for pk, *words in entries.values_list("pk", *KINDS.values()):
        for kind, word in zip(KINDS, words, strict=True):
            if word:
                sharing.setdefault((kind, word.casefold()), []).append(numbers[pk])
    weight = weights(tournament)
    return tuple(
        Wish(kind, tuple(players), weight[kind])
        for (kind, _word), players in sorted(sharing.items())
        if len(players) > 1 and weight[kind]
    )


def fixed_of(numbers: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The boards within reach of those who cannot get to all of them."""
    entries = Entry.objects.filter(pk__in=numbers).exclude(fixed_boards=[])
    return {numbers[pk]: tuple(boards) for pk, boards in entries.order_by("number").values_list("pk", "fixed_boards")}
