"""`python -m deploy.server_check` on the site that deploy/server describes: all is well there; what is broken is named."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.server_check.proxy import families
from deploy.server_check.visit import Proxy
from tests.deploy.conftest import children_of, until
from tests.deploy.server.shipped import COMPOSE, Site, certify, site, until_listening
from tests.deploy.server.test_smoke import MISSING, enter
from tests.deploy.server.visitor import Visitor
from tests.promises.postbox import Postbox

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"the check of the shipped site: {', '.join(MISSING)} not found"),
]
FILES = 8_000


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Iterator[Site]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, before[1]), before[1]))
    with Postbox() as postbox, site(tmp_path_factory.mktemp("checked"), is_durable=True) as made:
        made.secrets.joinpath("mail_url").write_text(postbox.url)
        workers = [name for name in COMPOSE["services"] if name.startswith("worker-")]
        for service in ("web1", "web2", "live", "relay", *workers):
            made.start(service)
        until_listening(made, "web1", "web2", "live")
        made.start_proxy()
        until_listening(made, "https", "http")
        enter(made, Visitor(made.url, made.folder / "fullchain.pem"))
        until(lambda: list((made.folder / "data" / "backups").glob("*.zip")), 60)  # the relay has had one made
        yield made
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@dataclass(frozen=True)
class Found:
    code: int
    findings: list[dict[str, str]]

    def wrong(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in self.findings:
            if one["state"] == "wrong":
                found[one["part"]] = f"{found.get(one['part'], '')}{one['text']} "
        return found


def checked(made: Site, only: str = "", **more: str) -> Found:
    done = said(made, "--json", only=only, **more)
    return Found(done.returncode, json.loads(done.stdout))


def said(made: Site, *words: str, only: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    environment = made.environment("web1") | {
        "AUGENGENAU_SITE": made.url,
        "AUGENGENAU_NODES": ",".join(made.address(name) for name in ("web1", "web2", "live")),
        "SSL_CERT_FILE": str(made.folder / "fullchain.pem"),
        **more,
    }
    line = ["python", "-m", "deploy.server_check", *words, "--only", only]
    return subprocess.run(line, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_a_whole_site_is_in_order(whole):
    found = checked(whole)
    assert found.wrong() == {} and found.code == 0, found
    assert {one["part"] for one in found.findings} >= {
        "database",
        "broker",
        "cache",
        "relay",
        "live",
        "mail",
        "certificate",
    }
    assert {one["part"] for one in found.findings if one["state"] == "note"} <= {"IPv6"}  # which localhost may lack
    assert sum(one["part"].startswith("worker ") for one in found.findings) == 2 * 6


def test_it_speaks_as_its_caller_does(whole):
    german, english = (said(whole, only="redis", LC_ALL=name) for name in ("de_DE.UTF-8", "C.UTF-8"))
    assert "Nichts ist falsch." in german.stdout and german.returncode == 0
    assert "Nothing is wrong." in english.stdout


@contextmanager
def told_otherwise(made: Site, *changes: tuple[str, str]) -> Iterator[None]:
    """nginx with another configuration, for a while."""
    place = made.folder / "site.conf"
    before = place.read_text()
    text = before
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    try:
        take(made, place, text)
        yield
    finally:
        take(made, place, before)


def take(made: Site, place: Path, text: str) -> None:
    """nginx starts new processes, and lets the old ones end."""
    place.write_text(text)
    old = set(children_of(made.running["proxy"].pid))
    subprocess.run(made.nginx("-t", "-q"), check=True)
    made.running["proxy"].send_signal(signal.SIGHUP)
    until(lambda: set(children_of(made.running["proxy"].pid)) - old)


@contextmanager
def redis_told(made: Site, name: str, option: str, value: str) -> Iterator[None]:
    def tell(word: str) -> str:
        line = ["redis-cli", "-e", "-p", str(made.ports[name]), "config", *word.split()]
        environment = os.environ | {"REDISCLI_AUTH": made.secret("redis_password")}
        return subprocess.run(line, env=environment, check=True, capture_output=True, text=True).stdout

    before = tell(f"get {option}").split()[1]
    tell(f"set {option} {value}")
    try:
        yield
    finally:
        tell(f"set {option} {before}")


@contextmanager
def without(made: Site, service: str) -> Iterator[None]:
    made.stop(service, signal.SIGKILL)
    try:
        yield
    finally:
        made.start(service)
        if service in made.doors:
            until_listening(made, service)


def psql(made: Site, order: str) -> None:
    made.run("migrate", "psql", "--quiet", "--dbname", made.secret("owner_url"), "--command", order)


@pytest.mark.long
@pytest.mark.parametrize(
    ("part", "words", "only", "said_otherwise"),
    [
        ("settings", "AUGENGENAU_HOSTS is missing", "redis", {"AUGENGENAU_HOSTS": ""}),
        ("settings", "AUGENGENAU_SECRET_KEY_FILE cannot be read", "redis", {"AUGENGENAU_SECRET_KEY_FILE": "/none"}),
        ("secrets", "AUGENGENAU_SECRET_KEY can be guessed", "secrets", {"AUGENGENAU_SECRET_KEY": "changeme"}),
        ("secrets", "AUGENGENAU_METRICS_TOKEN has no secret", "secrets", {"AUGENGENAU_METRICS_TOKEN": ""}),
        ("database", "does not answer", "database", {"DATABASE_URL": "postgres://augengenau_app:wrong@{database}"}),
        ("database", "could change its log", "database", {"DATABASE_URL": "{owner_url}"}),
        ("broker", "does not answer", "redis", {"REDIS_URL": "redis://127.0.0.1:1/0"}),
        ("cache", "same Redis", "redis", {"AUGENGENAU_CACHE_URL": "{broker_url}"}),
        ("nodes", "does not answer", "nodes", {"AUGENGENAU_NODES": "127.0.0.1:1"}),
        ("nodes", "time_zone", "nodes", {"TZ": "Asia/Tokyo"}),
        ("nodes", "another metrics token", "nodes", {"AUGENGENAU_METRICS_TOKEN": "0123456789abcdef" * 2}),
        ("proxy", "does not answer", "proxy", {"AUGENGENAU_SITE": "https://localhost:1"}),
        ("proxy", "AUGENGENAU_PROXIES is 2", "proxy", {"AUGENGENAU_PROXIES": "2"}),
        ("certificate", "self-signed", "proxy", {"SSL_CERT_FILE": ""}),
        ("paper", "cannot be made", "paper", {"PYTHONPATH": "{broken}"}),
        ("mail", "cannot be used", "mail", {"AUGENGENAU_MAIL": "smtp://127.0.0.1:1"}),
    ],
)
def test_what_is_set_wrongly_is_named(part, words, only, said_otherwise, whole, tmp_path):
    (tmp_path / "weasyprint.py").write_text("raise OSError('no pango')")
    known = {name: whole.secret(name) for name in ("owner_url", "broker_url")} | {"broken": str(tmp_path)}
    known["database"] = whole.secret("app_url").rpartition("@")[2]
    otherwise = {name: value.format(**known) for name, value in said_otherwise.items()}
    files = {f"{name}_FILE": "" for name in otherwise if not name.endswith("_FILE")}
    found = checked(whole, only, **files, **otherwise)
    assert words in found.wrong()[part] and found.code == 1, found


@pytest.mark.long
@pytest.mark.parametrize(
    ("part", "words", "old", "new"),
    [
        (
            "proxy",
            "forge the own address",
            "X-Forwarded-For $remote_addr",
            "X-Forwarded-For $proxy_add_x_forwarded_for",
        ),
        ("proxy", "All visitors have one address", "X-Forwarded-For $remote_addr", 'X-Forwarded-For ""'),
        ("proxy", "did not come|by https", "X-Forwarded-Proto $scheme", "X-Forwarded-Proto http"),
        ("proxy", "X-Forwarded-Host", 'X-Forwarded-Host ""', "X-Forwarded-Host $http_x_forwarded_host"),
        ("proxy", "no number of its own", "X-Request-ID $request_id", "X-Request-ID $http_x_request_id"),
        ("proxy", "/metrics", "return 404;", "proxy_pass http://augengenau_pages;"),
        ("live", "holds live streams back", "proxy_buffering off;", "proxy_ignore_headers X-Accel-Buffering;"),
        ("live", "do not come through", "location /live/ {", "location /alive/ {"),
    ],
)
def test_what_the_proxy_does_wrongly_is_named(part, words, old, new, whole):
    with told_otherwise(whole, (old, new)):
        found = until(lambda: one if (one := checked(whole, "proxy")).code else None)
    assert re.search(words, " ".join(one["text"] for one in found.findings if one["part"] == part)), found


def test_an_address_of_ipv6_without_anybody_is_named(whole, monkeypatch):
    """Asked here, since not every machine's localhost has both."""
    monkeypatch.setenv("SSL_CERT_FILE", str(whole.folder / "fullchain.pem"))
    monkeypatch.setattr(
        Proxy, "addresses", lambda _self, family: ["::1"] if family == socket.AF_INET6 else ["127.0.0.1"]
    )
    asked = Proxy("localhost", whole.ports["https"])
    assert [one.state for one in families(asked)] == ["ok", "ok"]
    ipv6 = re.search(r"listen (\[::\]:\d+ ssl.*?);", (whole.folder / "site.conf").read_text())[0]
    with told_otherwise(whole, (ipv6, "")):
        until(lambda: [one.state for one in families(asked)] == ["ok", "wrong"])


def test_a_certificate_that_ends_soon_is_named(whole):
    certificates = {name: (whole.folder / name).read_bytes() for name in ("fullchain.pem", "privkey.pem")}
    try:
        certify(whole.folder, days=5)
        with told_otherwise(whole):
            assert until(lambda: "4 days more" in checked(whole, "proxy").wrong().get("certificate", ""))
    finally:
        for name, content in certificates.items():
            (whole.folder / name).write_bytes(content)
        take(whole, whole.folder / "site.conf", (whole.folder / "site.conf").read_text())


@pytest.mark.long
@pytest.mark.parametrize(
    ("service", "part", "words"),
    [
        ("live", "live", "do not come through"),
        ("relay", "relay", "not handed over"),
        ("worker-draw", "worker draw", "No worker for draw"),
        ("worker-post", "worker mail", "No worker for mail"),
        ("web2", "nodes", "does not answer"),
    ],
)
def test_what_does_not_run_is_named(service, part, words, whole):
    only = {"live": "proxy", "web2": "nodes"}.get(service, "jobs")
    with without(whole, service):
        assert words in checked(whole, only).wrong()[part]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "option", "value", "words"),
    [
        ("broker", "maxmemory-policy", "allkeys-lru", "may forget jobs"),
        ("broker", "appendonly", "no", "forgets its jobs"),
        ("cache", "maxmemory-policy", "noeviction", "never forgets"),
    ],
)
def test_a_redis_that_is_set_otherwise_is_named(name, option, value, words, whole):
    with redis_told(whole, name, option, value):
        assert words in checked(whole, "redis").wrong()[name]


def test_a_database_that_is_behind_is_named(whole):
    psql(whole, "UPDATE django_migrations SET app = 'gone' WHERE app = 'referee'")
    try:
        assert "behind the program" in checked(whole, "database").wrong()["database"]
    finally:
        psql(whole, "UPDATE django_migrations SET app = 'referee' WHERE app = 'gone'")


def test_a_node_with_few_files_is_named(whole):
    worker = children_of(whole.running["web1"].pid)[0]
    before = resource.prlimit(worker, resource.RLIMIT_NOFILE, (1024, FILES))
    try:
        assert "only 1024 files" in checked(whole, "nodes").wrong()["files"]
    finally:
        resource.prlimit(worker, resource.RLIMIT_NOFILE, (before[0], FILES))


def test_backups_that_are_old_or_torn_are_named(whole):
    newest = max((whole.folder / "data" / "backups").glob("*.zip"))
    content = newest.read_bytes()
    newest.write_bytes(content[: len(content) // 2])
    assert "cannot be restored" in checked(whole, "backups").wrong()["backup"]
    newest.write_bytes(content)
    late = "SET ended_at = ended_at - interval '20 days', created_at = created_at - interval '20 days'"
    psql(whole, f"UPDATE tournament_job {late} WHERE kind = 'backup.make'")
    psql(whole, "UPDATE tournament_stream SET written_at = now()")
    told = [one["text"] for one in checked(whole, "backups").findings if one["state"] == "wrong"]
    assert any("too old" in text for text in told), told


def test_secrets_that_others_can_read_are_named(whole):
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        for mode, is_wrong in ((0o700, False), (0o755, True)):
            os.chmod(name, mode)
            assert ("secrets" in checked(whole, "secrets", AUGENGENAU_SECRETS=name).wrong()) == is_wrong
