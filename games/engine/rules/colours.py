"""The names of the colours. Apart from other words, because the errors name colours too."""

from collections.abc import Mapping

from .speech import SOURCE, Language, Text

COLOUR_NAMES: Mapping[object, Text] = {
    "Y": Text("Yellow"),
    "G": Text("Green"),
    "R": Text("Red"),
    "K": Text("Black"),
    "B": Text("Blue"),
    "W": Text("White"),
}


def colour_name(colour: str, language: Language = SOURCE) -> str:
    return COLOUR_NAMES[colour].said(language)
