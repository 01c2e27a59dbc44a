"""The sentences of Mauerhüpfen: why a move is refused, what is wrong with a layout file (see `wording`)."""

from collections.abc import Mapping

Sentence = tuple[str, str]  # German, English

# What makes a move impossible, or how it has to be written.
IMPOSSIBLE: Mapping[str, Sentence] = {
    "mauer_dice": (
        "Gewürfelt sind {thrown}, der Zug nutzt {used}: Beide Würfel gelten, und beide für dieselbe Figur.",
        "{thrown} was thrown, the move uses {used}: both dice count, and both for the same piece.",
    ),
    "mauer_enter": (
        "Eine wartende Figur kommt mit dem ersten Würfel vorwärts ins Spiel, das Startfeld zählt mit.",
        "A waiting piece enters forward with the first die, the start field counts.",
    ),
    "mauer_edge": (
        "Von Feld {field} führt die {die} über das Ende der Laufstrecke hinaus.",
        "From field {field} a {die} leads off the end of the track.",
    ),
    "mauer_no_wall": (
        "Neben Feld {field} steht kein Mauerstück mit der {die}.",
        "No wall section with a {die} stands beside field {field}.",
    ),
    "mauer_own_piece": (
        "Auf Feld {field} steht eine eigene Figur, und der Zug hält dort an.",
        "An own piece stands on field {field}, and the move stops there.",
    ),
    "mauer_written": ("Dieser Zug wird {move} geschrieben.", "This move is written {move}."),
}

# What is wrong with a layout file, or with a position on a layout.
ERRORS: Mapping[str, Sentence] = {
    "layout_key": ("In der Datei fehlt „{key}“.", "the layout does not say what its '{key}' is"),
    "layout_start": (
        "„start“ nennt zu mindestens zwei der Farben {colours} das Startfeld.",
        "'start' names the start field of two or more of the colours {colours}",
    ),
    "layout_colour": (
        "„{colour}“ ist keine der Farben {colours}.",
        "'{colour}' is not one of the colours {colours}",
    ),
    "layout_z": (
        "„z“ ist eine Liste von mindestens einem Feld zwischen 1 und {track}.",
        "'z' is a list of one or more fields from 1 to {track}",
    ),
    "layout_z_twice": ("In „z“ steht ein Feld doppelt.", "'z' names a field twice"),
    "layout_walls": ("„walls“ ist eine Liste von Mauerstücken.", "'walls' is a list of wall sections"),
    "layout_section": (
        "Mauerstück {place} besteht nicht aus Feld, Feld und Zahl.",
        "wall section {place} is not a field, a field and a number",
    ),
    "layout_section_fields": (
        "Mauerstück {place} verbindet nicht zwei verschiedene Felder zwischen 1 und {track}.",
        "wall section {place} does not join two different fields from 1 to {track}",
    ),
    "layout_section_number": (
        "Die Zahl auf Mauerstück {place} liegt nicht zwischen 1 und 6.",
        "the number on wall section {place} is not from 1 to 6",
    ),
    "layout_section_twice": (
        "An Feld {field} stehen zwei Mauerstücke mit der {number}.",
        "field {field} has two wall sections with a {number}",
    ),
    "layout_full": (
        "Es bleibt kein Feld, das weder Startfeld noch Z-Feld ist.",
        "no field is left that is neither a start field nor a Z field",
    ),
    "z_field": (
        "Auf dem Z-Feld {field} bleibt keine Figur stehen.",
        "no piece stays on the Z field {field}",
    ),
}
