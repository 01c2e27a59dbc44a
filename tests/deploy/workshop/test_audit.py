"""Packages with known holes, taken back or not looked after any more are found; what could not be asked is said."""

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from deploy.workshop import audit

pytestmark = pytest.mark.slow

NOWHERE = "http://127.0.0.1:1"
TODAY = date(2026, 11, 18)
FILE = "six-1.17.0-py3-none-any.whl"
RANGE = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.18"}]}
HOLE = {
    "id": "PYSEC-1",
    "aliases": ["CVE-1"],
    "affected": [{"package": {"name": "six", "ecosystem": "PyPI"}, "ranges": [RANGE]}],
}


def wheel() -> bytes:
    """The smallest package that uv reads."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("six.py", "")
        archive.writestr("six-1.17.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: six\nVersion: 1.17.0\n")
        archive.writestr("six-1.17.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("six-1.17.0.dist-info/RECORD", "")
    return content.getvalue()


WHEEL = wheel()


def listed(yanked: object = False) -> dict:
    file = {"filename": FILE, "url": f"/{FILE}", "hashes": {"sha256": sha256(WHEEL).hexdigest()}, "yanked": yanked}
    return {"meta": {"api-version": "1.1"}, "name": "six", "files": [file]}


class Internet(BaseHTTPRequestHandler):
    """A database of holes and a package registry in one."""

    pages: dict[str, object]

    def do_GET(self) -> None:
        found = WHEEL if self.path == f"/{FILE}" else self.pages.get(self.path)
        body = found if isinstance(found, bytes) else json.dumps(found).encode()
        self.send_response(200 if found is not None else self.pages.get("otherwise", 404))
        self.send_header("Content-Type", "application/vnd.pypi.simple.v1+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.path = f"/{asked['package']['name']}-{asked['version']}"
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


class Asked:
    """What is audited and who is asked, on loopback: `pages` says what they answer."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.lock = address, folder / "a.lock"
        self.lock.write_text(f"six==1.17.0 \\\n    --hash=sha256:{sha256(WHEEL).hexdigest()}\n    # via something\n")
        self.pages: dict[str, object] = {"/six-1.17.0": {}, "/simple/six/": listed()}

    def audit(self) -> audit.Report:
        return audit.audit([self.lock], TODAY, f"{self.address}/query", f"{self.address}/simple")


@pytest.fixture
def asked(tmp_path) -> Iterator[Asked]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Ours", (Internet,), {}))
    asked = Asked(f"http://127.0.0.1:{server.server_port}", tmp_path)
    server.RequestHandlerClass.pages = asked.pages
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield asked
    server.shutdown()
    server.server_close()
    thread.join()


def test_pins_are_read_of_all_locks_together(tmp_path):
    lock = tmp_path / "a.lock"
    lock.write_text("# comment\nsix==1.17.0 \\\n    --hash=sha256:aa\ntzdata==2026.6 ; sys_platform == 'win32' \\\n")
    assert audit.pins([lock, lock]) == ["six==1.17.0", "tzdata==2026.6"]
    assert {"django", "uvicorn", "uv"} <= {pin.partition("==")[0] for pin in audit.pins(audit.LOCKS)}
    assert all("--hash=sha256:" in lock.read_text() for lock in audit.LOCKS)


def test_nothing_is_found_where_nothing_is(asked):
    assert asked.audit() == audit.Report()


def test_a_known_hole_is_found(asked, monkeypatch):
    asked.pages["/six-1.17.0"] = {"vulns": [HOLE]}
    assert asked.audit().found == ["six 1.17.0: PYSEC-1 = CVE-1, mended in 1.18"]
    monkeypatch.setitem(audit.ACCEPTED, "CVE-1", "we never call it")
    assert asked.audit().found == []
    asked.pages["/six-1.17.0"] = {"vulns": [{**HOLE, "aliases": [], "withdrawn": "2026-01-01T00:00:00Z"}]}
    assert asked.audit().found == []


def test_every_pin_is_asked_about(asked):
    """A lock may hold a package twice, for two versions of Python, and some for another system."""
    asked.lock.write_text("six==1.16.0 ; python_version < '3'\nsix==1.17.0 ; sys_platform == 'win32'\n")
    asked.pages.update({"/six-1.16.0": {"vulns": [HOLE]}, "/six-1.17.0": {"vulns": [HOLE]}})
    assert [line.partition(":")[0] for line in asked.audit().found] == ["six 1.16.0", "six 1.17.0"]


def test_what_was_taken_back_is_found(asked):
    asked.pages["/simple/six/"] = listed(yanked="broken")
    assert asked.audit().found == ["six==1.17.0: taken back by its makers"]
    del asked.pages["/simple/six/"]
    assert asked.audit().found == ["six: not in the registry any more"]


def test_a_database_of_holes_that_does_not_answer_is_said(asked):
    asked.pages.pop("/six-1.17.0")
    asked.pages["otherwise"] = 503
    report = asked.audit()
    assert report.found == []
    assert len(report.left_out) == 1 and report.left_out[0].startswith("known holes of the packages: no answer")


def test_what_is_no_answer_at_all_is_a_finding(asked, monkeypatch):
    """As after a change of the tool: it must not look like a bad connection."""
    monkeypatch.setitem(audit.ACCEPTED, "--no-such-option", "")
    assert asked.audit().found[0].startswith("known holes of the packages: could not be read, exit code 2")


def test_without_a_registry_it_is_said(asked, monkeypatch):
    asked.address = NOWHERE
    report = asked.audit()
    assert report.found == [] and [line.partition(":")[0] for line in report.left_out] == [
        "known holes of the packages",
        "what was taken back of a",
    ]
    monkeypatch.setattr(audit, "audit", lambda *_: report)
    outcome = audit.check(None)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (0, 0, 1) and outcome.left_out
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == 3


def test_what_nobody_mends_any_more_is_found():
    django = ["django==5.2.19"]
    assert list(audit.over(django, TODAY)) == []
    assert any(line.startswith("django 5.2: no longer mended") for line in audit.over(django, date(2028, 5, 1)))
    assert any(line.startswith("django==5.2.") for line in audit.pins(audit.LOCKS))
