"""What a referee says about one throw: the verdict, the rules broken, the position that stands, and why.

Decided here: what follows from what was done at the table. Left out: which moves are legal, which are permitted, which
duty came first, why a move is impossible and whose throw is next; all that is asked of the rule set
(`games.rules.contract`) and not known here. Left out too: claims, rulings and appeals as they are kept and signed.
"""

from referee.judging.table import Ruling, Thrown, exclude, handed_on, in_time, thrown_by
from referee.judging.throw import judge
from referee.judging.verdict import Verdict

__all__ = ["Ruling", "Thrown", "Verdict", "exclude", "handed_on", "in_time", "judge", "thrown_by"]
