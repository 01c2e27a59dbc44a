"""A recorded game on paper: every line of the record, and the board now and then on the way to its end."""

from itertools import pairwise
from typing import Any

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing import View, draw
from games.drawing.words import Language
from games.models import Game
from games.record import body
from games.recording import Sheet, sheet
from games.rules import registry
from tournament.documents.choices import gone
from tournament.documents.registry import RECORDS, Choices, Order, Pack, document
from tournament.models import Tournament
from tournament.queries_rounds import table_view

THROWS_TO_A_DIAGRAM, MOST_DIAGRAMS = 52, 40  # so many stand beside a board


def _games(tournament: Tournament) -> Choices:
    games = Game.objects.filter(table__round__stage__tournament=tournament, version__gt=0).select_related(
        "table__round"
    )
    named = {game.public_id: {"r": game.table.round.number, "n": game.table.number} for game in games.order_by("-pk")}
    return [(key, _("Round %(r)s, table %(n)s") % numbers) for key, numbers in named.items()]


@document(
    "game",
    group=RECORDS,
    title=gettext_lazy("Record of a game"),
    holds=gettext_lazy("A recorded game throw by throw, with diagrams on the way."),
    of=_games,
    asks=gettext_lazy("Game"),
    is_long=False,
)
def game(order: Order) -> Pack:
    games = Game.objects.select_related("table__round__stage__tournament", "table__board")
    found = games.filter(table__round__stage__tournament=order.tournament, public_id=order.of).first()
    if found is None:
        raise gone()
    read, lang = sheet(found), _language(order)
    shown = {
        "table": table_view(found.table, full=False),
        "round": found.table.round,
        "rules": registry.rule_class(found.rules).names[lang],
        "stretches": _stretches(read, lang),
    }
    return Pack([order.page("print/game.html", _("Record of a game"), **shown)])


def _language(order: Order) -> Language:
    return "en" if order.language == "en" else "de"


def _stretches(read: Sheet, lang: Language) -> list[dict[str, Any]]:
    """Lines of the record with the board that they led to; the last board is the position as it stands."""
    lines, plies = list(body(read.record)), read.replay.plies
    if not plies:
        return [{"lines": lines}]
    count = min(MOST_DIAGRAMS, -(-len(plies) // THROWS_TO_A_DIAGRAM))
    chosen = [plies[(n + 1) * len(plies) // count - 1] for n in range(count)]
    at = {line.partition(" ")[0]: n for n, line in enumerate(lines, 1)}
    ends = [at[str(ply.number)] for ply in chosen[:-1]]
    look = View(language=lang, with_numbers=True)
    return [
        {
            "lines": lines[start:end],
            "number": ply.number,
            "drawing": mark_safe(draw(read.rules.view(ply.after), last_move=ply.move, view=look)),  # noqa: S308  (ours)
        }
        for ply, (start, end) in zip(chosen, pairwise([0, *ends, len(lines)]), strict=True)
    ]
