"""Whether a package that is pinned has a known hole, was taken back, or is not looked after any more.

    python -m deploy.audit     ends with 0: nothing; 1: something was found; 3: it could not be asked, or not all of it

Asked is the registry that pip asks, by name and version alone. Many a mirror knows files and no holes: that part is then named
as left out. How soon something found is mended stands in docs/SECURITY.md.
"""

import functools
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deploy.folder import ROOT
from deploy.outcome import Outcome, Run

LOCKS = ("requirements", "requirements-test", "requirements-uv")
PATIENCE = 15.0  # seconds for one answer
AT_ONCE = 8
FILES = "application/vnd.pypi.simple.v1+json"
# Known holes that do not concern us, each with the reason.
ACCEPTED: dict[str, str] = {}
# What is not on its newest line, and until when that line is mended by those who make it.
MENDED_UNTIL = {
    "django 5.2": date(2028, 4, 30),
    "python 3.11": date(2027, 10, 31),
    "python 3.12": date(2028, 10, 31),
    "python 3.13": date(2029, 10, 31),
    "python 3.14": date(2030, 10, 31),
}
LEFT_ALONE = ("archived", "deprecated", "quarantined")  # what a registry says of a whole project


class Unreachable(Exception):
    """The registry gives no answer at all."""


@dataclass(frozen=True)
class Pin:
    name: str
    version: str
    hashes: frozenset[str]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass
class Report:
    asked: int = 0
    found: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def pins(texts: Iterable[str]) -> list[Pin]:
    """Of all locks together, each once."""
    found = {}
    for text in texts:
        for name, version, rest in re.findall(
            r"^([a-z0-9.\-]+)==([^\s;\\]+)((?:[^\n]*\\\n)*[^\n]*)", text, re.MULTILINE
        ):
            found[name, version] = Pin(name, version, frozenset(re.findall(r"sha256:([0-9a-f]{64})", rest)))
    return [found[key] for key in sorted(found)]


def registry() -> str:
    """As pip is set up here, or else where pip goes by itself, which its help says."""
    said = os.environ.get("PIP_INDEX_URL") or _pip("config", "get", "global.index-url").strip()
    usual = re.search(r"default\s+(\S+/simple)", _pip("install", "--help"))
    return (said or (usual[1] if usual else "")).rstrip("/")


def _pip(*words: str) -> str:
    return subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False).stdout


def audit(wanted: list[Pin], index: str, today: date) -> Report:
    report = Report(asked=len(wanted), found=list(over(wanted, today)))
    try:
        knows_holes = "vulnerabilities" in (_ask(_about(index, wanted[0])) or {})
        look = functools.partial(_looked_at, index, knows_holes=knows_holes)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            report.found += [line for lines in pool.map(look, wanted) for line in lines]
    except Unreachable as error:
        report.left_out.append(f"the audit of {len(wanted)} packages: the registry does not answer ({error})")
        return report
    if not knows_holes:
        report.left_out.append("known holes of the packages: this registry does not tell them")
    return report


def over(wanted: list[Pin], today: date) -> Iterator[str]:
    """What nobody mends any more."""
    here = [f"python {sys.version_info.major}.{sys.version_info.minor}"]
    for line in here + [f"{pin.name} {'.'.join(pin.version.split('.')[:2])}" for pin in wanted]:
        until = MENDED_UNTIL.get(line)
        if until and today > until:
            yield f"{line}: no longer mended since {until}"


def _looked_at(index: str, pin: Pin, *, knows_holes: bool) -> list[str]:
    about = _ask(_about(index, pin)) if knows_holes else None
    holes = [_hole(pin, hole) for hole in (about or {}).get("vulnerabilities", []) if not hole.get("withdrawn")]
    listed = _ask(f"{index}/{pin.name}/")
    if listed is None:
        return [f"{pin}: not in the registry any more"]
    return [*filter(None, holes), *_of_files(pin, listed)]


def _hole(pin: Pin, hole: dict[str, Any]) -> str:
    names = [hole.get("id", "?"), *hole.get("aliases", [])]
    if any(name in ACCEPTED for name in names):
        return ""
    mended = ", ".join(hole.get("fixed_in", [])) or "no version yet"
    return f"{pin}: {' = '.join(names)}, mended in {mended}"


def _of_files(pin: Pin, listed: dict[str, Any]) -> Iterator[str]:
    """Of the very files that are pinned, known by their hashes."""
    status = listed.get("project-status", {}).get("status", "active")
    if status in LEFT_ALONE:
        yield f"{pin}: the project is {status}"
    ours = [file for file in listed.get("files", []) if file.get("hashes", {}).get("sha256") in pin.hashes]
    if not ours:
        yield f"{pin}: none of its files is in the registry any more"
    if reasons := {str(file["yanked"]) for file in ours if file.get("yanked")}:
        yield f"{pin}: taken back by its makers ({', '.join(sorted(reasons))})"


def _about(index: str, pin: Pin) -> str:
    return f"{index.removesuffix('/simple')}/pypi/{pin.name}/{pin.version}/json"


def _ask(address: str) -> dict[str, Any] | None:
    """None: there is no such page."""
    request = urllib.request.Request(address, headers={"Accept": f"{FILES}, text/html;q=0.5"})  # noqa: S310  (pip's own)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            text = answer.read().decode()
    except urllib.error.HTTPError as error:
        if error.code in (404, 405, 406, 410):
            return None
        raise Unreachable(f"HTTP {error.code}") from None
    except (OSError, ValueError) as error:
        raise Unreachable(type(error).__name__) from None
    return _of_page(text) if text.lstrip().startswith("<") else _of_json(text)


def _of_json(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _of_page(text: str) -> dict[str, Any]:
    """What an older registry says in HTML, as a newer one says it."""
    status = re.search(r'name="pypi:project-status" content="(\w+)"', text)
    files = [
        {"hashes": {"sha256": digest[1]}, "yanked": (yanked[1] or "no reason given") if yanked else False}
        for link in re.findall(r"<a\s([^>]*)>", text)
        if (digest := re.search(r"#sha256=([0-9a-f]{64})", link))
        for yanked in [re.search(r'data-yanked(?:="([^"]*)")?', link)]
    ]
    return {"project-status": {"status": status[1] if status else "active"}, "files": files}


def pinned() -> list[Pin]:
    return pins((ROOT / "deploy" / f"{name}.lock").read_text() for name in LOCKS)


def check(_run: Run) -> Outcome:
    """For deploy/test."""
    report = audit(pinned(), registry(), date.today())
    is_whole = not report.left_out
    output = "".join(f"{line}\n" for line in report.found)
    return Outcome(
        int(is_whole and not report.found), len(report.found), int(not is_whole), output, tuple(report.left_out)
    )


def main() -> None:
    report = audit(pinned(), registry(), date.today())
    for line in report.found:
        print(line)
    for line in report.left_out:
        print(f"Left out: {line}")
    print(f"{report.asked} packages, {len(report.found)} found")
    raise SystemExit(1 if report.found else 3 if report.left_out else 0)


if __name__ == "__main__":
    main()
