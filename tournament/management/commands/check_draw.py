"""Checks that a published draw is the one its seed gives, by drawing again and comparing."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.core.caller import said as _
from tournament.draw.seating.commitment import check


class Command(BaseCommand):
    help = "Draw a published draw again from its seed and name every difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the published JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            published = json.loads(options["file"].read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            refused = {"file": options["file"], "why": error}
            raise CommandError(_("%(file)s cannot be read: %(why)s.") % refused) from error
        differences = check(published)
        if differences:
            raise CommandError("\n".join(differences))
        self.stdout.write(_("The draw is the one its seed gives."))
