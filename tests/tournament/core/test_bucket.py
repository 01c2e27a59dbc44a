"""Files kept in a bucket of a store that speaks S3. Signatures are held to the examples that Amazon's documentation prints for
its own protocol; the store of these tests refuses whoever signs otherwise, and whose content is not what was signed."""

import hashlib
import io
import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.backends.base.base import NO_DB_ALIAS
from django.urls import reverse
from PIL import Image

from deploy.laptop.folder import ROOT
from deploy.site import environment
from tournament.core import bucket, files, jobs
from tournament.core.bucket import EMPTY, Bucket, StoreError, canonical_query
from tournament.erasing import traces as erasing
from tournament.models import Job
from tournament.out.backup import frozen
from tournament.out.backup.looking import Backup
from tournament.out.backup.making import make

pytestmark = pytest.mark.slow

KEY, SECRET = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
PRINTED = Bucket("examplebucket.s3.amazonaws.com", "", KEY, SECRET, "us-east-1")
AT = "20130524T000000Z"
EXAMPLES = [
    ("GET", "/test.txt", {}, EMPTY, {"range": "bytes=0-9"}, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    ("GET", "/", {"lifecycle": ""}, EMPTY, {}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ("GET", "/", {"max-keys": "2", "prefix": "J"}, EMPTY, {}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "query", "payload", "more", "signature"), EXAMPLES, ids=lambda part: str(part)[:12]
)
def test_signatures_are_those_that_are_printed(method, path, query, payload, more, signature):
    headers = {"host": PRINTED.host, "x-amz-content-sha256": payload, "x-amz-date": AT, **more}
    said = PRINTED.signed(method, path, canonical_query(query), headers)
    assert said.startswith(f"AWS4-HMAC-SHA256 Credential={KEY}/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;")
    assert said.endswith(f"Signature={signature}")


@dataclass
class Store:
    """In memory; a page of its list holds two names."""

    kept: dict[str, bytes] = field(default_factory=dict)
    fails: int = 0  # so many answers
    asked: list[str] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_one(self) -> None:
        store: Store = self.server.store
        parts, body = urlsplit(self.path), self.rfile.read(int(self.headers.get("Content-Length", 0)))
        store.asked.append(self.command)
        if store.fails:
            store.fails -= 1
            self.say(503)
        elif self.headers["Authorization"] != self.due(parts.path, parts.query):
            self.say(403)
        elif not parts.path.startswith("/club-files"):
            self.say(404)
        elif self.headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
            self.say(400)
        else:
            name = parts.path.removeprefix("/club-files").strip("/")
            getattr(self, self.command.lower())(name, body, dict(parse_qsl(parts.query)))

    do_GET = do_PUT = do_HEAD = do_DELETE = handle_one  # noqa: N815  (so http.server calls them)

    def due(self, path: str, query: str) -> str:
        signed = {name: self.headers[name] for name in ("host", "x-amz-content-sha256", "x-amz-date")}
        return Bucket("", "", KEY, SECRET, "eu-central-1").signed(self.command, path, query, signed)

    def say(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def put(self, name: str, body: bytes, _query: dict[str, str]) -> None:
        self.server.store.kept[name] = body
        self.say(200)

    def get(self, name: str, _body: bytes, query: dict[str, str]) -> None:
        kept = self.server.store.kept
        if name:
            self.say(200 if name in kept else 404, kept.get(name, b"<Error/>"))
            return
        after = query.get("continuation-token", "").removesuffix("&<")
        page = [each for each in sorted(kept) if each > after][:2]
        rest = (
            f"<NextContinuationToken>{page[-1]}&amp;&lt;</NextContinuationToken>"
            if page and page[-1] != max(kept)
            else ""
        )
        keys = "".join(f"<Contents><Key>{each}</Key></Contents>" for each in page)
        self.say(200, f"<ListBucketResult>{keys}{rest}</ListBucketResult>".encode())

    def head(self, name: str, _body: bytes, _query: dict[str, str]) -> None:
        self.say(200 if name in self.server.store.kept else 404)

    def delete(self, name: str, _body: bytes, _query: dict[str, str]) -> None:
        self.server.store.kept.pop(name, None)
        self.say(204)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def store(settings) -> Iterator[Store]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.store = Store()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    secret = SECRET.replace("/", "%2F")
    settings.FILES_BUCKET = f"s3+http://{KEY}:{secret}@127.0.0.1:{server.server_port}/club-files?region=eu-central-1"
    yield server.store
    server.shutdown()
    server.server_close()


def test_a_file_is_kept_found_again_and_dropped(store):
    name = files.keep(b"one")
    assert name == hashlib.sha256(b"one").hexdigest() and files.keep(b"one") == name
    assert store.kept == {name: b"one"} and store.asked.count("PUT") == 1  # the same bytes are one file
    assert files.is_kept(name) and files.read(name) == b"one"
    files.forget(name)
    files.forget(name)
    assert not files.is_kept(name) and store.kept == {}
    with pytest.raises(FileNotFoundError):
        files.read(name)


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_a_backup_holds_them_and_brings_them_back(store, tmp_path, monkeypatch):
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # the test's own connection
    name = files.keep(b"one")
    with Backup(make(tmp_path / "b.zip").path) as backup:
        store.kept.clear()
        for content in backup.files():
            files.keep(content)
    assert store.kept == {name: b"one"}


@pytest.mark.django_db
def test_a_page_that_needs_one_says_that_the_store_is_away(store, desk, club):
    letterhead = reverse("letterhead", args=[club.public_id])
    picture = io.BytesIO()
    Image.new("RGB", (40, 20)).save(picture, "PNG")
    sent = {"colour": "#a00000", "logo": SimpleUploadedFile("logo.png", picture.getvalue())}
    assert desk.post(letterhead, sent).status_code == 302
    logo = reverse("letterhead_logo", args=[club.public_id])
    assert desk.get(logo).content == next(iter(store.kept.values()))
    store.fails = 2
    answer = desk.get(logo)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_all_are_listed_however_many(store):
    made = sorted(files.keep(bytes([n])) for n in range(7))
    store.kept["readme.txt"] = b"not ours"
    assert list(files.all_kept()) == made


def test_who_signs_otherwise_is_refused_and_what_arrives_otherwise_as_well(store, settings):
    settings.FILES_BUCKET = settings.FILES_BUCKET.replace("wJalr", "other")
    with pytest.raises(StoreError, match="403"):
        files.keep(b"one")
    assert store.kept == {}


def test_what_failed_once_is_asked_once_more_and_no_further(store):
    store.fails = 1
    name = files.keep(b"one")
    assert files.is_kept(name)
    store.fails = 2
    with pytest.raises(StoreError, match="503"):
        files.read(name)


def test_a_store_that_hangs_makes_no_node_seem_to_hang():
    """The proxy leaves out whoever is silent for longer: with the same store behind all nodes, all of them."""
    proxy = (ROOT / "deploy" / "server" / "nginx.conf.template").read_text()
    shortest = min(int(seconds) for seconds in re.findall(r"proxy_read_timeout (\d+)s", proxy))
    assert shortest > bucket.TRIES * bucket.PATIENCE


def test_a_store_that_says_nothing_is_waited_for_no_longer(settings, monkeypatch):
    monkeypatch.setattr(bucket, "PATIENCE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.FILES_BUCKET = f"s3+http://a:b@127.0.0.1:{silent.getsockname()[1]}/club"
        began = time.monotonic()
        with pytest.raises(StoreError, match="does not answer: TimeoutError"):
            files.is_kept("0" * 64)
    assert time.monotonic() - began < 1


def test_a_store_that_is_away_is_named(settings, monkeypatch):
    monkeypatch.setattr(bucket, "PATIENCE", 0.2)
    settings.FILES_BUCKET = "s3+http://a:b@127.0.0.1:9/club"
    with pytest.raises(StoreError, match="does not answer"):
        files.keep(b"one")


@pytest.mark.django_db
def test_what_is_erased_is_gone_though_the_store_was_away(store, django_capture_on_commit_callbacks):
    """Asked again until it is; not what somebody has kept again meanwhile."""
    names = {files.keep(b"one"), files.keep(b"two")}
    store.fails = 2  # of the first, both tries
    with django_capture_on_commit_callbacks(execute=True):
        erasing.forget_files(names)
    (left,) = store.kept
    task = jobs.claim(queues=["maintenance"])
    row = Job.objects.create(kind="papers.make", queue="paper", state="done", result={"file": left})
    jobs.run(task)
    assert left in store.kept
    row.delete()
    erasing.forget_later(task)
    assert not store.kept


def test_without_its_bucket_nothing_is_said_to_be_kept(store, settings):
    """Neither a file that went nowhere, nor a backup of no files."""
    settings.FILES_BUCKET = settings.FILES_BUCKET.replace("/club-files", "/club-fails")
    with pytest.raises(StoreError, match="PUT with 404"):
        files.keep(b"one")
    with pytest.raises(StoreError, match="GET with 404"):
        list(files.all_kept())


def test_the_secret_is_in_no_picture_of_it():
    assert SECRET not in repr(PRINTED) and KEY in repr(PRINTED)


@pytest.mark.parametrize(
    "url", ["s3://a:b@host", "s3://host/club", "https://a:b@host/club", "s3://a:b@/club", "s3://a:b@host/A b", "club"]
)
def test_a_slip_of_the_pen_stops_the_start(url):
    with pytest.raises(ImproperlyConfigured, match="AUGENGENAU_FILES_BUCKET must read s3://"):
        environment.bucket(url)


def test_a_name_is_never_anything_else(store):
    for name in ("", "../x", "a" * 63, "A" * 64):
        with pytest.raises(ValueError, match="not the name"):
            files.read(name)
    assert store.asked == []
