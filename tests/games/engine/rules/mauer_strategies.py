"""Random layouts, positions and throws of Mauerhüpfen, for Hypothesis."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from games.engine.rules import layout as layouts
from games.engine.rules.layout import Layout
from games.engine.rules.mauer import Mauer

# How long an example takes is no property of the rules.
unhurried = settings(deadline=None)

dice = st.integers(1, 6)
throws = st.tuples(dice, dice)


@st.composite
def layout_data(draw: st.DrawFn) -> dict[str, Any]:
    """What a layout file says, small enough for pieces to meet."""
    track = draw(st.integers(3, 40))
    plain = draw(st.integers(1, track))  # the field that has to be left
    others = st.integers(1, track).filter(lambda field: field != plain)
    walls: list[list[int]] = []
    taken: set[tuple[int, int]] = set()
    for one, other, number in draw(st.lists(st.tuples(st.integers(1, track), st.integers(1, track), dice))):
        if one != other and not {(one, number), (other, number)} & taken:
            taken |= {(one, number), (other, number)}
            walls.append([one, other, number])
    z = draw(st.lists(others, min_size=1, max_size=3, unique=True))
    return {"track": track, "start": {colour: draw(others) for colour in "YGRK"}, "z": z, "walls": walls}


checked_layouts = st.just(layouts.shipped()) | layout_data().map(layouts.from_data)


@st.composite
def position_texts(draw: st.DrawFn, layout: Layout, waiting: bool = True) -> str:
    """Any position that can be set up on the layout; without `waiting` nobody of the colour to move waits."""
    colours = draw(st.lists(st.sampled_from("YGRK"), min_size=2, unique=True))
    free = [str(field) for field in range(1, layout.track + 1) if field not in layout.z]
    groups = []
    for colour in colours:
        fields = []
        goal = list("abcd")
        for _ in range(4):
            bench = ["B"] if waiting or colour != colours[0] else []
            fields.append(draw(st.sampled_from(bench + goal) | st.sampled_from(free or goal)))
            for places in (free, goal):
                if fields[-1] in places:
                    places.remove(fields[-1])
        groups.append(f"{colour}:{','.join(fields)}")
    return f"M {' '.join(groups)} {colours[0]} {draw(st.integers(0, 2))}"


@st.composite
def tables(draw: st.DrawFn, waiting: bool = True) -> tuple[Mauer, Any, tuple[int, int]]:
    """The rules on some layout, a position, a throw."""
    layout = draw(checked_layouts)
    rules = Mauer(boards={"M": layout})
    return rules, rules.read(draw(position_texts(layout, waiting))), draw(throws)
