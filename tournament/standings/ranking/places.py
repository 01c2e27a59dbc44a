"""How a table ended, as it is typed, sent, listed and stored: by colour the place, and the count where the board was counted."""

from collections.abc import Mapping
from typing import TypedDict


class Placed(TypedDict):
    place: int | None  # 0: did not come; None: still open
    counted: int | None


NOTHING = Placed(place=None, counted=None)
Places = dict[str, Placed]  # by colour
Short = dict[str, list[int | None]]  # the same as the log stores it


def short(places: Mapping[str, Placed]) -> Short:
    return {colour: [seat["place"], seat["counted"]] for colour, seat in places.items()}
