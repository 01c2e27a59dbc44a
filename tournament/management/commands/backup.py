"""`manage.py backup FILE [--drill]`: everything into one file, while people go on working."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.backup import drill, looking, making
from tournament.errors import Refused


class Command(BaseCommand):
    help = "Writes everything into one file, opens it and looks it over. It holds names and passwords' hashes: keep it safe."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--drill", action="store_true", help="restore it as well, into a database of its own")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = making.make(options["file"])
            looking.look_over(made.path)
            if options["drill"]:
                drill.restored_for_a_try(made.path)
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be written: {error.strerror}.") from error
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        tried = ", restored for a try" if options["drill"] else ""
        self.stdout.write(f"{made.path}: {made.size:,} bytes, {made.entries:,} lines of logs, looked over{tried}.")
