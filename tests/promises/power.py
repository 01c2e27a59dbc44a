"""What a power cut leaves of files, told from the system calls of the process that wrote them.

Left is what was synced, and of the rest any sectors. A disk that lies about syncing is not covered.
"""

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
CALL = re.compile(rb'^(?:\d+ +)?(\w+)\((?:\d+<([^>]*)>|"([^"]*)")(?:, "([^"]*)")?(?:, (\d+))?(?:, (\d+))?.*= \d+')
CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"


def can_trace() -> bool:
    """There may be no strace, or nobody may trace."""
    return (
        bool(shutil.which("strace"))
        and not subprocess.run(["strace", "-o", "/dev/null", "true"], check=False).returncode
    )


def traced(command: list[str], trace: Path) -> list[str]:
    options = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(trace)]
    return ["strace", *options, *command]


@dataclass
class Call:
    name: str
    file: str
    data: bytes
    number: int  # of the last argument: where it is written, how long the file becomes


def calls(trace: Path) -> Iterator[Call]:
    with trace.open("rb") as lines:
        for line in lines:
            if found := CALL.match(line):
                name, of_descriptor, path, data, first, second = found.groups()
                yield Call(
                    name.decode(),
                    _bytes(of_descriptor or path).decode(),
                    _bytes(data or b""),
                    int((second if name == b"pwrite64" else first) or 0),
                )


def _bytes(text: bytes) -> bytes:
    return bytes.fromhex(text.replace(b"\\x", b"").decode())


@dataclass
class File:
    synced: bytearray = field(default_factory=bytearray)
    is_there: bool = False  # its name is on the disk
    is_deleted: bool = False  # perhaps
    pending: list[Call] = field(default_factory=list)

    def take(self, call: Call) -> None:
        if call.name in ("fsync", "fdatasync"):
            for each in self.pending:
                _write(self.synced, each)
            self.pending, self.is_there, self.is_deleted = [], True, False
        elif call.name == "unlink":
            self.is_deleted = True
        else:
            self.pending.append(call)

    def left(self, chance: random.Random) -> bytes | None:
        """After a cut: what was synced and any of the sectors that were not; None if the file is gone."""
        if not self.is_there or (self.is_deleted and chance.random() < 0.5):
            return None
        found, share = bytearray(self.synced), chance.choice((0.0, 0.5, 0.9, 1.0))
        for call in self.pending:
            for part in _sectors(call):
                if chance.random() < share:
                    _write(found, part)
        return bytes(found)


def _sectors(call: Call) -> Iterable[Call]:
    if call.name == "ftruncate":
        return [call]
    starts = range(0, len(call.data), SECTOR)
    return (Call(call.name, call.file, call.data[n : n + SECTOR], call.number + n) for n in starts)


def _write(content: bytearray, call: Call) -> None:
    if call.name == "ftruncate":
        del content[call.number :]
        content.extend(bytes(call.number - len(content)))
        return
    content.extend(bytes(max(0, call.number - len(content))))
    content[call.number : call.number + len(call.data)] = call.data


def cuts(
    trace: Path, before: Mapping[str, bytes], count: int, chance: random.Random
) -> Iterator[tuple[bytes, dict[str, bytes]]]:
    """At so many moments: what had been said on the standard output, and the files that are left, by name.

    `before` are the files as they were on the disk when the writing began; no others are looked at but their like, such as
    the log that SQLite keeps beside its database.
    """
    happened = list(calls(trace))
    moments = sorted(chance.sample(range(len(happened)), count))
    files = {name: File(bytearray(content), is_there=True) for name, content in before.items()}
    said, done = b"", 0
    for moment in moments:
        for call in happened[done:moment]:
            name = Path(call.file).name
            if call.name == "write":
                said += call.data if call.file.startswith("pipe:") else b""
            elif name.startswith(tuple(before)) and not name.endswith("-shm"):
                files.setdefault(name, File()).take(call)
        done = moment
        left = {name: file.left(chance) for name, file in files.items()}
        yield said, {name: content for name, content in left.items() if content is not None}
