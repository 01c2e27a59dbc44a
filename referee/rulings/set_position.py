"""A position that the referee sets has to be one that can be played on: all who play are on it, nobody who is out, and it is the
turn of somebody who has not finished."""

from django.utils.translation import gettext as _

from games.engine.rules.contract import Rules
from games.engine.rules.wording import colour_name
from referee.rulings.recorded import excluded_at, in_play
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.models import Table


def refuse_unplayable(table: Table, rules: Rules, text: str) -> None:
    position = rules.read(text)
    there = rules.players_of(position)
    if missing := [colour for colour in in_play(table) if colour not in there]:
        raise Refused(
            "position_without",
            _("%(colour)s plays at this table and has no pieces in this position: set them up, or exclude the player.")
            % {"colour": _named(missing)},
        )
    if out := [colour for colour in there if colour in excluded_at(table)]:
        raise Refused(
            "position_with",
            _("%(colour)s is excluded and stays off the board: take these pieces away.") % {"colour": _named(out)},
        )
    mover = rules.view(position).to_move
    if not rules.over(position) and mover in rules.finished(position):
        raise Refused(
            "mover_finished",
            _("%(colour)s has all pieces home and throws no more: say who throws next.") % {"colour": _named([mover])},
        )


def _named(colours: list[str]) -> str:
    return ", ".join(colour_name(colour, spoken()) for colour in colours)
