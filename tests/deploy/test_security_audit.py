"""Packages with known holes, taken back or not looked after any more are found; what could not be asked is said."""

import json
import threading
from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from deploy import audit

pytestmark = pytest.mark.slow

DIGEST = "a" * 64
LOCK = f"""
# comment
six==1.17.0 \\
    --hash=sha256:{DIGEST} \\
    --hash=sha256:{"b" * 64}
    # via something
tzdata==2026.6 ; sys_platform == 'win32' \\
    --hash=sha256:{"c" * 64}
"""
HOLE = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fixed_in": ["1.18"], "withdrawn": None}
TODAY = date(2026, 11, 18)


class Registry(BaseHTTPRequestHandler):
    pages: dict[str, object]

    def do_GET(self) -> None:
        found = self.pages.get(self.path)
        body = found.encode() if isinstance(found, str) else json.dumps(found).encode()
        self.send_response(200 if found is not None else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def registry() -> Iterator[tuple[dict[str, object], str]]:
    """A package index on loopback, and where it is."""
    pages: dict[str, object] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Ours", (Registry,), {"pages": pages}))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield pages, f"http://127.0.0.1:{server.server_port}/simple"
    server.shutdown()
    server.server_close()
    thread.join()


def listed(digest: str = DIGEST, yanked: object = False, status: str = "active") -> dict:
    return {"project-status": {"status": status}, "files": [{"hashes": {"sha256": digest}, "yanked": yanked}]}


SIX = [audit.Pin("six", "1.17.0", frozenset({DIGEST}))]


def test_pins_are_read_with_their_hashes():
    assert audit.pins([LOCK, LOCK]) == [
        audit.Pin("six", "1.17.0", frozenset({DIGEST, "b" * 64})),
        audit.Pin("tzdata", "2026.6", frozenset({"c" * 64})),
    ]
    assert {"django", "uvicorn", "uv"} <= {pin.name for pin in audit.pinned()}
    assert all(pin.hashes for pin in audit.pinned())


def test_nothing_is_found_where_nothing_is(registry):
    pages, index = registry
    pages["/simple/six/"], pages["/pypi/six/1.17.0/json"] = listed(), {"vulnerabilities": []}
    assert audit.audit(SIX, index, TODAY) == audit.Report(1)


def test_a_known_hole_is_found(registry, monkeypatch):
    pages, index = registry
    pages["/simple/six/"], pages["/pypi/six/1.17.0/json"] = listed(), {"vulnerabilities": [HOLE]}
    assert audit.audit(SIX, index, TODAY).found == ["six 1.17.0: PYSEC-1 = CVE-1, mended in 1.18"]
    monkeypatch.setitem(audit.ACCEPTED, "CVE-1", "we never call it")
    assert audit.audit(SIX, index, TODAY).found == []
    pages["/pypi/six/1.17.0/json"] = {"vulnerabilities": [{**HOLE, "aliases": [], "withdrawn": "2026-01-01"}]}
    assert audit.audit(SIX, index, TODAY).found == []


@pytest.mark.parametrize(
    ("page", "word"),
    [
        (listed(yanked="broken"), "taken back by its makers (broken)"),
        (listed(status="archived"), "the project is archived"),
        (listed(digest="d" * 64), "none of its files"),
        (f'<html><a href="x#sha256={DIGEST}" data-yanked="broken">six</a>', "taken back by its makers (broken)"),
        (f'<html><a href="x#sha256={DIGEST}">six</a>', ""),
        (None, "not in the registry any more"),
    ],
)
def test_what_was_taken_back_is_found(registry, page, word):
    pages, index = registry
    pages["/simple/six/"], pages["/pypi/six/1.17.0/json"] = page, {"vulnerabilities": []}
    found = audit.audit(SIX, index, TODAY).found
    assert word in found[0] if word else found == []


def test_a_registry_that_tells_no_holes_is_said_to(registry):
    pages, index = registry
    pages["/simple/six/"] = listed()
    report = audit.audit(SIX, index, TODAY)
    assert report.found == [] and report.left_out == ["known holes of the packages: this registry does not tell them"]


def test_without_a_registry_it_is_said(monkeypatch):
    report = audit.audit(SIX, "http://127.0.0.1:1/simple", TODAY)
    assert report.found == [] and "does not answer" in report.left_out[0]
    monkeypatch.setattr(audit, "registry", lambda: "http://127.0.0.1:1/simple")
    outcome = audit.check(None)
    assert (outcome.passed, outcome.failed, outcome.skipped) == (0, 0, 1) and outcome.left_out
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == 3


def test_what_nobody_mends_any_more_is_found():
    django = [audit.Pin("django", "5.2.19", frozenset())]
    assert list(audit.over(django, TODAY)) == []
    assert any(line.startswith("django 5.2: no longer mended") for line in audit.over(django, date(2028, 5, 1)))
    assert any(f"{pin.name} {'.'.join(pin.version.split('.')[:2])}" in audit.MENDED_UNTIL for pin in audit.pinned())
