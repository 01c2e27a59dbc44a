"""One ASGI server for pages and streams: the web process of a laptop, on a socket that the launcher has opened; on a server
the process to which the proxy sends what begins with /live/ (`python -m deploy.web 127.0.0.1:8001`).

A live page never ends by itself, so the streams are ended here as soon as the server is told to end.
"""

import asyncio
import os
import socket
import sys
from typing import Any

import uvicorn

GRACE = 3  # seconds for the answers under way

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy import asgi  # noqa: E402  (needs the settings' name)

ending = asyncio.Event()


class Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending.set()
        await super().shutdown(sockets)


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
    config = uvicorn.Config(
        application,
        log_config=None,  # the settings say how a line looks
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    Server(config).run(sockets=[_listener(sys.argv[1])])


def _listener(said: str) -> socket.socket:
    """By the number of an open socket, or by an address to listen on."""
    if said.isdigit():
        return socket.socket(fileno=int(said))
    host, _colon, port = said.rpartition(":")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host.strip("[]"), int(port)), family=family, backlog=2048)


if __name__ == "__main__":
    main()
