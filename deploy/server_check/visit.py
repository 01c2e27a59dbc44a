"""Send requests as a visitor would, forged headers included: over IPv4 or IPv6, by the name of the site."""

import http.client
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

PATIENCE = 5.0
FORGED_ADDRESS, FORGED_HOST, FORGED_ID = "203.0.113.66", "forged.example", "forgedforgedforged"
FORGED = {
    "X-Forwarded-For": FORGED_ADDRESS,
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Host": FORGED_HOST,
    "Forwarded": f"for={FORGED_ADDRESS}",
    "X-Request-ID": FORGED_ID,
}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)

    @property
    def told(self) -> dict[str, Any]:
        return dict(json.loads(self.body)) if self.body.startswith(b"{") else {}


@dataclass(frozen=True)
class Proxy:
    """The site's name and port, and where to connect for it."""

    name: str
    port: int
    address: str = ""
    address_port: int = 0

    @classmethod
    def of_the_site(cls, proxy: str = "") -> "Proxy":
        parts = urlsplit(settings.SITE)
        host, _colon, port = proxy.rpartition(":") if proxy else ("", "", "")
        default = parts.port or 443
        return cls(str(parts.hostname), default, host.strip("[]"), int(port or 0))

    def addresses(self, family: socket.AddressFamily) -> list[str]:
        try:
            found = socket.getaddrinfo(self.address or self.name, self.port, family, socket.SOCK_STREAM)
        except OSError:
            return []
        return sorted({str(one[4][0]) for one in found})

    @contextmanager
    def connected(self, address: str = "") -> Iterator[http.client.HTTPSConnection]:
        """The certificate is checked each time: a token is sent here."""
        place = (address or self.address or self.name, self.address_port or self.port)
        context = ssl.create_default_context()
        raw = socket.create_connection(place, PATIENCE)
        connection = http.client.HTTPSConnection(self.name, self.port, timeout=PATIENCE, context=context)
        try:
            connection.sock = context.wrap_socket(raw, server_hostname=self.name)
            yield connection
        finally:
            connection.close()
            raw.close()

    def ask(self, path: str, address: str = "", **headers: str) -> Answer:
        with self.connected(address) as connection:
            return answer_of(connection, path, headers)


def answer_of(connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> Answer:
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    found = connection.getresponse()
    return Answer(found.status, {name.lower(): value for name, value in found.headers.items()}, found.read())


def ask_directly(place: str, path: str, **headers: str) -> Answer:
    """A process past the proxy, as the proxy would ask it."""
    host, _colon, port = place.rpartition(":")
    connection = http.client.HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
    host = settings.ALLOWED_HOSTS[0].lstrip(".")
    try:
        return answer_of(connection, path, {"Host": host, "X-Forwarded-Proto": "https", **headers})
    finally:
        connection.close()


def key() -> str:
    return f"Bearer {settings.METRICS_TOKEN}"
