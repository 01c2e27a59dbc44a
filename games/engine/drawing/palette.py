"""The default look of every part of a drawing, and the class by which a style sheet can change it.

Decided here: all colours, all line widths, all class names. They are presentation attributes, so a drawing is complete
on paper and by itself, needs no style sheet and breaks no content security policy; any rule of a page's style sheet
overrides them. A dark page changes the colours of `.ag-ground`, `.ag-spot`, `.ag-letter` and the rest; parts in a
colour of the game have its class too (`.ag-solid.ag-R`, `.ag-tint.ag-R`).

On a printer without colour the six solid colours are six steps of grey (28 to 255), and every colour has its own shape.
"""

INK = "#1c1c1e"
PAPER = "#ffffff"
LINE = "#5b574f"
RIM = "#7d786d"  # of a free field: lighter than any piece's edge
ACCENT = "#6a3fc4"  # the last move: none of the six colours
CHOICE = "#d9480f"  # what may be moved, and where to

SOLID = {"Y": "#f7c600", "G": "#3fae5a", "R": "#d42b2b", "K": "#1c1c1e", "B": "#17458f", "W": "#ffffff"}
TINT = {"Y": "#fbe38a", "G": "#b9e3c3", "R": "#f4b9b6", "K": "#bdbcc0", "B": "#b3c9ec", "W": "#dfdcd5"}

# Attributes of the root, which all parts inherit.
ROOT = 'font-family="sans-serif" text-anchor="middle" stroke-linejoin="round" stroke-linecap="round"'

# The attributes of each class (without its ag-).
PAINT = {
    "ground": f'fill="#fffdf6" stroke="{LINE}" stroke-width="5"',
    "panel": 'fill="#f3efe4" stroke="#cfc9ba" stroke-width="4"',
    "turn": f'fill="#f3efe4" stroke="{INK}" stroke-width="10"',
    "way": f'fill="none" stroke="{RIM}" stroke-width="6"',
    "held": f'fill="{PAPER}" stroke="#cfc9ba" stroke-width="4"',
    "spot": f'fill="{PAPER}" stroke="{RIM}" stroke-width="4"',
    "letter": f'fill="{INK}" font-weight="bold"',
    "number": f'fill="{LINE}"',
    "caption": 'fill="currentColor"',  # it lies outside the board, on the page's own ground
    "halo": f'fill="{PAPER}" stroke="{PAPER}" stroke-width="16"',
    "pair": f'fill="{PAPER}" stroke="{INK}" stroke-width="5"',
    "trail": 'fill="none" stroke="#d6c8f3" stroke-width="102"',
    "last": f'fill="none" stroke="{ACCENT}" stroke-width="9"',
    "left": f'fill="none" stroke="{ACCENT}" stroke-width="6" stroke-dasharray="7 11"',
    "strike": f'fill="none" stroke="{INK}" stroke-width="8"',
    "struck": f'fill="none" stroke="{PAPER}" stroke-width="20"',
    "from": f'fill="none" stroke="{CHOICE}" stroke-width="10"',
    "to": f'fill="none" stroke="{CHOICE}" stroke-width="9" stroke-dasharray="15 11" stroke-linecap="butt"',
    "wall": f'fill="#d8cfbd" stroke="{LINE}" stroke-width="4"',
    "section": f'fill="{PAPER}" stroke="{INK}" stroke-width="5"',
    "gate": f'fill="none" stroke="{INK}" stroke-width="9"',
    "digit": f'fill="{INK}" font-weight="bold"',
    "entry": f'fill="{INK}" stroke="{INK}" stroke-width="5"',
    "link": f'fill="none" stroke="{INK}" stroke-width="5" stroke-dasharray="4 10"',
    "hit": 'fill="none" pointer-events="all"',
    "die": f'fill="{PAPER}" stroke="{INK}" stroke-width="5"',
    "pip": f'fill="{INK}"',
}

# The same for parts in a colour of the game.
WORN = {
    "solid": lambda colour: f'fill="{SOLID[colour]}" stroke="{INK}" stroke-width="8"',
    "tint": lambda colour: f'fill="{TINT[colour]}"',
    "start": lambda colour: f'fill="{TINT[colour]}" stroke="{_edge(colour)}" stroke-width="10"',
    "arrow": lambda colour: f'fill="{SOLID[colour]}" stroke="{INK}" stroke-width="5"',
    "head": lambda colour: f'fill="{INK if colour in "YW" else PAPER}"',
}


def _edge(colour: str) -> str:
    return LINE if colour == "W" else SOLID[colour]


def paint(name: str) -> str:
    """The class and the default look of a part, as attributes."""
    return f'class="ag-{name}" {PAINT[name]}'


def worn(name: str, colour: str) -> str:
    """The class, colour class and default look of a part in a colour of the game."""
    return f'class="ag-{name} ag-{colour}" {WORN[name](colour)}'
