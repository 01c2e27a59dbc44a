"""`manage.py restore FILE`: a backup into an empty installation, on either database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.backup.restoring import restore
from tournament.errors import Refused


class Command(BaseCommand):
    help = "Puts a backup into an empty installation. With deploy/run --data DIR, set AUGENGENAU_DATA to that folder first."
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
        self.stdout.write(f"Restored what was backed up at {manifest['made_at']}: {rows:,} rows, all logs whole.")
