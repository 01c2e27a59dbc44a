"""`manage.py demo_tournament`: a sample club with a sample tournament to try things on. Called again, it is left as it is."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry
from tournament.actions.tournaments import create_tournament
from tournament.actors import SYSTEM
from tournament.models import Account, Club

CLUB, TOURNAMENT = "Musterverein (Beispiel)", "Beispielturnier"
MINORS = ("Mia Neumann", "Ben Hoffmann")
HIDDEN = ("Sabine Sommer",)
PLAYERS = (
    "Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss", "Anna Albers", "Bernd Becker",
    "Clara Conrad", "Dieter Dorn", "Elif Erdem", "Frank Fuchs", "Greta Groß", "Hannes Huber", "Ida Jansen",
    "Jürgen Kaiser", "Lena Lorenz", "Max Müller", *MINORS, "Olga Petrova", "Paul Peters", *HIDDEN,
)  # fmt: skip


class Command(BaseCommand):
    help = "Adds a sample club with a tournament of 23 players."

    def handle(self, *args: Any, **options: Any) -> None:
        if Club.objects.filter(name=CLUB).exists():
            self.stdout.write("The sample tournament is there already.")
            return
        admin = Account.objects.filter(is_operator=True, is_active=True).first()
        club = create_club(None, by=SYSTEM, name=CLUB, admin=admin).result
        made = create_tournament(club, by=SYSTEM, name=TOURNAMENT, played_on=timezone.localdate()).result
        for name in PLAYERS:
            given, _space, family = name.rpartition(" ")
            hidden = {"is_minor": name in MINORS, "is_hidden": name in HIDDEN}
            add_entry(made, by=SYSTEM, given_name=given, family_name=family, **hidden)
        self.stdout.write(f"{TOURNAMENT}: {len(PLAYERS)} players.")
