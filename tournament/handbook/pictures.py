"""Which sections have a picture. It is of the running program, in the reader's language; `tests/browser/test_handbook.py` takes
it, and fails when the page says something else than it did in the picture."""

from typing import NamedTuple


class Shot(NamedTuple):
    """Size in pixels, as it is shown."""

    width: int
    height: int


LAPTOP, PHONE = Shot(1000, 620), Shot(390, 640)
TAKEN = {"checkin": LAPTOP, "draw": LAPTOP, "results": LAPTOP, "find": PHONE}  # by the code of the section


def file_of(code: str, language: str) -> str:
    """Among the static files."""
    return f"tournament/handbook/{language}/{code}.webp"
