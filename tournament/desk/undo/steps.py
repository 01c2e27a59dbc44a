"""The steps of an evening that stand, the latest first: the last one can be undone alone, whatever it was.

Most steps are undone by the state that was kept before them. Results and check-ins come too fast for a state each: they are taken
back. What is no step of the evening (papers, the clock, what a phone reported and nobody confirmed) is passed over.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import snapshots
from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.errors import Declared
from tournament.desk.undo.actions import MORE_WAS_DONE
from tournament.entries.checkin.actions import undo_check_in
from tournament.models import LogEntry, Snapshot, Table, Tournament
from tournament.results.corrections.actions import take_back_result

MOST = 1000  # lines of the log that are read
UNDONE = "step.undone"
NOT_ALONE = Declared("step_stays", gettext_lazy("This step cannot be undone alone."))
PASSING = (
    *(
        "papers.",
        "clock.",
        "problem.",
        "screen.",
        "webhook.",
        "token.",
        "backup.",
        "invitation.",
        "role.",
        "retention.",
    ),
    *(
        "entry.contact",
        "entry.link",
        "entry.paid",
        "entry.name_hidden",
        "entering.",
        "table.time_given",
        "round.minutes_set",
    ),
)


@dataclass(frozen=True)
class Step:
    line: LogEntry
    before: Snapshot | None  # the state before it, where it is kept

    @property
    def is_undoable(self) -> bool:
        return self.before is not None or self.line.code in TAKEN_BACK


def steps(tournament: Tournament) -> Iterator[Step]:
    kept = {snapshot.seq + 1: snapshot for snapshot in tournament.snapshots.defer("rows")}
    for line in _standing(tournament):
        yield Step(line, kept.get(_begins(line)))


def _standing(tournament: Tournament) -> Iterator[LogEntry]:
    """Lines of the log that were not undone since."""
    upto, gone = tournament.stream.seq, set[int]()
    for line in tournament.stream.log.prefetch_related("texts").order_by("-seq")[:MOST]:
        if line.seq > upto or line.seq in gone:
            continue
        if line.code == snapshots.RESTORED:
            upto = line.data["line"]
        elif line.code == UNDONE:
            gone |= {line.data["line"], line.seq - 1}
        elif not line.code.startswith(PASSING) and _has_counted(line):
            upto = _begins(line) - 1
            yield line


def _begins(line: LogEntry) -> int:
    """The first line of a step: what was done within it stands before its own line."""
    return int(line.data.get("after", line.seq - 1)) + 1


def _has_counted(line: LogEntry) -> bool:
    return line.code != "result.reported" or bool(line.data.get("confirmed"))


@action(UNDONE, needs="tournament.change")
def take_back_step(write: Write, tournament: Tournament, *, seen: int) -> None:
    """The last step, where it is one that is taken back. Refused if the log has grown beyond `seen`."""
    if write.stream.seq != seen:
        raise MORE_WAS_DONE(now=write.stream.seq)
    step = next(steps(tournament), None)
    if step is None or step.line.code not in TAKEN_BACK:
        raise NOT_ALONE()
    TAKEN_BACK[step.line.code](tournament, step.line.data, write.by)
    write.log(line=step.line.seq, step=step.line.code)


def _result(tournament: Tournament, data: dict[str, Any], by: Actor) -> None:
    at = {"round__stage__position": data["stage"], "round__number": data["round"], "number": data["table"]}
    table = Table.objects.of(tournament).filter(**at).first()
    if table is None:
        raise NOT_ALONE()
    take_back_result(tournament, by=by, table_id=table.public_id, reason=_("The last step was undone."))


def _check_in(tournament: Tournament, data: dict[str, Any], by: Actor) -> None:
    undo_check_in(tournament, by=by, entry_id=data["entry"])


TAKEN_BACK: dict[str, Callable[[Tournament, dict[str, Any], Actor], None]] = {
    **dict.fromkeys(("result.confirmed", "result.reported", "result.unopposed", "report.confirmed"), _result),
    "entry.checked_in": _check_in,
}
