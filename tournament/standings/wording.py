"""Why somebody stands where they stand, in sentences: German and English, from the steps that the ranking found.

Plain tables and no translation machinery, so that page, paper, API and tests read the same words anywhere.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from tournament.standings.model import EQUAL, PARTS, POINTS, Line, Step

Language = Literal["de", "en"]

# criterion: (name, better in it, worse in it)
_WORDS: Mapping[Language, Mapping[str, tuple[str, str, str]]] = {
    "de": {
        "points": ("Punkte", "mehr Punkte", "weniger Punkte"),
        "wins": ("Siege", "mehr Siege", "weniger Siege"),
        "seconds": ("zweite Plätze", "mehr zweite Plätze", "weniger zweite Plätze"),
        "thirds": ("dritte Plätze", "mehr dritte Plätze", "weniger dritte Plätze"),
        "best": ("bestes Einzelergebnis", "das bessere Einzelergebnis", "das schwächere Einzelergebnis"),
        "share": (
            "Anteil an den Tischpunkten",
            "den größeren Anteil an den Tischpunkten",
            "den kleineren Anteil an den Tischpunkten",
        ),
        "direct": ("direkter Vergleich", "den gewonnenen direkten Vergleich", "den verlorenen direkten Vergleich"),
        "opponents": ("Punkte der Gegner", "die stärkeren Gegner", "die schwächeren Gegner"),
        "penalties": ("Strafpunkte", "weniger Strafpunkte", "mehr Strafpunkte"),
        "throw_off": ("Stechen", "das gewonnene Stechen", "das verlorene Stechen"),
        "lot": ("Los", "das Los", "das Los"),
    },
    "en": {
        "points": ("points", "more points", "fewer points"),
        "wins": ("wins", "more wins", "fewer wins"),
        "seconds": ("second places", "more second places", "fewer second places"),
        "thirds": ("third places", "more third places", "fewer third places"),
        "best": ("best single result", "the better single result", "the lesser single result"),
        "share": (
            "share of the tables' points",
            "the larger share of the tables' points",
            "the smaller share of the tables' points",
        ),
        "direct": ("direct comparison", "winning the direct comparison", "losing the direct comparison"),
        "opponents": ("points of opponents", "the stronger opponents", "the weaker opponents"),
        "penalties": ("penalty points", "fewer penalty points", "more penalty points"),
        "throw_off": ("throw-off", "winning the throw-off", "losing the throw-off"),
        "lot": ("lot", "the lot", "the lot"),
    },
}
_WITHOUT_VALUES = ("direct", "lot")  # their numbers mean nothing to anybody

_FRAMES: Mapping[Language, Mapping[str, str]] = {
    "de": {
        "behind": "Hinter {name} durch {what}.",
        "before": "Vor {name} durch {what}.",
        "values": " ({own} gegen {other})",
        "level": "Gleichauf mit {name}: in allem gleich, was zählt.",
        "after": "{same} sind gleich. ",
        "and": " und ",
        "out": "Ausgeschlossen: ohne Rang.",
        "withdrawn": "Ausgestiegen: die bisherigen Ergebnisse zählen, ein Platz im Finale nicht.",
    },
    "en": {
        "behind": "Behind {name} by {what}.",
        "before": "Ahead of {name} by {what}.",
        "values": " ({own} to {other})",
        "level": "Level with {name}: equal in everything that counts.",
        "after": "{same} are equal. ",
        "and": " and ",
        "out": "Excluded: without a rank.",
        "withdrawn": "Withdrawn: the results so far count, a place in the final does not.",
    },
}

_FRACTIONS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾"}


def points(parts: int) -> str:
    """Twelfths as people write them: 13, 4½, 3⅔."""
    sign, whole = ("−" if parts < 0 else ""), abs(parts) // PARTS
    rest = Fraction(abs(parts) % PARTS, PARTS)
    if not rest:
        return f"{sign}{whole}"
    tail = _FRACTIONS.get((rest.numerator, rest.denominator), f" {rest}")
    return f"{sign}{whole or ''}{tail}".replace("  ", " ")


def _hundredths(value: int, language: Language) -> str:
    whole, rest = divmod(value, 100)
    return f"{whole}{',' if language == 'de' else '.'}{rest:02d}"


def _percent(value: int, language: Language) -> str:
    return f"{_hundredths(value, language)} %"


_SHOWN: Mapping[str, Callable[[int, Language], str]] = {
    "points": lambda value, _language: points(value),
    "best": lambda value, _language: points(value),
    "share": _percent,
    "opponents": _hundredths,
    "penalties": lambda value, _language: str(-value),
    "throw_off": lambda value, _language: "-".join(str(value)),
}


def value(criterion: str, number: int, language: Language) -> str:
    """A value of a criterion as it is shown in a column or a sentence."""
    return _SHOWN[criterion](number, language) if criterion in _SHOWN else str(number)


def name(criterion: str, language: Language) -> str:
    return _WORDS[language][criterion][0]


def why(line: Line, names: Mapping[int, str], criteria: tuple[str, ...], language: Language) -> list[str]:
    """The sentences for one player. `criteria` are the scheme's tie-breaks, `names` those that the reader may see."""
    frames = _FRAMES[language]
    if line.rank is None:
        return [frames["out"]]
    said = [frames["withdrawn"]] if line.player.status == "withdrawn" else []
    if line.above is not None:
        said.append(_step(line.above, "behind", names, criteria, language))
    if line.below is not None:
        said.append(_step(line.below, "before", names, criteria, language))
    return said


def _step(step: Step, side: str, names: Mapping[int, str], criteria: tuple[str, ...], language: Language) -> str:
    frames, neighbour = _FRAMES[language], names[step.neighbour]
    if step.criterion == EQUAL:
        return frames["level"].format(name=neighbour)
    _name, better, worse = _WORDS[language][step.criterion]
    what = better if step.own > step.other else worse
    if step.criterion not in _WITHOUT_VALUES:
        own, other = value(step.criterion, step.own, language), value(step.criterion, step.other, language)
        what += frames["values"].format(own=own, other=other)
    return _same_before(step, criteria, language) + frames[side].format(name=neighbour, what=what)


def _same_before(step: Step, criteria: tuple[str, ...], language: Language) -> str:
    """What was compared before it came to the step that decided."""
    if step.criterion == POINTS:
        return ""
    same = [POINTS, *criteria[: criteria.index(step.criterion)]]
    words, frames = [name(criterion, language) for criterion in same], _FRAMES[language]
    listed = ", ".join(words[:-1]) + frames["and"] + words[-1] if len(words) > 1 else words[0]
    return frames["after"].format(same=listed[0].upper() + listed[1:])
