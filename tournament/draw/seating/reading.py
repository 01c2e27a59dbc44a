"""Reading JSON that may hold anything: what is wrong is refused with the name of the field and a reason.

Left out: what the fields mean.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NoReturn, TypeVar

from tournament.draw.seating.model import Id, SeatingError

T = TypeVar("T")
Json = Mapping[str, Any]
MAX_ENTRIES = 100_000
MAX_NUMBER = 10**9
MAX_TEXT = 200


def refuse(where: str, why: str) -> NoReturn:
    raise SeatingError("bad_request", f"{where}: {why}.", field=where)


def whole(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        refuse(where, f"must be a whole number from {low} to {high}")
    return value


def list_of(value: Any, where: str, read: Callable[[Any], T], most: int = MAX_ENTRIES) -> list[T]:
    if type(value) is not list or len(value) > most:
        refuse(where, f"must be a list of at most {most} entries")
    return [read(entry) for entry in value]


def one_of(data: Json, where: str, choices: Sequence[Any]) -> Any:
    value = data.get(where, choices[0])
    if value not in choices:
        refuse(where, f"must be one of {', '.join(choices)}")
    return value


def player_id(value: Any) -> Id:
    if type(value) is int and abs(value) <= MAX_NUMBER:
        return value
    if type(value) is str and 0 < len(value) <= MAX_TEXT:
        return value
    refuse("players", f"an id must be a whole number or a text of at most {MAX_TEXT} characters")


def real(value: Any, where: str, most: float) -> float:
    if type(value) not in (int, float) or abs(value) > most or not isfinite(value):
        refuse(where, f"must be numbers up to {most:g}")
    return float(value)


def text(value: Any, where: str) -> str:
    if type(value) not in (int, str) or len(str(value)) > MAX_TEXT:
        refuse(where, f"must be a whole number or a text of at most {MAX_TEXT} characters")
    return str(value)
