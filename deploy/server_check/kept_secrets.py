"""The secrets: there, long enough, different from one another, and readable by nobody else."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, Where, ok, wrong

PART = "secrets"
SHORTEST, FEWEST_SIGNS = 24, 8
OF_CONTAINERS = "/run/secrets/"  # a file for all in it, but nobody else is in it
SCRIPT = "sh deploy/server/secrets.sh"


def look(_where: Where) -> Iterator[Finding]:
    found = [*_strength(), *_files()]
    yield from found
    if not found:
        yield ok(PART, _("All secrets are there, long, different, and closed to others."))


def named() -> dict[str, str]:
    return {
        "AUGENGENAU_SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": str(settings.DATABASES["default"]["PASSWORD"]),
        "REDIS_URL": _password(settings.REDIS_URL),
        "AUGENGENAU_CACHE_URL": _password(settings.CACHE_URL),
        "AUGENGENAU_METRICS_TOKEN": settings.METRICS_TOKEN,
    }


def _password(url: str) -> str:
    return unquote(urlsplit(url).password or "")


def _strength() -> Iterator[Finding]:
    values = named()
    for name, value in values.items():
        if not value:
            yield wrong(PART, _("%(name)s has no secret.") % {"name": name}, _made_by_script())
        elif len(value) < SHORTEST or len(set(value)) < FEWEST_SIGNS:
            yield wrong(
                PART, _("%(name)s can be guessed: it is too short or too plain.") % {"name": name}, _made_by_script()
            )
    if settings.SECRET_KEY in [value for name, value in values.items() if name != "AUGENGENAU_SECRET_KEY"]:
        yield wrong(PART, _("The key that signs sessions is a password as well."), _made_by_script())


def _made_by_script() -> str:
    return _("Have a new one made: delete its file and run %(script)s again.") % {"script": SCRIPT}


def _files() -> Iterator[Finding]:
    folder = os.environ.get("AUGENGENAU_SECRETS", "")
    paths = [Path(value) for name in (*named(), "AUGENGENAU_MAIL") if (value := os.environ.get(f"{name}_FILE"))]
    for path in [Path(folder)] if folder else paths:
        if not str(path).startswith(OF_CONTAINERS) and _is_open(path):
            text = _("Others on this machine can read %(path)s.") % {"path": path}
            yield wrong(PART, text, f"chmod -R o-rwx {path}")


def _is_open(path: Path) -> bool:
    """The file for others to read, and every folder above it for others to enter."""
    try:
        wanted = 0o5 if path.is_dir() else 0o4
        is_open = path.stat().st_mode & wanted == wanted
        return is_open and all(parent.stat().st_mode & 0o1 for parent in path.absolute().parents)
    except PermissionError:
        return False  # not even we may enter
