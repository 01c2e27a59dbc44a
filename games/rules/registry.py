"""Which rule sets there are, by id.

Another one is a module with a `Rules` class, a line here, its perft files (`python -m tests.games.rules.perft_files`
makes them) and a playthrough; the tests ask for both of every rule set in this list.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from games.rules.contract import Options, Rules
from games.rules.errors import BadOption

RULE_SETS = {
    "turnier": "games.rules.turnier:Turnier",
    "classic": "games.rules.classic:Classic",
    "classic6": "games.rules.classic:Classic6",
    "verboten": "games.rules.classic:Verboten",
    "mauer": "games.rules.mauer:Mauer",
}


@lru_cache
def rule_class(rules_id: str) -> type[Rules]:
    """The class of a rule set; its module is loaded when it is first asked for."""
    if rules_id not in RULE_SETS:
        raise BadOption("unknown_rules", found=rules_id)
    module, _, name = RULE_SETS[rules_id].partition(":")
    found: type[Rules] = getattr(import_module(module), name)
    return found


def rules(rules_id: str, options: Options | None = None, boards: Mapping[str, object] | None = None) -> Rules:
    """The rule set with these options. `boards` (by board id, as `boards.load` or `mauer.load_layout` gives them)
    take the place of the shipped ones."""
    return rule_class(rules_id)(options, boards)
