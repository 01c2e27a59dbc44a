"""Any position of any board as SVG, the six colours' marks, faces of dice.

`draw` gives one line of SVG: no script, no style, no link, no id (so that many drawings can share a page), the same
bytes for the same arguments. It works alone, inlined and in WeasyPrint; every part also has a class by which a style
sheet can change it (the list is `palette.PAINT` and `palette.WORN`). For touch every field is a group
`<g class="ag-field" data-field="17">`, with `data-colour` where it is a colour's own (waiting fields `B`, goals `a`-`d`),
around a hit area that fills its cell; pieces are `data-piece="R"`. A cell cannot be larger: on a board 360 px wide it
is 24 to 29 px, and no arrangement of 72 fields could give each 44 px; a page for thumbs makes the board as wide as it
can.
"""

from .board import draw, note_of
from .dice import die
from .marks import mark
from .view import View

__all__ = ["View", "die", "draw", "mark", "note_of"]
