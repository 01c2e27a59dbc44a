"""Telling another server something: one POST to an address that a user typed.

Such an address may be meant for our own network: the name is looked up once, every number it has is checked, and the
connection goes to a number that was checked. No redirects, a few seconds, a short answer. No Django here.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import SplitResult, urlsplit

SECONDS = 5.0  # for everything together, from the name to the end of the answer
MOST_BYTES = 64 * 1024
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses behind a translator


class Unreachable(Exception):
    """Why nothing was delivered, as a code: address, name, private, time, connection."""


def address_problem(url: str, *, is_local: bool = False) -> str:
    """What is wrong with an address before anything is asked of it; empty if it will do. `is_local`: programs on this very
    machine are permitted, over http too."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "address"
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or not parts.hostname or port == 0 or parts.username is not None or parts.fragment:
        return "address"
    if parts.scheme == "https" or (is_local and parts.scheme == "http" and _is_loopback_name(parts.hostname)):
        return ""
    return "https"


def _is_loopback_name(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")


def is_public(number: str) -> bool:
    """Whether a number belongs to the internet, also where it is wrapped in another kind of number."""
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if address in TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            return is_public(str(inner))
    return address.is_global and not address.is_multicast


@dataclass
class _Attempt:
    """One delivery in a thread of its own, which is given up when the time is over."""

    parts: SplitResult
    body: bytes
    headers: Mapping[str, str]
    is_local: bool
    status: int = 0
    error: str = ""
    is_over: bool = False
    sockets: list[socket.socket] = field(default_factory=list)

    def run(self) -> None:
        try:
            self.status = self._post()
        except Unreachable as error:
            self.error = str(error)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.error = f"connection: {type(error).__name__}"

    def cut(self) -> None:
        self.is_over = True
        for each in self.sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _post(self) -> int:
        host = self.parts.hostname or ""
        is_secure = self.parts.scheme == "https"
        port = self.parts.port or (443 if is_secure else 80)
        numbers = checked_numbers(host, port, is_local=self.is_local)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = self._connected(numbers, port, host if is_secure else None)
        try:
            path = (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")
            connection.request("POST", path, self.body, dict(self.headers))
            answer = connection.getresponse()
            answer.read(MOST_BYTES)
            return answer.status
        finally:
            connection.close()

    def _connected(self, numbers: list[str], port: int, secure_name: str | None) -> Any:
        if self.is_over:
            raise Unreachable("time")
        plain = self._first_open(numbers, port)
        self.sockets.append(plain)
        if secure_name is None:
            return plain
        secure = ssl.create_default_context().wrap_socket(plain, server_hostname=secure_name)
        self.sockets.append(secure)
        return secure

    @staticmethod
    def _first_open(numbers: list[str], port: int) -> socket.socket:
        """A name has often one number of each kind, and this machine may know only one kind."""
        for number in numbers[:-1]:
            try:
                return socket.create_connection((number, port), timeout=SECONDS / 2)
            except OSError:
                continue
        return socket.create_connection((numbers[-1], port), timeout=SECONDS)


def checked_numbers(host: str, port: int, *, is_local: bool) -> list[str]:
    """All numbers of a name; refused if a single one of them is not of the internet."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("name") from None
    numbers = list(dict.fromkeys(str(each[4][0]) for each in found))
    is_ours = is_local and _is_loopback_name(host)
    if not numbers or not (is_ours or all(is_public(number) for number in numbers)):
        raise Unreachable("private")
    return numbers


def post(url: str, body: bytes, headers: Mapping[str, str], *, is_local: bool = False, seconds: float = SECONDS) -> int:
    """The number of the answer, or Unreachable."""
    if problem := address_problem(url, is_local=is_local):
        raise Unreachable(problem)
    attempt = _Attempt(urlsplit(url), body, headers, is_local)
    thread = threading.Thread(target=attempt.run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        attempt.cut()
        raise Unreachable("time")
    if attempt.error:
        raise Unreachable(attempt.error)
    return attempt.status
