"""The product's settings, but a process that never looks at what others wrote: the control of R10."""

from collections.abc import Callable
from typing import Any

from deploy.site.settings import *  # noqa: F403
from deploy.site.settings import MIDDLEWARE


def deafen(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """A middleware, since it is made once the models are there."""
    from tournament.core import live

    async def neither_look_nor_listen(_hub: live.Hub) -> None:
        pass

    live.Hub._look = neither_look_nor_listen
    return get_response


MIDDLEWARE = [*MIDDLEWARE, f"{__name__}.deafen"]
