"""Which data folder a command means, and whether there is anything in it: a wrong folder is refused, never filled."""

import os
from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path

from deploy.laptop import folder
from deploy.laptop.folder import DATABASE, ROOT
from tournament.core import system

# The commands of Django that work on what is there: in an empty folder they would make an empty database and fail in it.
ON_DATA = {
    *("account", "backup", "erase", "export_tournament", "import_tournament", "password_link", "retention", "token"),
    "verify_tournament",
}
ABOUT_ITSELF = {"--help", "-h", "--schema"}


class NotHere(Exception):
    """A sentence that says what is missing, and what to do."""


def is_installed() -> bool:
    """From the wheel, whose folder is not ours to write into; else from the project's own folder."""
    return folder.COMMAND == "augengenau"


def usual() -> Path:
    """Where everything is kept if nobody says otherwise."""
    if named := os.environ.get("AUGENGENAU_DATA"):
        return Path(named)
    if not is_installed():
        return ROOT / "data"
    return system.usual_data()


def choose(data: Path | None) -> Path:
    """Make it the data folder of this process and of those that it starts."""
    chosen = (data or usual()).expanduser().absolute()
    os.environ["AUGENGENAU_DATA"] = str(chosen)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    if is_installed():  # what is made there: static files, and Python for phones
        os.environ.setdefault("AUGENGENAU_STATIC", str(chosen / "build" / "static"))
        os.environ.setdefault("AUGENGENAU_PHONE", str(chosen / "build" / "phone"))
    return chosen


def on_server() -> bool:
    """The database is elsewhere: named in the environment, or in a file that the environment names."""
    return bool(os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"))


def require_used(data: Path) -> None:
    """There is a database of this version in the folder, or NotHere."""
    if on_server():
        return
    path = data / DATABASE
    if not path.is_file() or not path.stat().st_size:
        raise NotHere(_("There is nothing of Augengenau in %s: name its folder with --data DIR.") % data)
    if there := folder.applied_migrations(data):
        ours = folder.own_migrations()
        if there - ours:
            raise NotHere(_("What is in %s was last used by a newer version than this one.") % data)
        if ours - there:
            raise NotHere(
                _("What is in %s is of an older version: start Augengenau with it once, which brings it up to date.")
                % data
            )
    else:
        raise NotHere(_("The database in %s cannot be read. Start Augengenau with it: that says what is wrong.") % data)


def require_for(words: Sequence[str], data: Path) -> None:
    """What a command of Django needs."""
    if words and words[0] in ON_DATA and not ABOUT_ITSELF & set(words):
        require_used(data)


def require_unused(data: Path) -> None:
    if not on_server() and (data / DATABASE).exists() and (data / DATABASE).stat().st_size:
        raise NotHere(_("%s is in use already: a backup goes into an empty folder (--data DIR).") % data)
