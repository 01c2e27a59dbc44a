"""`manage.py verify_tournament [ID …]`: recompute the chains of the log and report every difference."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament import chain
from tournament.models import Stream


class Command(BaseCommand):
    help = "Checks that the log of one tournament, or of everything, is as it was written."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="*", help="ids of tournaments; none: every log there is")

    def handle(self, *args: Any, **options: Any) -> None:
        streams = Stream.objects.order_by("pk")
        if options["tournament"]:
            streams = streams.filter(tournament__public_id__in=options["tournament"])
            if streams.count() != len(set(options["tournament"])):
                raise CommandError("There is no such tournament.")
        faults = [fault for stream in streams for fault in self._faults(stream)]
        if faults:
            raise CommandError(f"{len(faults)} faults: the log is not as it was written.")

    def _faults(self, stream: Stream) -> list[chain.Fault]:
        found = list(chain.faults(stream))
        for fault in found:
            self.stderr.write(f"{fault.stream}: entry {fault.seq}: {fault.what}")
        if not found:
            self.stdout.write(f"{stream.public_id}: {stream.seq} entries, whole, head {stream.head}")
        return found
