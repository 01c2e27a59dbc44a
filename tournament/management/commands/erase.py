"""`manage.py erase ID`: erases a person's data. `manage.py erase --find NAME` prints the id of a person."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.core.actors import SYSTEM
from tournament.core.caller import said as _
from tournament.erasing import traces
from tournament.erasing.actions import erase_person
from tournament.models import Person
from tournament.people.names import full_name


class Command(BaseCommand):
    help = (
        "Erases name, contact and words about a person in all tournaments of the club. Results stay. Not to be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", nargs="?", metavar="ID")
        parser.add_argument("--find", metavar="NAME", help="only say who is called so")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["find"]:
            for one in traces.people_called(Person.objects.select_related("club"), options["find"]):
                self.stdout.write(f"{one.public_id}  {full_name(one)}  ({one.club.name})")
            return
        person = Person.objects.select_related("club").filter(public_id=options["person"] or "").first()
        if person is None:
            raise CommandError(_("There is nobody with this id. Look with --find NAME."))
        erase_person(person.club, by=SYSTEM, person_id=person.public_id)
        traces.vacuum()
        self.stdout.write(_("Erased. Backups made before this hold it until they are replaced."))
