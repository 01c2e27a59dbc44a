"""`manage.py verify_tournament [ID …]`: recompute logs, rows, results and standings, and report every difference.

The owner of the database can cut the end off a log with all that it did, or rewrite all of it, and the whole is consistent again.
A seal printed on paper (`--seal`) reveals that: no entry has it then.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from tournament.core.caller import said as _
from tournament.models import LogEntry, Stream
from tournament.out import verify
from tournament.out.proof import Proof, Prover, never_checked

EPILOG = """
Each value that an action writes into a tournament's tables is bound by its line of the log: points, tie-breaks, names (by a
salted hash), states, times, settings, seeds, penalties, recordings, rulings, appeals, signatures. A value changed past the
program is named with its row. Said is what was checked, and what was not: what an older version wrote, or what no line binds.
"""


class Command(BaseCommand):
    help = f"Checks that the log and the rows of one tournament, or of everything, are as they were written. {EPILOG}"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="*", help="ids of tournaments; none: everything there is")
        parser.add_argument(
            "--seal", action="append", default=[], help="as printed under a log (may be given several times)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        streams = Stream.objects.select_related("tournament__club").order_by("tournament__club", "pk")
        if options["tournament"]:
            streams = streams.filter(tournament__public_id__in=options["tournament"])
            if streams.count() != len(set(options["tournament"])):
                raise CommandError(_("There is no such tournament."))
        prover = Prover()
        count = sum(self._report_log(prover, streams, pk) for pk in list(streams.values_list("pk", flat=True)))
        count += 0 if options["tournament"] else self._report_strays()
        count += self._report_seals(streams, options["seal"])
        self._say(_("never checked, in any tournament"), list(never_checked()))
        if count:
            raise CommandError(_("%s faults: this is not as it was written.") % count)

    def _report_log(self, prover: Prover, streams: "QuerySet[Stream]", pk: int) -> int:
        try:
            stream = streams.get(pk=pk)
        except Exception as error:  # noqa: BLE001  (what no action could have written: said, whatever it breaks)
            self.stderr.write(f"the log {pk}, or what it is of, cannot be read ({error!r})")
            return 1
        return self._report(prover.proof(stream))

    def _report_strays(self) -> int:
        """Of these no log led here."""
        try:
            found = [f"{called}: {what}" for called, what in verify.strays()]
        except Exception as error:  # noqa: BLE001  (what no action could have written: said, whatever it breaks)
            found = [f"whether each tournament and club has its log could not be checked ({error!r})"]
        for fault in found:
            self.stderr.write(fault)
        return len(found)

    def _report(self, proof: Proof) -> int:
        for fault in proof.faults:
            self.stderr.write(fault)
        if not proof.faults:
            extent = _("whole") if not proof.unproven else _("no difference")
            said = _("%(log)s: %(lines)s entries, %(extent)s, head %(head)s")
            found = {"log": proof.stream, "lines": proof.lines, "extent": extent, "head": proof.head}
            self.stdout.write(said % found)
        self._say("  " + _("checked"), proof.checked if proof.is_tournament else [])
        self._say("  " + _("not covered"), proof.unproven)
        return len(proof.faults)

    def _say(self, about: str, sentences: list[str]) -> None:
        if sentences:
            self.stdout.write(f"{about}: {'; '.join(sentences)}")

    def _report_seals(self, streams: QuerySet[Stream], seals: list[str]) -> int:
        printed = {seal.strip().lower() for seal in seals}
        known = LogEntry.objects.filter(stream__in=streams, hash__in=printed).values_list("hash", flat=True)
        gone = printed - set(known)
        for seal in gone:
            said = _("no line has the seal %s: the log was cut off or written anew since it was printed")
            self.stderr.write(said % seal)
        return len(gone)
