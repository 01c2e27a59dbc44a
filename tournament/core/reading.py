"""Read for a while from another database than usual: from the frozen copy of which a backup is made."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_alias: ContextVar[str | None] = ContextVar("reading_from", default=None)


@contextmanager
def reading_from(alias: str) -> Iterator[None]:
    token = _alias.set(alias)
    try:
        yield
    finally:
        _alias.reset(token)


class Router:
    """For Django's DATABASE_ROUTERS. Nothing is said of writing: nobody writes meanwhile."""

    def db_for_read(self, _model: type[Any], **_hints: Any) -> str | None:
        return _alias.get()
