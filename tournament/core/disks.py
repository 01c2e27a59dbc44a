"""What is wrong with the disk, by the errors of files, SQLite and PostgreSQL; and what is said of it.

The users cannot mend it, but the operator of the installation can, and should hear of it from them.
"""

import errno
from dataclasses import dataclass

from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import Declared, Refused


class Trouble(Refused):
    status = 507


@dataclass(frozen=True)
class Kind:
    refusal: Declared
    of_files: tuple[int, ...]
    of_postgresql: str
    of_sqlite: tuple[str, ...]

    def is_of(self, error: BaseException) -> bool:
        if isinstance(error, OSError):
            return error.errno in self.of_files
        if not isinstance(error, DatabaseError):
            return False
        return getattr(error.__cause__, "sqlstate", None) == self.of_postgresql or str(error) in self.of_sqlite


FULL = Kind(
    Declared(
        "disk_full",
        _("The disk is full: nothing of this was saved. As soon as there is room again it goes on by itself."),
        Trouble,
    ),
    (errno.ENOSPC, errno.EDQUOT),
    "53100",
    ("database or disk is full",),
)
READ_ONLY = Kind(
    Declared(
        "disk_read_only",
        _(
            "The disk can only be read at present: nothing of this was saved. Whoever runs this machine must look at it."
        ),
        Trouble,
    ),
    (errno.EROFS,),
    "25006",
    ("attempt to write a readonly database",),
)
FAILING = Kind(
    Declared(
        "disk_failing",
        _(
            "The disk answers with errors: it is not certain that this was saved. Whoever runs this machine must look at it."
        ),
        Trouble,
    ),
    (errno.EIO,),
    "58030",
    ("disk I/O error", "unable to open database file"),
)
DAMAGED = Kind(
    Declared(
        "database_damaged",
        _(
            "The database is damaged: nothing of this was saved. Whoever runs this machine ends Augengenau and starts it "
            "again: then it says which backup is good."
        ),
        Trouble,
    ),
    (),
    "XX001",
    ("database disk image is malformed", "file is not a database"),
)


def trouble(error: BaseException | None) -> Refused | None:
    found = next((kind for kind in (FULL, READ_ONLY, FAILING, DAMAGED) if error and kind.is_of(error)), None)
    return found.refusal() if found else None
