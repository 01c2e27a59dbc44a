"""`manage.py restore FILE`: restores a backup into an empty installation, on either database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.core.caller import said as _
from tournament.core.errors import Refused
from tournament.out.backup.restoring import restore


class Command(BaseCommand):
    help = "Puts a backup into an empty installation. augengenau restore FILE --data DIR does the same."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ON_SERVER:
            settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            manifest = restore(options["file"])
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        rows = sum(manifest["rows"].values())
        said = _("Restored what was backed up at %(at)s: %(rows)s rows, all logs whole.")
        self.stdout.write(said % {"at": manifest["made_at"], "rows": f"{rows:,}"})
