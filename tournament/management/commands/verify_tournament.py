"""`manage.py verify_tournament [ID …]`: recompute logs, results and standings, and report every difference."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament import chain, checking
from tournament.models import Stream


class Command(BaseCommand):
    help = "Checks that the log of one tournament, or of everything, is as it was written, and that the results fit it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="*", help="ids of tournaments; none: everything there is")

    def handle(self, *args: Any, **options: Any) -> None:
        streams = Stream.objects.select_related("tournament").order_by("pk")
        if options["tournament"]:
            streams = streams.filter(tournament__public_id__in=options["tournament"])
            if streams.count() != len(set(options["tournament"])):
                raise CommandError("There is no such tournament.")
        found = sum(self._checked(stream) for stream in streams)
        if found:
            raise CommandError(f"{found} faults: this is not as it was written.")

    def _checked(self, stream: Stream) -> int:
        found = list(_faults(stream))
        for fault in found:
            self.stderr.write(fault)
        if not found:
            self.stdout.write(f"{stream.public_id}: {stream.seq} entries, whole, head {stream.head}")
        return len(found)


def _faults(stream: Stream) -> Iterator[str]:
    for fault in chain.faults(stream):
        yield f"{fault.stream}: entry {fault.seq}: {fault.what}"
    if stream.tournament is not None:
        yield from (f"{stream.tournament.public_id}: {said}" for said in checking.differences(stream.tournament))
