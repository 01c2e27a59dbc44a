"""The options of a drawing."""

from dataclasses import dataclass

from ..rules.speech import USUAL, Language


@dataclass(frozen=True, kw_only=True)
class View:
    language: Language = USUAL
    width: str = ""  # "30mm", "360"; empty: as wide as its place
    caption: str = ""
    with_note: bool = True  # what the board's file says about itself (whose reconstruction it is)
    with_numbers: bool = False  # on the free track fields
    with_letters: bool = True  # B, a-d, Z, and the colour on its start field; better without below 4 cm
    is_focusable: bool = False  # every field a button with a name; else the whole is one picture


PLAIN = View()
