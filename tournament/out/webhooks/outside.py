"""Send a POST request to a URL that a user typed.

Such a URL may aim at our own network (SSRF): the name is resolved once, every IP address is checked, and the connection goes
to a checked address. No redirects, a timeout of a few seconds, a short response. No Django here.
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

SECONDS = 5.0  # timeout for everything, from resolving the name to the end of the response
MOST_BYTES = 64 * 1024
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses embedded in IPv6 by NAT64
THE_INTERNET = ipaddress.ip_network("2000::/3")  # the IPv6 addresses that are given to networks of the internet
# Some are for documentation, for the assignments of protocols, or lead to a relay, which not every Python knows.
SPECIAL = [ipaddress.ip_network(each) for each in ("3fff::/20", "2001::/23", "192.0.0.0/24", "192.88.99.0/24")]


class Unreachable(Exception):
    """Why nothing was delivered, as a code: address, https, name, private, time, connection."""


def address_problem(url: str, *, is_local: bool = False) -> str:
    """The code of what is wrong with a URL; empty if nothing is. `is_local`: this machine itself is allowed, over HTTP
    too."""
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


def is_public(text: str) -> bool:
    """Whether an IP address is public, also the IPv4 address embedded in an IPv6 address."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if address in TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            return is_public(str(inner))
        if address not in THE_INTERNET:
            return False
    if any(address in each for each in SPECIAL):
        return False
    return address.is_global and not address.is_multicast


@dataclass
class _Attempt:
    """One request in its own thread, which is cut off after the timeout."""

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
        addresses = checked_addresses(host, port, is_local=self.is_local)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = self._connected(addresses, port, host if is_secure else None)
        try:
            path = (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")
            connection.request("POST", path, self.body, dict(self.headers))
            answer = connection.getresponse()
            answer.read(MOST_BYTES)
            return answer.status
        finally:
            connection.close()

    def _connected(self, addresses: list[str], port: int, secure_name: str | None) -> Any:
        if self.is_over:
            raise Unreachable("time")
        plain = self._first_open(addresses, port)
        self.sockets.append(plain)
        if secure_name is None:
            return plain
        secure = ssl.create_default_context().wrap_socket(plain, server_hostname=secure_name)
        self.sockets.append(secure)
        return secure

    @staticmethod
    def _first_open(addresses: list[str], port: int) -> socket.socket:
        """Try each address: a name often has IPv4 and IPv6, and this machine may have only one of them."""
        for address in addresses[:-1]:
            try:
                return socket.create_connection((address, port), timeout=SECONDS / 2)
            except OSError:
                continue
        return socket.create_connection((addresses[-1], port), timeout=SECONDS)


def checked_addresses(host: str, port: int, *, is_local: bool) -> list[str]:
    """Resolve a name to its IP addresses; Unreachable if any of them is not public."""
    try:
        resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("name") from None
    addresses = list(dict.fromkeys(str(each[4][0]) for each in resolved))
    is_ours = is_local and _is_loopback_name(host)
    if not addresses or not (is_ours or all(is_public(address) for address in addresses)):
        raise Unreachable("private")
    return addresses


def post(url: str, body: bytes, headers: Mapping[str, str], *, is_local: bool = False, seconds: float = SECONDS) -> int:
    """Send the request and return the status code, or raise Unreachable."""
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
