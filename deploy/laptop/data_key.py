"""The secret key of a laptop, which signs its cookies: made once, in its private data folder."""

import os
import secrets
from pathlib import Path

from tournament.core import system

SHORTEST = 32  # signs; ours are 67


def require_there(folder: Path, database: Path) -> None:
    """A new key beside a database that is in use would end every link that is printed, without a word."""
    path = folder / "secret-key"
    if "AUGENGENAU_SECRET_KEY" in os.environ or path.exists() or not database.exists() or not database.stat().st_size:
        return
    newest = max((folder / "backups").glob("augengenau-*.zip"), key=lambda backup: backup.name, default=None)
    copy = f"the backup {newest} holds it as secret-key" if newest else "look for a copy of the folder"
    raise SystemExit(
        f"The file {path}, which holds the key of links and cookies, is gone, though there is a database: put it back ({copy}), "
        "or write 50 letters and digits, drawn by chance, into a new one, and all links and cookies end."
    )


def secret_key(folder: Path) -> str:
    """The key in the folder, made on first use; two processes that start at once end with the same one."""
    path = folder / "secret-key"
    if not path.exists():
        _create(path, secrets.token_urlsafe(50))
    key = path.read_text(errors="replace").strip()
    if len(key) < SHORTEST or not key.isascii() or not key.isprintable():
        raise SystemExit(
            f"The file {path}, which holds the key of links and cookies, is damaged: put it back from a copy of the folder, or "
            "delete it, and all links and cookies end."
        )
    return key


def _create(path: Path, content: str) -> None:
    """Create the file whole or not at all: a draft is linked into place, and the first process wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    draft.touch(mode=0o600)
    try:
        draft.write_text(content)
        system.put_in_place(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)
