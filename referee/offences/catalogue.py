"""The list of offences: the shipped ones with a club's overrides and additions."""

from typing import Any

from games.engine.rules.contract import Rules
from referee.judging.offences import SHIPPED, Shipped
from referee.models import Offence
from tournament.core.languages import best_of, codes
from tournament.models import Club


def _as_data(shipped: Shipped) -> dict[str, Any]:
    """In the same form as `Offence.as_data`."""
    titles = {language: shipped.title.said(language) for language in codes()}
    return {**{name: value for name, value in shipped._asdict().items() if name != "title"}, "titles": titles}


def offences_of(club: Club, *, all_of_them: bool = False) -> list[dict[str, Any]]:
    """The club's list: the shipped ones, each replaced by the club's own of the same code, then what the club added.
    `titles` by language."""
    shipped = {one.code: {**_as_data(one), "is_left_out": False, "version": 0} for one in SHIPPED}
    own = {offence.code: offence.as_data() for offence in Offence.objects.filter(club=club).order_by("pk")}
    return [one for one in {**shipped, **own}.values() if all_of_them or not one["is_left_out"]]


def offences_at(club: Club, rules: Rules) -> list[dict[str, Any]]:
    """Those of a game by these rules. Other books than the tournament's do not number their rules, do not bind anybody to the
    piece that was touched, and compel nobody to capture unless the option says so."""
    if rules.id == "turnier":
        return offences_of(club)
    unknown = {"touched"} if rules.options.get("forced_capture") else {"touched", "capture"}
    if rules.id == "mauer":  # entered by any number, begun by the youngest
        unknown |= {"start", "enter", "again", "opening"}
    return [{**one, "rule": None} for one in offences_of(club) if one["code"] not in unknown]


def offence_of(club: Club, code: str) -> dict[str, Any] | None:
    return next((one for one in offences_of(club, all_of_them=True) if one["code"] == code), None)


def title_of(offence: dict[str, Any], language: str) -> str:
    return best_of(offence["titles"], language)


def is_shipped(code: str) -> bool:
    return any(one.code == code for one in SHIPPED)
