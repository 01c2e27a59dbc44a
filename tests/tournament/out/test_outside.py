"""One POST to an address that somebody typed: only to the internet, never on to elsewhere, never for long."""

import socket
import time

import pytest

from tests.tournament.sink import Sink
from tournament.out.webhooks import outside
from tournament.out.webhooks.outside import Unreachable, address_problem, is_public, post


def why(url: str, **more: object) -> str:
    with pytest.raises(Unreachable) as caught:
        post(url, b"{}", {}, **more)
    return str(caught.value)


@pytest.mark.parametrize(
    "number",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.1.2.3", "2002:7f00:1::", "64:ff9b::a00:1", "2001:db8::1"),
        *("64:ff9b:1::a00:1", "64:ff9b:1:ffff::1", "5f00::1", "5f00:ffff::", "::127.0.0.1", "::10.0.0.1", "::9.9.9.9"),
        *("192.0.0.8", "192.0.0.9", "192.0.0.170", "192.0.0.255", "::ffff:192.0.0.8", "64:ff9b::c000:8", "192.88.99.1"),
        *("3fff::1", "100::1", "fec0::1", "4000::1", "2001:2::1", "2001:10::1"),
    ],
)
def test_numbers_of_our_own_networks_are_none_of_the_internet(number):
    assert not is_public(number)


@pytest.mark.parametrize("number", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"])
def test_numbers_of_the_internet(number):
    assert is_public(number)


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://example.org/in", ""),
        ("https://example.org:8443/?a=b", ""),
        ("http://example.org/", "https"),
        ("ftp://example.org/", "https"),
        ("https:///in", "address"),
        ("https://a:b@example.org/", "address"),
        ("https://example.org/#x", "address"),
        ("https://example.org:99999/", "address"),
        ("https://example.org:0/", "address"),
        ("https://[::1/", "address"),
        ("https://exämple.org/", "address"),
        ("https://example.org/\r\nX: y", "address"),
        ("https://example.org\\@10.0.0.1/", "address"),
        ("foo", "https"),
    ],
)
def test_addresses(url, problem):
    found = address_problem(url)
    assert found == problem or (url == "foo" and found)


def test_http_is_for_programs_on_this_machine_alone_and_only_where_that_is_permitted():
    assert address_problem("http://127.0.0.1:9/") == "https"
    assert address_problem("http://127.0.0.1:9/", is_local=True) == ""
    assert address_problem("http://192.168.1.4:9/", is_local=True) == "https"


def test_a_name_is_refused_if_a_single_number_of_it_is_ours(monkeypatch):
    def both(*_a, **_k):
        return [(socket.AF_INET, 1, 6, "", (number, 443)) for number in ("9.9.9.9", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    assert why("https://example.org/") == "private"
    assert why("https://example.org/", is_local=True) == "private"


def test_the_connection_goes_to_the_number_that_was_checked(monkeypatch):
    """Asked a second time, a name might lead into our own network."""
    answers = iter(["9.9.9.9", "127.0.0.1"])
    dialled = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: [(2, 1, 6, "", (next(answers), 443))])
    monkeypatch.setattr(
        socket, "create_connection", lambda where, **_k: dialled.append(where) or (_ for _ in ()).throw(OSError())
    )
    assert why("https://example.org/") == "connection: OSError"
    assert dialled == [("9.9.9.9", 443)]


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://169.254.169.254/"]
)
def test_this_machine_is_refused(url):
    assert why(url) == "private"


def test_what_is_posted_arrives_and_the_answer_is_told():
    with Sink(status=202) as sink:
        assert post(sink.url, b'{"a":1}', {"X-Y": "z"}, is_local=True) == 202
    path, headers, body = sink.heard[0]
    assert (path, headers["X-Y"], body) == ("/in?key=1", "z", b'{"a":1}')


def test_nobody_is_followed_elsewhere():
    with Sink() as other, Sink(status=302, location=other.url) as sink:
        assert post(sink.url, b"{}", {}, is_local=True) == 302
        assert not other.heard


def test_who_takes_too_long_is_given_up():
    with Sink(seconds=3) as sink:
        began = time.monotonic()
        assert why(sink.url, is_local=True, seconds=0.2) == "time"
        assert time.monotonic() - began < 2


def test_no_more_of_an_answer_is_read_than_need_be(monkeypatch):
    monkeypatch.setattr(outside, "MOST_BYTES", 10)
    with Sink() as sink:
        assert post(sink.url, b"{}", {}, is_local=True) == 204


def test_nobody_there():
    with Sink() as sink:
        pass
    assert why(sink.url, is_local=True).startswith("connection: ")
