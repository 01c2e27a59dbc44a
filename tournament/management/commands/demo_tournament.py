"""`manage.py demo_tournament`: a sample club with a tournament whose second round is running. Called again, it is left as it is.

--rehearse              another one, to practise with, of --players N by --preset NAME
--rehearse ID           go on with a tournament that is there
--to round2|final|end   how far it is played; the results are invented
--step                  wait for Enter before each step
"""

from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from tournament.actions.checkin import check_in_all
from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry
from tournament.actions.imports import import_entries
from tournament.actions.setup import set_boards, set_preset
from tournament.actions.tournaments import create_tournament
from tournament.actors import SYSTEM
from tournament.errors import Refused
from tournament.models import Account, Club, Tournament
from tournament.presets import BY_ID
from tournament.rehearsal import UNTIL, rehearse
from tournament.seating.split import threes

CLUB, TOURNAMENT, REHEARSAL = "Musterverein (Beispiel)", "Beispielturnier", "Generalprobe"
MINORS = ("Mia Neumann", "Ben Hoffmann")
HIDDEN = ("Sabine Sommer",)
PLAYERS = (
    "Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss", "Anna Albers", "Bernd Becker",
    "Clara Conrad", "Dieter Dorn", "Elif Erdem", "Frank Fuchs", "Greta Groß", "Hannes Huber", "Ida Jansen",
    "Jürgen Kaiser", "Lena Lorenz", "Max Müller", *MINORS, "Olga Petrova", "Paul Peters", *HIDDEN,
)  # fmt: skip
PRESET, LANGUAGE = "open", "de"
LEAST, MOST = 6, 500


class Command(BaseCommand):
    help = "Adds a sample club with a tournament of 23 players whose second round is running; or rehearses an evening."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rehearse", nargs="?", const="", metavar="ID", help="a new tournament, or the one named")
        parser.add_argument("--players", type=int, default=37)
        parser.add_argument("--preset", choices=sorted(BY_ID), default=PRESET)
        parser.add_argument("--to", choices=UNTIL, help="round2 for the sample, else the end")
        parser.add_argument("--step", action="store_true", help="wait for Enter before each step")
        parser.add_argument("--seed", type=int, default=23, help="of the invented results")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rehearse"] is not None:
            self._rehearsal(options)
        elif Tournament.objects.filter(club__name=CLUB, name=TOURNAMENT).exists():
            self.stdout.write("The sample tournament is there already.")
        else:
            tournament = _made(_club(), TOURNAMENT, PRESET, fours=6, sixes=2)
            _sample(tournament)
            self._play(tournament, options["to"] or "round2", options)
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
            tournament = _made(_club(), name, options["preset"], fours=-(-count // 4), sixes=threes(count))
            _enter(tournament, count)
        self._play(tournament, options["to"] or "end", options)
        self.stdout.write(f"{tournament.name}: /desk/t/{tournament.public_id}/")

    def _play(self, tournament: Tournament, until: str, options: dict[str, Any]) -> None:
        steps = rehearse(tournament, until, Random(options["seed"]))
        try:
            while True:
                if options["step"]:
                    input("Enter …")
                with transaction.atomic():
                    said = next(steps)
                if options["rehearse"] is not None:
                    self.stdout.write(said)
        except StopIteration:
            return
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal


def _club() -> Club:
    """The sample club, made if need be. Who runs the installation is its admin."""
    known = Club.objects.filter(name=CLUB).first()
    if known is not None:
        return known
    admin = Account.objects.filter(is_operator=True, is_active=True).first()
    made = create_club(None, by=SYSTEM, name=CLUB, admin=admin).result
    assert made is not None, "nobody has made it before"
    return made


def _made(club: Club, name: str, preset: str, *, fours: int, sixes: int) -> Tournament:
    made = create_tournament(club, by=SYSTEM, name=name, played_on=timezone.localdate()).result
    assert made is not None, "nobody has made it before"
    set_preset(made, by=SYSTEM, preset=preset, language=LANGUAGE)
    set_boards(made, by=SYSTEM, fours=fours, sixes=sixes)
    return made


def _sample(tournament: Tournament) -> None:
    for name in PLAYERS:
        given, _space, family = name.rpartition(" ")
        hidden = {"is_minor": name in MINORS, "is_hidden": name in HIDDEN}
        add_entry(tournament, by=SYSTEM, given_name=given, family_name=family, **hidden)
    check_in_all(tournament, by=SYSTEM)


def _enter(tournament: Tournament, count: int) -> None:
    """So many, called by the names of the sample, mixed."""
    split = [name.rpartition(" ") for name in PLAYERS]
    people = [
        {
            "given_name": split[n % len(split)][0],
            "family_name": split[(n + n // len(split)) % len(split)][2],
            "number": None,
        }
        for n in range(count)
    ]
    import_entries(tournament, by=SYSTEM, people=people, state="present")
