"""The rule sets by id.

A new one is a module with a `Rules` class, a line here, its perft files (`python -m tests.games.engine.rules.perft_files`
makes them) and a playthrough; the tests require both of every rule set in this list.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from .codes import Code
from .contract import Options, Rules
from .errors import BadOption
from .speech import Text

RULE_SETS = {
    "turnier": ".turnier:Turnier",
    "classic": ".classic:Classic",
    "classic6": ".classic:Classic6",
    "verboten": ".classic:Verboten",
    "mauer": ".mauer:Mauer",
}


class RegistryFault(Code):
    UNKNOWN_RULES = "unknown_rules", Text("there is no rule set '{found}'")


@lru_cache
def rule_class(rules_id: str) -> type[Rules]:
    """The class of a rule set; its module is imported on first use."""
    if rules_id not in RULE_SETS:
        raise BadOption(RegistryFault.UNKNOWN_RULES, found=rules_id)
    module, _, name = RULE_SETS[rules_id].partition(":")
    cls: type[Rules] = getattr(import_module(module, __package__), name)
    return cls


def rules(rules_id: str, options: Options | None = None, boards: Mapping[str, object] | None = None) -> Rules:
    """The rule set with these options. `boards` (by board id, as `boards.load` or `layout.load` gives them)
    replace the shipped ones."""
    return rule_class(rules_id)(options, boards)
