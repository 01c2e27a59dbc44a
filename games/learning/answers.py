"""What the pages say beside the moves: how many throws somebody has, what a throw that lapses leads to, the way of a move."""

from typing import Any

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.drawing import View, draw
from games.engine.rules import wording
from games.engine.rules.contract import Position, Roll, Rules
from tournament.core.languages import colour, spoken
from tournament.core.pages.qr import qr_image

THREE_THROWS, SIX_AGAIN = (2, 3), (7,)  # rules of the tournament book
LONGEST_MOVE = 30
MOST_SCANNED = 1_000  # characters: no phone reads a denser code


def throws_of(rules: Rules, position: Position) -> str:
    """A sentence where the colour to move has more than one throw for a 6."""
    left = rules.throws_left(position)
    if left < 2:
        return ""
    said = ngettext("%(who)s has %(n)s throw for a 6", "%(who)s has up to %(n)s throws for a 6", left)
    return _with_rules(rules, said % {"who": _mover(rules, position), "n": left}, THREE_THROWS)


def lapses(rules: Rules, position: Position, roll: Roll) -> str:
    """What follows if the throw allows no move."""
    if rules.over(position):
        return _("The game is over.")
    after = rules.follow(position, roll, None)
    who = _mover(rules, after)
    if rules.view(after).to_move != rules.view(position).to_move:
        return _("Nothing can be moved: the throw lapses, and %(who)s throws next.") % {"who": who}
    if roll == 6:
        said = _("Nothing can be moved, but after a 6 %(who)s throws again") % {"who": who}
        return _with_rules(rules, said, SIX_AGAIN)
    left = rules.throws_left(after)
    said = ngettext(
        "Nothing can be moved: the throw lapses, %(who)s has %(n)s throw left",
        "Nothing can be moved: the throw lapses, %(who)s has %(n)s throws left",
        left,
    )
    return _with_rules(rules, said % {"who": who, "n": left}, THREE_THROWS)


def _mover(rules: Rules, position: Position) -> str:
    return colour(rules.view(position).to_move)


def _with_rules(rules: Rules, said: str, numbers: tuple[int, ...]) -> str:
    return f"{said} {wording.cited(numbers, spoken()) if rules.has_duties else ''}".rstrip() + "."


def way(rules: Rules, position: Position, roll: Roll, asked: str) -> dict[str, Any] | None:
    """The board after one of the legal moves, with the way that the piece went."""
    move = next((move for move in rules.legal(position, roll) if move.text == asked[:LONGEST_MOVE]), None)
    if move is None:
        return None
    look = View(language=spoken(), with_numbers=True)
    return {"move": move.text, "board": _drawn(rules, rules.follow(position, roll, move), move, look)}


def _drawn(rules: Rules, position: Position, move: Any, look: View) -> SafeString:
    return mark_safe(draw(rules.view(position), boards=rules.own_boards, last_move=move, view=look))  # noqa: S308  (our drawing)


def address_of(request: HttpRequest, **set_to: str) -> dict[str, str]:
    """The address of this position and throw, to send: `here` is its query, without the move that is shown."""
    query = request.GET.copy()
    query.pop("show", None)
    for name, value in set_to.items():
        query[name] = value
    here = query.urlencode()
    address = request.build_absolute_uri(f"{request.path}?{here}")
    return {"here": here, "address": address, "qr": qr_image(address) if len(address) <= MOST_SCANNED else ""}
