"""Where a recorded game is played: at a table of a round, or free, outside every tournament.

Decided here: what the place is called, who sits there under which name, and the addresses of the pages about it. Everything that
shows, records or judges a game asks its place and nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import FreeGame, Game
from tournament.core.circle import Circle
from tournament.models import Club, Table, Tournament
from tournament.people.names import entry_name, full_name, public_name

FREE = "free_"  # before the names of the addresses


class Place(ABC):
    prefix = ""
    tournament: Tournament | None = None
    table: Table | None = None

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    @abstractmethod
    def club(self) -> Club: ...

    @property
    @abstractmethod
    def of(self) -> str:
        """The id under which its addresses stand."""

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def event(self) -> str: ...

    @property
    @abstractmethod
    def day(self) -> date: ...

    @abstractmethod
    def seats(self, *, full: bool) -> Iterator[tuple[str, str]]:
        """Colours with the name of who has them."""

    @property
    def home(self) -> Tournament | Circle:
        return self.game.home

    @property
    def written_table(self) -> str:
        """As a record names it."""
        return ""

    @property
    def job_owner(self) -> dict[str, Any]:
        return {"club": self.club}

    def names(self, *, full: bool) -> dict[str, str]:
        return {colour: name for colours, name in self.seats(full=full) for colour in colours}

    @property
    def start(self) -> str:
        """The page on which an installed recorder starts."""
        return f"{self.prefix}recording"

    # Addresses

    def _address(self, page: str, *more: object) -> str:
        return reverse(self.prefix + page, args=[self.of, *(more or (self.game.public_id,))])

    @property
    def recorder(self) -> str:
        return self._address("recorder")

    @property
    def lines(self) -> str:
        return self._address("record_lines")

    @property
    def report(self) -> str:
        return self._address("record_report")

    @property
    def watch(self) -> str:
        return self._address("game")

    @property
    def throws(self) -> str:
        return self._address("game_throws")

    @property
    def picture(self) -> str:
        return self._address("game_picture")

    @property
    def png(self) -> str:
        return self._address("game_picture_png")

    @property
    def text(self) -> str:
        return self._address("game_text")

    @property
    def paper(self) -> str:
        """Its record on paper; empty where that is among the papers of the tournament."""
        return ""

    @property
    def all_recorded(self) -> str:
        return reverse(self.start, args=[self.of])

    @property
    def all_watched(self) -> str:
        return reverse(f"{self.prefix}games", args=[self.of])

    @property
    @abstractmethod
    def rules(self) -> str:
        """The page that says how it is played."""

    @property
    @abstractmethod
    def claim(self) -> str:
        """The address of a referee's page; empty where that app is not installed."""

    @abstractmethod
    def ruling(self, number: int) -> str:
        """The same."""

    def _if_there(self, page: str, *which: object) -> str:
        try:
            return reverse(self.prefix + page, args=[self.of, *which])
        except NoReverseMatch:
            return ""


class AtTable(Place):
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table = self.at = game.at_table
        self.tournament = self.event_held = game.tournament

    @property
    def club(self) -> Club:
        return self.event_held.club

    @property
    def of(self) -> str:
        return self.event_held.public_id

    @property
    def title(self) -> str:
        return _("Table %(n)s") % {"n": self.at.number}

    @property
    def event(self) -> str:
        return self.event_held.name

    @property
    def day(self) -> date:
        return self.event_held.played_on

    @property
    def written_table(self) -> str:
        return str(self.at.number)

    @property
    def job_owner(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def seats(self, *, full: bool) -> Iterator[tuple[str, str]]:
        for seat in self.at.seats.select_related("entry__person"):
            yield seat.colour, entry_name(seat.entry, full=full)

    @property
    def rules(self) -> str:
        return reverse("how_we_play", args=[self.of])

    @property
    def claim(self) -> str:
        return self._if_there("claim", self.at.public_id)

    def ruling(self, number: int) -> str:
        return self._if_there("ruling", number)


class Free(Place):
    prefix = FREE

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert game.free is not None
        self.free: FreeGame = game.free

    @property
    def club(self) -> Club:
        return self.free.club

    @property
    def of(self) -> str:
        return self.club.public_id

    @property
    def title(self) -> str:
        return self.free.name or _("Free game of %(day)s") % {"day": date_format(self.free.played_on)}

    @property
    def event(self) -> str:
        return self.free.name

    @property
    def day(self) -> date:
        return self.free.played_on

    def seats(self, *, full: bool) -> Iterator[tuple[str, str]]:
        for seat in self.free.seats.all():
            yield seat.colours, full_name(seat.person) if full else public_name(seat.person, seat.number)

    @property
    def paper(self) -> str:
        return self._address("game_paper")

    @property
    def rules(self) -> str:
        return self._if_there("how_we_play", self.game.public_id)

    @property
    def claim(self) -> str:
        return self._if_there("claim", self.game.public_id)

    def ruling(self, number: int) -> str:
        return self._if_there("ruling", self.game.public_id, number)


def place_of(game: Game) -> Place:
    return Free(game) if game.free else AtTable(game)
