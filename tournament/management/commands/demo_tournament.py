"""`manage.py demo_tournament`: a sample club with a tournament whose second round is running. Called again, it is left as it is.

The first round was played by chance: some tables to the end, the others until the clock stopped them.
"""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.actions.checkin import check_in_all
from tournament.actions.clocks import change_clock
from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry
from tournament.actions.results import confirm_result
from tournament.actions.rounds import close_round, publish_round
from tournament.actions.setup import set_boards, set_preset
from tournament.actions.tournaments import create_tournament
from tournament.actors import SYSTEM
from tournament.drawing import make_draw
from tournament.models import Account, Club, Round, Table, Tournament

CLUB, TOURNAMENT = "Musterverein (Beispiel)", "Beispielturnier"
MINORS = ("Mia Neumann", "Ben Hoffmann")
HIDDEN = ("Sabine Sommer",)
PLAYERS = (
    "Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss", "Anna Albers", "Bernd Becker",
    "Clara Conrad", "Dieter Dorn", "Elif Erdem", "Frank Fuchs", "Greta Groß", "Hannes Huber", "Ida Jansen",
    "Jürgen Kaiser", "Lena Lorenz", "Max Müller", *MINORS, "Olga Petrova", "Paul Peters", *HIDDEN,
)  # fmt: skip


PRESET, LANGUAGE = "open", "de"
ALL_AT_START = 174  # steps that four waiting pieces need


class Command(BaseCommand):
    help = "Adds a sample club with a tournament of 23 players whose second round is running."

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.filter(name=CLUB).exists():
            self.stdout.write("The sample tournament is there already.")
            return
        tournament = self._made()
        self._entered(tournament)
        first, second, *_later = make_draw(tournament.stages.get(position=1), by=SYSTEM).result or []
        self._played(tournament, first)
        self._published(tournament, second)
        self.stdout.write(f"{TOURNAMENT}: {len(PLAYERS)} players, round 2 is running.")

    def _made(self) -> Tournament:
        admin = Account.objects.filter(is_operator=True, is_active=True).first()
        club = create_club(None, by=SYSTEM, name=CLUB, admin=admin).result
        made = create_tournament(club, by=SYSTEM, name=TOURNAMENT, played_on=timezone.localdate()).result
        assert made is not None, "nobody has made it before"
        set_preset(made, by=SYSTEM, preset=PRESET, language=LANGUAGE)
        set_boards(made, by=SYSTEM, fours=6, sixes=2)
        return made

    def _entered(self, tournament: Tournament) -> None:
        for name in PLAYERS:
            given, _space, family = name.rpartition(" ")
            hidden = {"is_minor": name in MINORS, "is_hidden": name in HIDDEN}
            add_entry(tournament, by=SYSTEM, given_name=given, family_name=family, **hidden)
        check_in_all(tournament, by=SYSTEM)

    def _published(self, tournament: Tournament, round_: Round) -> None:
        publish_round(tournament, by=SYSTEM, round_id=round_.pk)
        change_clock(tournament, by=SYSTEM, round_id=round_.pk, to="start")

    def _played(self, tournament: Tournament, round_: Round) -> None:
        self._published(tournament, round_)
        dice = Random(23)
        for table in round_.tables.prefetch_related("seats"):
            confirm_result(tournament, by=SYSTEM, table_id=table.public_id, places=_by_chance(table, dice))
        close_round(tournament, by=SYSTEM, round_id=round_.pk)


def _by_chance(table: Table, dice: Random) -> dict[str, dict[str, int]]:
    """The steps that each one still needs, and the places that follow; about half of the tables had a winner."""
    colours = [seat.colour for seat in table.seats.all()]
    left = sorted(dice.sample(range(12, ALL_AT_START), len(colours)))
    if dice.random() < 0.5:
        left[0] = 0
    dice.shuffle(colours)
    places = enumerate(zip(colours, left, strict=True), 1)
    return {colour: {"place": place, "counted": counted} for place, (colour, counted) in places}
