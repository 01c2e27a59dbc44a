"""`manage.py erase ID`: forget a person. `manage.py erase --find NAME` says which id somebody has."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament import erasing
from tournament.actions.erasing import erase_person
from tournament.actors import SYSTEM
from tournament.models import Person
from tournament.names import full_name


class Command(BaseCommand):
    help = (
        "Erases name, contact and words about a person in all tournaments of the club. Results stay. Not to be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", nargs="?", metavar="ID")
        parser.add_argument("--find", metavar="NAME", help="only say who is called so")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["find"]:
            for person in erasing.people_called(Person.objects.select_related("club"), options["find"]):
                self.stdout.write(f"{person.public_id}  {full_name(person)}  ({person.club.name})")
            return
        person = Person.objects.select_related("club").filter(public_id=options["person"] or "").first()
        if person is None:
            raise CommandError("There is nobody with this id. Look with --find NAME.")
        erase_person(person.club, by=SYSTEM, person_id=person.public_id)
        erasing.vacuum()
        self.stdout.write("Erased. Backups made before this hold it until they are replaced.")
