"""The boards that a club owns, for those who plan with them."""

from collections.abc import Mapping
from typing import Any

from games.engine.rules.own_board import NAME, BoardOption
from games.engine.rules.registry import rule_class
from tournament.models import Club, OwnBoard


def board_option(rules: str) -> BoardOption | None:
    """The option of a rule set that says on which board it is played; None where everybody owns the same."""
    return next((option for option in rule_class(rules).at_table if isinstance(option, BoardOption)), None)


def boards_of(club: Club) -> dict[str, str]:
    """The club's own boards, by kind."""
    return dict(OwnBoard.objects.filter(club=club).exclude(text="").values_list("kind", "text"))


def with_own_board(rules: str, options: dict[str, Any], boards: Mapping[str, str]) -> dict[str, Any]:
    """The options, on the club's own board where it has one and none was chosen."""
    option = board_option(rules)
    if option is None or option.kind not in boards or NAME in options:
        return options
    return {**options, NAME: boards[option.kind]}
