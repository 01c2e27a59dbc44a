"""The two proxies as they are shipped, before nodes that misbehave: what a visitor claims, what is asked twice, what is kept."""

import http.client
import json
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from deploy.workshop.services import free_port
from deploy.workshop.tools import TOOLS
from tests.deploy.conftest import bare_environment, until
from tests.deploy.server.shipped import SERVER, Site, certify

pytestmark = pytest.mark.slow


class Node(BaseHTTPRequestHandler):
    """Says what it was asked with. A broken one hangs up when it has heard all."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.goes_on.wait(30)
        if self.path == "/readyz":
            self._say(b"ready")
        elif self.path.startswith("/live/"):
            self._stream()
        else:
            self._count_and_say()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._count_and_say()

    do_PUT = do_DELETE = do_POST  # noqa: N815  (so http.server calls them)

    def _count_and_say(self) -> None:
        self.server.asked.append(self.command)
        if self.server.is_broken:
            self.close_connection = True
            return
        told = {name.lower(): value for name, value in self.headers.items()}
        kept = {"X-Accel-Expires": "1"} if "kept" in self.path else {}
        status = 503 if "busy" in self.path or self.server.has_lost_it else 200
        if self.server.has_lost_it and self.command != "GET":
            kept["X-Accel-Redirect"] = "@elsewhere"
        self._say(json.dumps({**told, "turn": len(self.server.asked)}).encode(), status, ETag='W/"1"', **kept)

    def _say(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "private, no-cache")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        """The second event comes when the first was heard."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.wfile.flush()
        self.server.heard.wait(10)
        self.wfile.write(b"data: 2\n\n")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def nodes() -> Iterator[list[ThreadingHTTPServer]]:
    made = []
    for _number in range(2):
        node = ThreadingHTTPServer(("127.0.0.1", 0), Node)
        node.asked, node.is_broken, node.heard, node.goes_on = [], False, threading.Event(), threading.Event()
        node.has_lost_it = False  # the database, and says so at its door
        node.goes_on.set()
        threading.Thread(target=node.serve_forever, daemon=True).start()
        made.append(node)
    yield made
    for node in made:
        node.goes_on.set()
        node.shutdown()
        node.server_close()


@pytest.fixture(params=["nginx", "Caddy"])
def proxy(request, nodes, tmp_path):
    """How a visitor connects to it."""
    tool = TOOLS[request.param]
    if not (tool.is_there and shutil.which("openssl")):
        pytest.skip(f"{request.param} or openssl not found (apt install {tool.packages} openssl)")
    start = _nginx if request.param == "nginx" else _caddy
    connect, process = start(nodes, tmp_path)
    try:
        until(lambda: _answers(connect, process, tmp_path))
        for node in nodes:
            node.asked.clear()
        yield connect
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)


def _answers(connect, process, folder) -> bool:
    assert process.poll() is None, "".join(path.read_text()[-2000:] for path in folder.glob("*.log"))
    with suppress(OSError):
        return ask(connect, "GET", "/first/")[0] == 200
    return False


def _nginx(nodes, folder):
    certify(folder)
    site = Site(folder, "127.0.0.1:1")
    site.ports |= {"web1": nodes[0].server_port, "web2": nodes[1].server_port, "live": nodes[0].server_port}
    site.start_proxy()
    context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    return (
        lambda: http.client.HTTPSConnection("localhost", site.ports["https"], timeout=10, context=context)
    ), site.running["proxy"]


def _caddy(nodes, folder):
    """Over http, so that no certificate is asked for."""
    port = free_port()
    said = {
        "AUGENGENAU_SITE": f"http://localhost:{port}",
        "AUGENGENAU_PAGES": " ".join(f"127.0.0.1:{node.server_port}" for node in nodes),
        "AUGENGENAU_LIVE": f"127.0.0.1:{nodes[0].server_port}",
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        **dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder)),
    }
    words = ["caddy", "run", "--adapter", "caddyfile", "--config", SERVER / "Caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(words, env=bare_environment(**said), stdout=log, stderr=log, start_new_session=True)
    return (lambda: http.client.HTTPConnection("localhost", port, timeout=10)), process


def ask(connect, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], dict]:
    connection = connect()
    body = b"{}" if method in ("POST", "PUT", "DELETE") else None
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    found = answer.read()
    connection.close()
    told = json.loads(found) if found.startswith(b"{") else {}
    return answer.status, {name.lower(): value for name, value in answer.headers.items()}, told


def test_what_a_visitor_claims_is_overwritten(proxy):
    forged = {"X_Forwarded_For": "6.6.6.6", "X_Forwarded_Proto": "gopher", "X_Forwarded_Host": "evil.example"}
    _status, _headers, told = ask(proxy, "GET", "/own/", Forwarded="for=6.6.6.6", X_Request_ID="mine", **forged)
    assert told["x-forwarded-for"] in ("127.0.0.1", "::1") and told["x-forwarded-proto"] in ("https", "http")
    assert not told.get("x-forwarded-host") and not told.get("forwarded")
    assert told["x-request-id"] != "mine" and told["host"].startswith("localhost:")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_visitor_is_known_by_the_own_address_of_either_kind(address, proxy, nodes):
    def connect():
        connection = proxy()
        connection._create_connection = lambda place, *more: socket.create_connection((address, place[1]), *more)
        return connection

    assert ask(connect, "GET", "/own/", X_Forwarded_For="6.6.6.6")[2]["x-forwarded-for"] == address
    nodes[0].heard.set()  # the whole stream at once: nobody waits here for its first event
    status, _headers, told = ask(connect, "GET", "/live/", X_Forwarded_For="6.6.6.6")
    assert status == 200 and not told  # a stream


def test_a_post_is_never_sent_twice_and_a_get_finds_the_node_that_answers(proxy, nodes):
    nodes[0].is_broken = nodes[1].is_broken = True
    assert ask(proxy, "POST", "/own/")[0] in (502, 503)
    assert [len(node.asked) for node in nodes] in ([1, 0], [0, 1])
    nodes[1].is_broken = False
    assert {ask(proxy, "GET", f"/{number}/")[0] for number in range(4)} == {200}
    assert nodes[1].asked.count("GET") == 4


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_a_node_where_somebody_else_is_writing_goes_on(method, proxy, nodes):
    """What it says with 503 is handed on as it is; both are asked on, however often they say it."""
    assert {ask(proxy, method, "/busy/")[0] for _number in range(8)} == {503}
    assert sum(node.asked.count(method) for node in nodes) == 8
    for number in range(64):  # by turns or by lot: eight might all go to one
        ask(proxy, "GET", f"/{number}/")
    assert all("GET" in node.asked for node in nodes)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
def test_what_a_node_refused_at_its_door_another_one_does(method, proxy, nodes):
    """With what was sent along; and if none can do it, that is said, and nobody asked without end."""
    nodes[0].has_lost_it = True
    answers = [ask(proxy, method, "/own/") for _number in range(4)]
    assert {status for status, _headers, _told in answers} == {200} and nodes[1].asked == [method] * 4
    assert nodes[0].asked and {told["content-length"] for _status, _headers, told in answers} == {"2"}
    nodes[1].has_lost_it = True
    before = len(nodes[0].asked + nodes[1].asked)
    status, headers, _told = ask(proxy, method, "/own/")
    assert status == 503 and "x-accel-redirect" not in headers
    assert len(nodes[0].asked + nodes[1].asked) == before + 2


@pytest.mark.parametrize("proxy", ["Caddy"], indirect=True)
def test_what_is_meant_for_nginx_stays_inside(proxy, nodes):
    nodes[0].has_lost_it = nodes[1].has_lost_it = True
    status, headers, _told = ask(proxy, "POST", "/own/")
    assert status == 503 and "x-accel-redirect" not in headers


@pytest.mark.parametrize(("accepts", "word"), [("en-GB,de;q=0.5", "No server"), ("de", "Gerade"), ("", "Gerade")])
def test_programs_are_told_in_their_language_what_the_proxy_says_itself(accepts, word, proxy, nodes):
    nodes[0].is_broken = nodes[1].is_broken = True
    status, headers, told = ask(proxy, "POST", "/api/v1/clubs/", Accept_Language=accepts)
    assert (status, told["code"], headers["content-type"]) == (502, "away", "application/problem+json")
    assert told["title"].startswith(word)


def test_a_node_that_hangs_is_left_out(proxy, nodes):
    nodes[0].goes_on.clear()
    began = time.monotonic()

    def all_are_quick() -> bool:
        took = []
        for number in range(4):
            asked = time.monotonic()
            with suppress(OSError):
                ask(proxy, "GET", f"/{number}/")
            took.append(time.monotonic() - asked)
        return max(took) < 1

    until(all_are_quick, 30)
    assert time.monotonic() - began < 15


TWO_LENGTHS = (
    b"POST /own/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    b"POST /hidden/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
    b"POST /own/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 40\r\n\r\n"
    b"POST /hidden/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


@pytest.mark.parametrize("raw", TWO_LENGTHS, ids=["chunked as well", "two numbers"])
def test_a_request_of_two_lengths_hides_no_other_one(raw, proxy, nodes):
    """What is before the proxy and what is behind it see the same requests."""
    connection = proxy()
    connection.connect()
    connection.sock.sendall(raw)
    connection.sock.settimeout(2)
    heard = b""
    with suppress(OSError):
        while more := connection.sock.recv(1 << 16):
            heard += more
    connection.close()
    asked = len(nodes[0].asked + nodes[1].asked)
    answers = heard.count(b"HTTP/1.1 ")
    assert answers and asked == heard.count(b"HTTP/1.1 200"), heard


def test_a_stream_comes_through_as_it_is_sent(proxy, nodes):
    connection = proxy()
    connection.request("GET", "/live/x")
    answer = connection.getresponse()
    assert answer.readline() == b"data: 1\n"
    nodes[0].heard.set()  # only now the second is sent
    assert answer.read() == b"\ndata: 2\n\n"


def test_figures_and_secrets_stay_inside(proxy, nodes):
    assert ask(proxy, "GET", "/metrics")[0] == 404
    assert nodes[0].asked == nodes[1].asked == []
    assert "x-accel-expires" not in ask(proxy, "GET", "/kept/")[1]


def turns(connect, path: str, times: int = 2, **headers: str) -> int:
    """How many different answers there are."""
    said = [ask(connect, "GET", path, **headers)[2] for _time in range(times)]
    return len({json.dumps(one) for one in said})


@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
def test_kept_is_what_the_program_says_and_for_nobody_in_particular(proxy, nodes):
    nodes[1].is_broken = True  # one node, so that its turns count
    assert turns(proxy, "/kept/") == 1
    assert turns(proxy, "/own/") == 2
    session = "theme=dark; __Host-session=abc"
    assert turns(proxy, "/kept/", Cookie=session) == 2
    assert turns(proxy, "/kept/", Cookie="messages=abc") == 2
    assert turns(proxy, "/kept/", Authorization="Bearer abc") == 2
    assert ask(proxy, "GET", "/kept/", Cookie=session)[2]["cookie"] == session


@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
def test_whoever_looks_otherwise_gets_another_copy(proxy, nodes):
    nodes[1].is_broken = True
    looks = (
        {},
        {"Accept_Language": "en"},
        {"HX_Request": "true"},
        {"Cookie": "theme=dark"},
        {"Accept_Encoding": "gzip"},
    )
    looks += ({"Cookie": "django_language=en"},)
    assert len({ask(proxy, "GET", "/kept/", **look)[2]["turn"] for look in looks}) == len(looks)
    assert len({ask(proxy, "GET", f"/kept/?q={number}")[2]["turn"] for number in range(2)}) == 2


@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
def test_a_copy_is_shown_while_no_node_answers_and_only_a_copy(proxy, nodes):
    assert ask(proxy, "GET", "/kept/")[1]["x-cache"] == "MISS"
    time.sleep(2.1)
    assert ask(proxy, "GET", "/kept/")[1]["x-cache"] == "EXPIRED"  # fetched anew: nobody reads what is old
    assert ask(proxy, "GET", "/kept/", If_None_Match='W/"1"')[0] == 304
    for node in nodes:
        node.is_broken = True
    assert until(lambda: ask(proxy, "GET", "/kept/")[1]["x-cache"] == "STALE", 3)  # nginx counts whole seconds
    assert ask(proxy, "GET", "/own/")[0] == 502
    assert ask(proxy, "GET", "/kept/", Cookie="__Host-session=abc")[0] == 502
