"""`manage.py verify_tournament [ID …]`: recompute logs, results and standings, and report every difference.

Whoever owns the database can cut the end off a log or write all of it anew, and it is whole again: that is found by a seal
from paper (`--seal`), which no line has then.
"""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from tournament import chain, checking
from tournament.models import LogEntry, Stream


class Command(BaseCommand):
    help = "Checks that the log of one tournament, or of everything, is as it was written, and that the results fit it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="*", help="ids of tournaments; none: everything there is")
        parser.add_argument(
            "--seal", action="append", default=[], help="as printed under a log (may be given several times)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        streams = Stream.objects.select_related("tournament").order_by("pk")
        if options["tournament"]:
            streams = streams.filter(tournament__public_id__in=options["tournament"])
            if streams.count() != len(set(options["tournament"])):
                raise CommandError("There is no such tournament.")
        found = sum(self._checked(stream) for stream in streams) + self._sealed(streams, options["seal"])
        if found:
            raise CommandError(f"{found} faults: this is not as it was written.")

    def _checked(self, stream: Stream) -> int:
        found = list(_faults(stream))
        for fault in found:
            self.stderr.write(fault)
        if not found:
            self.stdout.write(f"{stream.public_id}: {stream.seq} entries, whole, head {stream.head}")
        return len(found)

    def _sealed(self, streams: QuerySet[Stream], seals: list[str]) -> int:
        printed = {seal.strip().lower() for seal in seals}
        known = LogEntry.objects.filter(stream__in=streams, hash__in=printed).values_list("hash", flat=True)
        gone = printed - set(known)
        for seal in gone:
            self.stderr.write(f"no line has the seal {seal}: the log was cut off or written anew since it was printed")
        return len(gone)


def _faults(stream: Stream) -> Iterator[str]:
    for fault in chain.faults(stream):
        yield f"{fault.stream}: entry {fault.seq}: {fault.what}"
    if stream.tournament is not None:
        yield from (f"{stream.tournament.public_id}: {said}" for said in checking.differences(stream.tournament))
