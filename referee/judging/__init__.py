"""What a referee says about one throw: the verdict, the rules broken, the position that stands, and why.

Decided here: what follows from what was done at the table. Left out: which moves are legal, which are permitted, which
duty came first, why a move is impossible and whose throw is next: the rule set answers that
(`games.engine.rules.contract`). Left out too: how claims, rulings and appeals are signed and stored.
"""

from .table import Claimed, Ruling, Thrown, claimed, exclude, handed_on, thrown_by
from .throw import judge
from .verdict import Verdict

__all__ = ["Claimed", "Ruling", "Thrown", "Verdict", "claimed", "exclude", "handed_on", "judge", "thrown_by"]
