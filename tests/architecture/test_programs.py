"""What pages can do, programs can do: every action has an endpoint, or docs/api.md says why it has none."""

import importlib
import pkgutil
import re
from typing import Any

import games
import referee
import tournament
from tests.architecture.modules import ROOT
from tests.architecture.test_gates import ROUTES
from tournament.core.api_common.receipts import GIVEN

DOC = (ROOT / "docs" / "api.md").read_text()
# Written by the machine itself, never at somebody's wish: they need what nobody holds, or are a part of another action.
OF_THE_MACHINE = {
    "retention.kept": "what is old is cleared away",
    "contacts.erased": "contacts are erased some weeks after the tournament",
    "entries.erased": "the part of erasing somebody that concerns a tournament",
    "club.adopted": "a club without an admin gets one at the start",
    "first_link.made": "the launcher prints it",
    "account.closed": "manage.py account",
    "account.opened": "manage.py account",
    "account.signed_out": "manage.py account",
    "tournament.copied": "the part of copying that fills the new tournament: `copy/` makes it",
    "tournament.cleared": "what was deleted is erased some weeks later",
    "free_game.ended": "a recorded game is over by itself",
    "result.unopposed": "the background confirms what nobody contradicted",
}

NOT_IMPORTED = (".management.", ".migrations", ".__main__", ".system.windows")


def actions() -> dict[str, list[Any]]:
    """Every action, by its code."""
    found: dict[str, list[Any]] = {}
    for package in (tournament, games, referee):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if any(part in module.name for part in NOT_IMPORTED):
                continue
            for thing in vars(importlib.import_module(module.name)).values():
                code = getattr(thing, "action", None)
                if callable(thing) and isinstance(code, str) and hasattr(thing, "answers"):
                    found.setdefault(code, []).append(thing)
    return found


def given() -> set[str]:
    """The codes of the actions that endpoints answer a receipt of."""
    assert ROUTES, "the addresses are loaded with all endpoints"
    return set(GIVEN)


def reasons() -> dict[str, str]:
    """What docs/api.md says has no endpoint, and why."""
    part = DOC.partition("## What programs cannot do")[2].partition("\n## ")[0]
    found: dict[str, str] = {}
    for codes, reason in re.findall(r"^\| (`[^|]+`) \| ([^|]+) \|$", part, re.MULTILINE):
        found |= dict.fromkeys(re.findall(r"`([a-z_.]+)`", codes), reason)
    return found


def test_every_action_has_an_endpoint_or_a_reason():
    known, said = given(), reasons()
    lacking = {code for code in actions() if code not in known and code not in OF_THE_MACHINE and code not in said}
    assert lacking == set()


def test_no_reason_is_given_for_what_programs_can_do():
    known = given()
    assert {code for code in (*reasons(), *OF_THE_MACHINE) if code in known or code not in actions()} == set()


def test_control_the_actions_are_found():
    assert {"entry.added", "round.published", "ruling.signed", "game.line_added", "token.made"} <= actions().keys()
    assert {"entry.added", "round.published", "webhook.made", "round.drawn"} <= given()
