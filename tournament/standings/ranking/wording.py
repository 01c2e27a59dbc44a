"""Why somebody stands where they stand, in sentences, from the steps that the ranking found.

No translation machinery here: the words come with each tie-break, and the caller passes `say`, which translates them.
"""

from collections.abc import Mapping

from tournament.standings.ranking import share
from tournament.standings.ranking.breaks import CRITERIA
from tournament.standings.ranking.model import EQUAL, POINTS, Line, Step
from tournament.standings.ranking.saying import Say
from tournament.standings.ranking.saying import marked as _

_SIDES = {"behind": _("Behind %(name)s by %(what)s."), "before": _("Ahead of %(name)s by %(what)s.")}


def value(criterion: str, number: int, say: Say) -> str:
    """A value of a criterion as it is shown in a column or a sentence."""
    return CRITERIA[criterion].show(number, say)


def name(criterion: str, say: Say) -> str:
    return say(CRITERIA[criterion].name)


def why(line: Line, names: Mapping[int, str], criteria: tuple[str, ...], say: Say) -> list[str]:
    """The sentences for one player. `criteria` are the scheme's tie-breaks, `names` those that the reader may see."""
    if line.rank is None:
        return [say(_("Excluded: without a rank."))]
    sentences = []
    if line.player.status == "withdrawn":
        sentences.append(say(_("Withdrawn: the results so far count, a place in the final does not.")))
    if line.above is not None:
        sentences.append(_step(line.above, "behind", names, criteria, say))
    if line.below is not None:
        sentences.append(_step(line.below, "before", names, criteria, say))
    if any(step is not None and step.criterion == "share" for step in (line.above, line.below)):
        sentences.append(share.told(line, say))
    return sentences


def _step(step: Step, side: str, names: Mapping[int, str], criteria: tuple[str, ...], say: Say) -> str:
    neighbour = names[step.neighbour]
    if step.criterion == EQUAL:
        return say(_("Level with %(name)s: equal in everything that counts.")) % {"name": neighbour}
    decided = say(_SIDES[side]) % {"name": neighbour, "what": _what(step, say)}
    same = _same_before(step, criteria, say)
    return f"{same} {decided}" if same else decided


def _what(step: Step, say: Say) -> str:
    """What the one has and the other has not, with both values where they say anything."""
    criterion = CRITERIA[step.criterion]
    what = say(criterion.better if step.own > step.other else criterion.worse)
    if not criterion.has_telling_values:
        return what
    own, other = criterion.show(step.own, say), criterion.show(step.other, say)
    return say(_("%(what)s (%(own)s to %(other)s)")) % {"what": what, "own": own, "other": other}


def _same_before(step: Step, criteria: tuple[str, ...], say: Say) -> str:
    """What was compared before it came to the step that decided."""
    if step.criterion == POINTS:
        return ""
    same = [POINTS, *criteria[: criteria.index(step.criterion)]]
    listed = _listed([name(criterion, say) for criterion in same], say)
    return say(_("%(same)s are equal.")) % {"same": listed[0].upper() + listed[1:]}


def _listed(words: list[str], say: Say) -> str:
    if len(words) == 1:
        return words[0]
    return say(_("%(first)s and %(last)s")) % {"first": ", ".join(words[:-1]), "last": words[-1]}
