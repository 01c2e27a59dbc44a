"""The free games of a club, for its pages: which there are, who played how many and won them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet

from games.models import FreeGame, Game, LineKind
from tournament.models import Club, Person
from tournament.people.names import club_name, full_name, public_name
from tournament.stages.options import Played, how_played

MOST_GAMES = 100


@dataclass(frozen=True)
class FreeLine:
    game: Game
    name: str
    day: date
    players: tuple[tuple[str, str], ...]  # colours and name
    how: str
    throws: int
    winner: str
    is_over: bool
    is_shown: bool
    is_dropped: bool
    version: int


@dataclass(frozen=True)
class Tally:
    name: str
    played: int
    won: int


@dataclass(frozen=True)
class Memory:
    """`played`: how many games that are over."""

    lines: tuple[FreeLine, ...]
    tallies: tuple[Tally, ...]
    played: int


def of_club(club: Club, *, full: bool, dropped: bool = False) -> QuerySet[Game]:
    """The newest first; not `full`: only those that everybody may see."""
    games = Game.objects.filter(free__club=club, free__is_dropped=dropped).select_related("free__club", "stream")
    games = games if full else games.filter(free__is_shown=True)
    games = games.annotate(throws=Count("lines", filter=Q(lines__kind=LineKind.THROW)))
    return games.prefetch_related("free__seats__person").order_by("-free__played_on", "-pk")


def lines_of(games: Iterable[Game], *, full: bool) -> list[FreeLine]:
    return [_line(game, free_of(game), full=full) for game in games]


def free_of(game: Game) -> FreeGame:
    free: FreeGame | None = game.free
    assert free is not None, "at a table"
    return free


def _line(game: Game, free: FreeGame, *, full: bool) -> FreeLine:
    seats = list(free.seats.all())
    names = {seat.pk: full_name(seat.person) if full else public_name(seat.person, seat.number) for seat in seats}
    first = free.places[0] if is_over(game, free) else ""
    return FreeLine(
        game=game,
        name=free.name,
        day=free.played_on,
        players=tuple((seat.colours, names[seat.pk]) for seat in seats),
        how=how_played(Played(game.rules, game.options)),
        throws=vars(game)["throws"],
        winner=next((names[seat.pk] for seat in seats if first and first in seat.colours), ""),
        is_over=bool(first),
        is_shown=free.is_shown,
        is_dropped=free.is_dropped,
        version=free.version,
    )


def is_over(game: Game, free: FreeGame) -> bool:
    return bool(free.places) and free.ended_at_line == game.version


def memory(club: Club, *, full: bool) -> Memory:
    games = list(of_club(club, full=full))
    ended = [(free_of(game), free_of(game).places[0]) for game in games if is_over(game, free_of(game))]
    return Memory(tuple(lines_of(games[:MOST_GAMES], full=full)), tuple(_tallies(ended, full=full)), len(ended))


def _tallies(ended: Iterable[tuple[FreeGame, str]], *, full: bool) -> list[Tally]:
    """Those who won most first. Somebody who was known twice is one; whose name is hidden is in none."""
    played, won, people = Counter[int](), Counter[int](), dict[int, Person]()
    for free, first in ended:
        for seat in free.seats.all():
            key = seat.person.merged_into_id or seat.person_id
            people.setdefault(key, seat.person)
            played[key] += 1
            won[key] += first in seat.colours
    hidden = club_name(Person(is_hidden=True), full=False)
    named = [(club_name(person, full=full), played[key], won[key]) for key, person in people.items()]
    tallies = [Tally(*one) for one in named if full or one[0] != hidden]
    return sorted(tallies, key=lambda tally: (-tally.won, -tally.played, tally.name))
