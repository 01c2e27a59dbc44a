"""`manage.py demo_tournament`: a sample club with a tournament whose second round is running. A second call changes nothing.

--rehearse              another one, to practise with, of --players N by --preset NAME
--rehearse ID           go on with a tournament that is there
--to round2|final|end   how far it is played; the results are invented
--step                  wait for Enter before each step
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.core.errors import Refused
from tournament.draw.seating.split import threes
from tournament.models import Account, Club, Tournament
from tournament.setup.practice.rehearsal import UNTIL
from tournament.setup.practice.sample import (
    CLUB,
    PLAYERS,
    PRESET,
    REHEARSAL,
    SEED,
    TOURNAMENT,
    enter,
    made_in,
    played,
    sample_club,
    sample_tournament,
)
from tournament.stages.presets import BY_ID

LEAST, MOST = 6, 500


class Command(BaseCommand):
    help = "Adds a sample club with a tournament of 23 players whose second round is running; or rehearses an evening."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rehearse", nargs="?", const="", metavar="ID", help="a new tournament, or the one named")
        parser.add_argument("--players", type=int, default=37)
        parser.add_argument("--preset", choices=sorted(BY_ID), default=PRESET)
        parser.add_argument("--to", choices=UNTIL, help="round2 for the sample, else the end")
        parser.add_argument("--step", action="store_true", help="wait for Enter before each step")
        parser.add_argument("--seed", type=int, default=SEED, help="of the invented results")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rehearse"] is not None:
            self._rehearsal(options)
        elif Tournament.objects.filter(club__name=CLUB, name=TOURNAMENT).exists():
            self.stdout.write("The sample tournament is there already.")
        else:
            self._play(sample_tournament(_club()), options["to"] or "round2", options)
            self.stdout.write(f"{TOURNAMENT}: {len(PLAYERS)} players.")

    def _rehearsal(self, options: dict[str, Any]) -> None:
        if options["rehearse"]:
            tournament = Tournament.objects.filter(public_id=options["rehearse"], club__name=CLUB).first()
            if tournament is None:
                raise CommandError(f"There is no such tournament in “{CLUB}”, and results are invented nowhere else.")
        else:
            count = options["players"]
            if not LEAST <= count <= MOST:
                raise CommandError(f"Between {LEAST} and {MOST} players, please.")
            name = f"{REHEARSAL} ({count})"
            tournament = made_in(_club(), name, options["preset"], fours=-(-count // 4), sixes=threes(count))
            enter(tournament, count)
        self._play(tournament, options["to"] or "end", options)
        self.stdout.write(f"{tournament.name}: /desk/t/{tournament.public_id}/")

    def _play(self, tournament: Tournament, until: str, options: dict[str, Any]) -> None:
        steps = played(tournament, until, options["seed"])
        try:
            while True:
                if options["step"]:
                    input("Enter …")
                if (line := next(steps, None)) is None:
                    return
                if options["rehearse"] is not None:
                    self.stdout.write(line)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal


def _club() -> Club:
    """The sample club, whose admin is the operator of the installation."""
    admin = Account.objects.filter(is_operator=True, is_active=True).first()
    return Club.objects.filter(name=CLUB).first() or sample_club(admin)
