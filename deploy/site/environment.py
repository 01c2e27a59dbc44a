"""The only place that reads environment variables, so that a wrong value ends in one clear sentence."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from tournament.core.bucket import Bucket

T = TypeVar("T")

BASE = Path(__file__).resolve().parents[2]
# PostgreSQL's limits for each connection: how long it may keep others waiting, and when it counts as lost.
LIMITS = {
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "10s",  # a node that hangs may have locked a tournament
    "tcp_user_timeout": "3s",
    "tcp_keepalives_idle": "3s",
    "tcp_keepalives_interval": "1s",
    "tcp_keepalives_count": "3",
}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def number(name: str, default: int) -> int:
    return _read(name, str(default), int, "a whole number")


def truth(name: str, default: bool = False) -> bool:
    words = {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}
    return _read(name, "1" if default else "0", lambda value: words[value.lower()], "yes or no")


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, default: str = "") -> str:
    """A secret, or the content of the file that `NAME_FILE` names, as containers pass secrets."""
    path = text(f"{name}_FILE")
    if not path:
        return text(name, default)
    try:
        return Path(path).read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from error


def _read(name: str, default: str, convert: Callable[[str], T], what: str) -> T:
    value = text(name, default)
    try:
        return convert(value)
    except (ValueError, KeyError):
        raise ImproperlyConfigured(f"{name} must be {what}, not {value!r}.") from None


def bucket(url: str) -> str:
    """The URL of the bucket that stores files instead of a folder; checked here, so that a typo stops the start."""
    try:
        if url:
            Bucket.at(url)
    except ValueError as error:
        raise ImproperlyConfigured(f"AUGENGENAU_FILES_BUCKET must read {error}") from None
    return url


def mail(url: str) -> dict[str, object]:
    """`smtp://user:password@host:port` as Django's settings: encrypted with STARTTLS, with `smtps` from the first byte;
    unencrypted only to this machine. Empty: no mail."""
    if not url:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise ImproperlyConfigured("AUGENGENAU_MAIL must read smtp://user:password@host:port (or smtps://…).")
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 25 if is_here else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and not is_here,
        "EMAIL_TIMEOUT": 10,
    }


def database(url: str) -> dict[str, object]:
    """`postgres://user:password@host:port/name?option=value` as Django's settings; a host `%2F…` is a socket's folder."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ImproperlyConfigured("DATABASE_URL must read postgres://user:password@host:port/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 0,  # the pool keeps connections; an ASGI server's threads are short-lived
        "OPTIONS": {
            # After a crash of the database the pool would by default retry after 1, 2, 4, 8 … seconds: the longer the outage, the
            # later. So it gives up soon, and the next request makes it retry.
            "pool": {"min_size": 1, "max_size": number("AUGENGENAU_POOL", 12), "timeout": 3, "reconnect_timeout": 2},
            # Parsing and planning a short query costs PostgreSQL more than executing it: each connection prepares what it has
            # executed five times. (A pooler in front of it must support that: docs/servers.md.)
            "server_side_binding": True,
            "prepare_threshold": 5,
            "connect_timeout": 3,
            # An unreachable machine sends nothing: by default the system waits for a quarter of an hour, and with it every
            # thread of this node, or the locks of a node that is gone. So both ends send keepalives and give up soon.
            "tcp_user_timeout": 3000,
            "keepalives_idle": 3,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            "options": " ".join(f"-c {name}={value}" for name, value in LIMITS.items()),
            **dict(parse_qsl(parts.query)),
        },
    }
