"""First name and surname of a name that was written in one line. PURE."""

_PARTICLE_WORDS = (
    "von vom van de den der des di da del della dos du do el la le te ten ter ap af mac zu zum zur al bin ibn"
)
PARTICLES = frozenset(_PARTICLE_WORDS.split())  # small words in front of a surname, which belong to it


def split_name(name: str) -> tuple[str, str]:
    """ "Yilmaz, Yara", or else the surname last."""
    if "," in name:
        family, _comma, given = name.partition(",")
        return (given.strip() or family.strip()), (family.strip() if given.strip() else "")
    return split_words(name)


def split_words(name: str, *, is_family_first: bool = False) -> tuple[str, str]:
    """Without a comma. Of words of which one is in capitals, that one is the surname; else it is the last, or the first."""
    words = name.split()
    loud = [word for word in words if len(word) > 1 and word.isupper()]
    if loud and len(loud) < len(words):
        return " ".join(word for word in words if word not in loud), " ".join(loud)
    if is_family_first and len(words) > 1:
        at = next((at for at, word in enumerate(words) if word.casefold() not in PARTICLES), 0) + 1
        return " ".join(words[at:]), " ".join(words[:at])
    at = next((at for at, word in enumerate(words[1:-1], 1) if word in PARTICLES), max(len(words) - 1, 1))
    return " ".join(words[:at]), " ".join(words[at:])
