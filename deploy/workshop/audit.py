"""Checks whether a pinned package has a known vulnerability, was yanked, or is no longer maintained.

    python -m deploy.workshop.audit     exit code 0: nothing; 1: something was found; 3: a service did not answer

pip-audit queries the OSV database for vulnerabilities, uv queries the package registry for yanked versions; both send only names
and versions. A service that is unreachable is reported as left out. docs/SECURITY.md says how soon findings are fixed.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from pathlib import Path

from deploy.laptop.folder import ROOT
from deploy.workshop.outcome import Outcome, Run

LOCKS = tuple(ROOT / "deploy" / f"{name}.lock" for name in ("requirements", "requirements-test", "requirements-uv"))
OSV = "https://api.osv.dev/v1/query"
# Known vulnerabilities that do not concern us, each with the reason.
ACCEPTED: dict[str, str] = {}
# Release lines that are not the newest ones, and until when their makers maintain them.
MENDED_UNTIL = {
    "django 5.2": date(2028, 4, 30),
    "python 3.11": date(2027, 10, 31),
    "python 3.12": date(2028, 10, 31),
    "python 3.13": date(2029, 10, 31),
    "python 3.14": date(2030, 10, 31),
}
# In the output of a tool that got no answer, as opposed to one that crashed.
AWAY = re.compile(r"requests\.exceptions|ServiceError|ConnectionError|error sending request|HTTP status server error")


@dataclass
class Report:
    found: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def broken(self, part: str, code: int, output: str) -> None:
        """An error other than the network's is a finding, so that a change of the tool is not taken for a bad connection."""
        last = output.strip().splitlines()[-1] if output.strip() else "it said nothing"
        if AWAY.search(output):
            reason = f"{part}: no answer ({last[:100]})"
            self.left_out += [reason] if reason not in self.left_out else []
        else:
            self.found.append(f"{part}: could not be read, exit code {code} ({last[:200]})")


def audit(locks: Iterable[Path], today: date, osv: str = OSV, registry: str = "") -> Report:
    locks = list(locks)
    report = Report()
    report.found += over(pins(locks), today)
    known_holes(report, pins(locks), osv)
    taken_back(report, locks, registry)
    return report


def pins(locks: Iterable[Path]) -> list[str]:
    """The pins of all locks as "name==version", also those that another system or Python would install."""
    text = "\n".join(lock.read_text() for lock in locks)
    return sorted(set(re.findall(r"^[a-z0-9.\-]+==[^\s;\\]+", text, re.MULTILINE)))


def over(pinned: Iterable[str], today: date) -> Iterator[str]:
    """Release lines that nobody maintains any more."""
    here = f"python=={sys.version_info.major}.{sys.version_info.minor}"
    for line in (re.sub(r"==(\w+\.\w+).*", r" \1", pin) for pin in (here, *pinned)):
        until = MENDED_UNTIL.get(line)
        if until and today > until:
            yield f"{line}: no longer mended since {until}"


def known_holes(report: Report, pinned: list[str], osv: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, batch in enumerate(_once_each(pinned)):
            path = Path(folder, f"{number}.txt")
            path.write_text("\n".join(batch))
            _read(report, _execute(sys.executable, "-m", "pip_audit", "-r", str(path), *_options(osv, folder)))


def _once_each(pinned: list[str]) -> Iterator[list[str]]:
    """Split into batches: pip-audit refuses a name that occurs twice; a lock has two versions where two Pythons need them."""
    several = [list(group) for _name, group in groupby(pinned, lambda pin: pin.partition("==")[0])]
    for number in range(max(map(len, several))):
        yield [group[number] for group in several if number < len(group)]


def _options(osv: str, folder: str) -> list[str]:
    accepted = [word for name in ACCEPTED for word in ("--ignore-vuln", name)]
    alone = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--cache-dir", folder]
    return [*alone, "--format", "json", "--vulnerability-service", "osv", "--osv-url", osv, *accepted]


def _read(report: Report, run: subprocess.CompletedProcess[str]) -> None:
    try:
        dependencies = json.loads(run.stdout)["dependencies"]
    except ValueError:
        report.broken("known holes of the packages", run.returncode, run.stderr)
        dependencies = []
    report.found += [_hole(about, hole) for about in dependencies for hole in about.get("vulns", [])]
    report.left_out += [f"{about['name']}: {about['skip_reason']}" for about in dependencies if "skip_reason" in about]


def _hole(about: dict[str, str], hole: dict[str, list[str]]) -> str:
    names = " = ".join([str(hole["id"]), *hole.get("aliases", [])])
    return (
        f"{about['name']} {about['version']}: {names}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
    )


def taken_back(report: Report, locks: list[Path], registry: str) -> None:
    """Versions that installing would warn of or refuse. A dry run: uv reads the registry as deploy/test does."""
    for lock in locks:
        run = _execute(
            *(str(Path(sys.executable).parent / "uv"), "pip", "install", "--dry-run", "--no-deps", "--no-cache"),
            *("--require-hashes", "--target", tempfile.gettempdir(), "-r", str(lock)),
            *(("--no-config", "--default-index", registry) if registry else ()),
        )
        report.found += [f"{pin}: taken back by its makers" for pin in re.findall(r"`(\S+)` is yanked", run.stderr)]
        if gone := re.findall(r"(\S+) was not found in the package registry|no version of (\S+)", run.stderr):
            report.found += [f"{name or pin}: not in the registry any more" for name, pin in gone]
        elif run.returncode:
            report.broken(f"what was taken back of {lock.stem}", run.returncode, run.stderr)


def _execute(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "UV_HTTP_RETRIES": "1"}
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def check(_run: Run) -> Outcome:
    """For deploy/test."""
    report = audit(LOCKS, date.today())
    is_whole = not report.left_out
    output = "".join(f"{line}\n" for line in report.found)
    return Outcome(
        int(is_whole and not report.found), len(report.found), int(not is_whole), output, tuple(report.left_out)
    )


def main() -> None:
    report = audit(LOCKS, date.today())
    for line in report.found:
        print(line)
    for line in report.left_out:
        print(f"Left out: {line}")
    print(f"{len(pins(LOCKS))} packages, {len(report.found)} found")
    raise SystemExit(1 if report.found else 3 if report.left_out else 0)


if __name__ == "__main__":
    main()
