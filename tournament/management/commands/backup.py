"""`manage.py backup FILE [--drill]`: writes everything into one file, while people go on working."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.core.caller import said as _
from tournament.core.errors import Refused
from tournament.out.backup import drill, looking, making
from tournament.out.backup.proving import Proven


class Command(BaseCommand):
    help = (
        "Writes everything into one file, opens it, looks it over and compares its tournaments with their logs. "
        "It holds names and passwords' hashes: keep it safe."
    )

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
            raise CommandError(
                _("%(file)s cannot be written: %(why)s.") % {"file": options["file"], "why": error.strerror}
            ) from error
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        self._say_what_differs(made.proven)
        figures = {"file": made.path, "bytes": f"{made.size:,}", "lines": f"{made.entries:,}"}
        if options["drill"]:
            said = _("%(file)s: %(bytes)s bytes, %(lines)s lines of logs, looked over, restored for a try.")
        else:
            said = _("%(file)s: %(bytes)s bytes, %(lines)s lines of logs, looked over.")
        self.stdout.write(said % figures)
        compared = {"checked": made.proven["checked"], "of": made.proven["of"]}
        self.stdout.write(_("%(checked)s of %(of)s tournaments compared with their logs.") % compared)

    def _say_what_differs(self, proven: Proven) -> None:
        for found in proven["differing"]:
            said = _("%(first)s (%(count)s differences: augengenau verify names them)")
            self.stderr.write(said % {"first": found["first"], "count": found["count"]})
