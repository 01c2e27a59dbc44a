"""One ASGI server for pages and streams: the web process of a laptop, on a socket that the launcher has opened; on a server
the process to which the proxy sends paths under /live/ (`python -m deploy.site.uvicorn_process 127.0.0.1:8001`).

A live stream never ends by itself, so the streams are ended here as soon as the server is told to shut down.
"""

import asyncio
import os
import socket
import sys
from typing import Any

import uvicorn
from django.conf import settings
from django.db import connection

GRACE = 3  # seconds for open requests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")

from deploy.site import accepting, asgi, connections, sqlite, streams  # noqa: E402  (these need the settings' name)
from tournament.core import system  # noqa: E402

ending = asyncio.Event()


class Server(uvicorn.Server):
    """Takes connections itself: uvicorn would take any number."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        house = accepting.House(accepting.most_connections(), behind_proxy=bool(settings.PROXIES))
        connections.Patient.house = house
        is_sqlite = connection.vendor == "sqlite"
        self._database = sqlite.stay_open(connection.settings_dict["NAME"]) if is_sqlite else None
        streams.leave_room(house.most, house.most_of_one)
        self._accepting = [
            asyncio.create_task(accepting.accept(each, house, self._connection)) for each in sockets or []
        ]

    def _connection(self) -> connections.Patient:
        return connections.Patient(config=self.config, server_state=self.server_state, app_state={})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending.set()
        for each in self._accepting:
            each.cancel()
        await asyncio.gather(
            *self._accepting, return_exceptions=True
        )  # who is in by now is told to leave like the others
        await super().shutdown(sockets)
        self._database = None  # closed


async def application(scope: Any, receive: Any, send: Any) -> None:
    if not scope["path"].startswith(asgi.PREFIX):
        await asgi.application(scope, receive, send)
        return

    async def receive_until_end() -> Any:
        message, end = asyncio.ensure_future(receive()), asyncio.ensure_future(ending.wait())
        await asyncio.wait({message, end}, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        return message.result() if message.done() else {"type": "http.disconnect"}

    await asgi.application(scope, receive_until_end, send)
    if ending.is_set():
        await send({"type": "http.response.body", "body": b""})


def main() -> None:
    system.obey_parent()
    config = uvicorn.Config(
        application,
        log_config=None,  # Django's settings set up logging
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        http=connections.Patient,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    Server(config).run(sockets=[_listener(sys.argv[1])])


def _listener(place: str) -> socket.socket:
    """`place`: the file descriptor of an open socket, or an address to listen on."""
    if place.isdigit():
        return socket.socket(fileno=int(place))
    host, _colon, port = place.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host.strip("[]"), int(port)), family=family, backlog=2048)


if __name__ == "__main__":
    main()
