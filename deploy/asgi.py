"""Pages and live streams in one process (the laptop); a server gives /live/ a process of its own.

Streams are answered before Django's middleware: thousands are open at once and each would cost a thread's attention.
"""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_app = get_asgi_application()

from deploy.streams import stream  # noqa: E402  (needs the apps loaded)

PREFIX = "/live/"


async def application(scope, receive, send):  # type: ignore[no-untyped-def]
    if scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await stream(scope, receive, send, scope["path"].removeprefix(PREFIX))
    elif scope["type"] == "http":
        await django_app(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _lifespan(receive, send)


async def _lifespan(receive, send):  # type: ignore[no-untyped-def]
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
