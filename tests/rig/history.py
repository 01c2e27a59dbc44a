"""What people asked for and what they were told, line by line, and whether the log fits it. Jepsen's way, small.

A deed is noted when it is asked for (`invoke`), and when it is acknowledged (`ok`), refused (`fail`) or left without an answer
(`unknown`). Who repeats a deed does so under the key of its first time; who does not has it done twice one day.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

Row = tuple[int, str]  # running number and seal of a line of the log
Log = Mapping[str, Sequence[Row]]  # by the key of the action


@dataclass(frozen=True)
class Line:
    at: float
    what: str
    deed: str
    key: str = ""
    row: Row = (0, "")


@dataclass
class History:
    name: str  # with which and a dot its keys begin
    lines: list[Line] = field(default_factory=list)

    def note(self, what: str, deed: str, key: str = "", row: Row = (0, "")) -> None:
        self.lines.append(Line(time.monotonic(), what, deed, key, row))

    def saw(self, asked_at: float, seq: int) -> None:
        """Somebody who asked then was shown this state."""
        self.lines.append(Line(asked_at, "saw", "look", row=(seq, "")))

    def count(self, what: str) -> int:
        return sum(line.what == what for line in self.lines)

    def undone(self) -> list[str]:
        """Never acknowledged."""
        done = {line.deed for line in self.lines if line.what == "ok"}
        return sorted({line.deed for line in self.lines if line.what == "invoke"} - done)

    def save(self, path: Path) -> None:
        path.write_text("".join(f"{json.dumps(asdict(line))}\n" for line in self.lines))


def objections(history: History, log: Log) -> list[str]:
    """Everything in which the log does not fit; nothing if all is as it was told."""
    deeds: dict[str, list[Line]] = defaultdict(list)
    for line in history.lines:
        if line.what != "saw":
            deeds[line.deed].append(line)
    invoked = {line.key for line in history.lines}
    found = [f"{key}: in the log, and nobody asked for it" for key in _of(history, log) if key not in invoked]
    found += [said for deed, lines in deeds.items() for said in _of_deed(deed, lines, log)]
    return [*found, *_out_of_order(deeds, log), *_outdated(history)]


def _of(history: History, log: Log) -> list[str]:
    return [key for key in log if key.startswith(f"{history.name}.")]


def _of_deed(deed: str, lines: list[Line], log: Log) -> Iterator[str]:
    rows = [tuple(row) for key in {line.key for line in lines} for row in log.get(key, ())]
    told = {line.row for line in lines if line.what == "ok"}
    if len(rows) > 1:
        yield f"{deed}: {len(rows)} times in the log"
    if told - set(rows):
        yield f"{deed}: acknowledged as {sorted(told)}, in the log as {rows}"
    if not told and rows and lines[-1].what == "fail":
        yield f"{deed}: refused, and in the log"


def _out_of_order(deeds: Mapping[str, list[Line]], log: Log) -> Iterator[str]:
    """What was acknowledged before something else was asked for stands before it."""
    placed = []
    for deed, lines in deeds.items():
        seqs = [row[0] for key in {line.key for line in lines} for row in log.get(key, ())]
        ends = [line.at for line in lines if line.what == "ok"]
        placed += [(seq, lines[0].at, min(ends, default=float("inf")), deed) for seq in seqs]
    latest, of = 0.0, ""
    for _seq, begun, ended, deed in sorted(placed):
        if ended < latest:
            yield f"{deed}: acknowledged before {of} was asked for, and stands behind it"
        if begun > latest:
            latest, of = begun, deed


def _outdated(history: History) -> Iterator[str]:
    """Who asks after something was acknowledged is shown it."""
    newest = 0
    for line in sorted(history.lines, key=lambda line: line.at):
        if line.what == "ok":
            newest = max(newest, line.row[0])
        if line.what == "saw" and line.row[0] < newest:
            yield f"shown {line.row[0]} when {newest} was acknowledged"
