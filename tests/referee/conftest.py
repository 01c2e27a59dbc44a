"""A table that plays, and somebody who rules there."""

from typing import Any

import pytest

MISSED = {  # Y 5 could have captured on 9 and 20 was moved
    "position": "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0",
    "roll": 4,
    "touched": None,
    "played": "20-24",
    "rules": "turnier",
    "options": {},
    "choice": None,
}


def surely(said: dict[str, Any]) -> dict[str, Any]:
    """An exclusion as it is signed the second time."""
    return {"words": "On purpose", "is_sure": True, **said} if said.get("measure") == "exclusion" else said


@pytest.fixture
def evening(club: Any, as_yara: Any) -> Any:
    from tests.tournament.evening import Evening

    made = Evening(club, "championship", by=as_yara)
    made.come(16)
    made.publish(made.draw(1)[0])
    return made


@pytest.fixture
def table(evening: Any) -> Any:
    from tournament.models import Table

    return Table.objects.of(evening.tournament).select_related("round__stage").get(round__number=1, number=1)


@pytest.fixture
def yellow(table: Any) -> Any:
    """Whom the claims are against."""
    return table.seats.select_related("entry__person").get(colour="Y").entry


@pytest.fixture
def gero(evening: Any, account: Any) -> Any:
    """A referee of this tournament and nothing else."""
    from tournament.models import Grant

    made = account("gero")
    Grant.objects.create(account=made, club=evening.tournament.club, tournament=evening.tournament, role="referee")
    return made


@pytest.fixture
def phone(gero: Any, signed_in: Any) -> Any:
    """The referee's, in English."""
    browser = signed_in(gero)
    browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return browser
