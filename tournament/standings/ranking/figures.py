"""How numbers of the standings are written: points with fractions, hundredths with the decimal sign of the language."""

from fractions import Fraction

from tournament.standings.ranking.model import PARTS
from tournament.standings.ranking.saying import Say
from tournament.standings.ranking.saying import marked as _

_FRACTIONS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}


def points(parts: int) -> str:
    """Twelfths as people write them: 13, 4½, 3⅔."""
    sign, whole = ("−" if parts < 0 else ""), abs(parts) // PARTS
    rest = Fraction(abs(parts) % PARTS, PARTS)
    if not rest:
        return f"{sign}{whole}"
    tail = _FRACTIONS.get((rest.numerator, rest.denominator), f" {rest}")
    return f"{sign}{whole or ''}{tail}".replace("  ", " ")


def hundredths(value: int, say: Say) -> str:
    whole, rest = divmod(value, 100)
    return say(_("%(whole)s.%(hundredths)s")) % {"whole": whole, "hundredths": f"{rest:02d}"}


def percent(value: int, say: Say) -> str:
    """Of hundredths of a per cent."""
    return f"{hundredths(value, say)} %"


def of_points(parts: int, _say: Say) -> str:
    return points(parts)


def number(value: int, _say: Say) -> str:
    return str(value)


def negated(value: int, _say: Say) -> str:
    return str(-value)


def throws(value: int, _say: Say) -> str:
    return "-".join(str(value))
