"""A recorded game as spectators see it."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import View, draw
from games.engine.drawing.curve import curve
from games.engine.rules import wording
from games.live.branch import Branch, branch
from games.live.chances import games_from_here
from games.models import Game, LineKind
from games.recording import queries
from games.recording.game import Sheet, sheet
from games.recording.places import place_of
from tournament.core.languages import spoken
from tournament.stages.options import Played, how_played


class WhatIf(NamedTuple):
    """A branch as an address says it: its throws ("5:5x8"), and what is thrown next."""

    steps: Sequence[str] = ()
    rolled: str = ""


NOTHING_ELSE = WhatIf()


def watched(game: Game, at: int | None, what_if: WhatIf = NOTHING_ELSE) -> dict[str, Any]:
    whole = sheet(game)
    then = whole if at is None else whole.upto(at)
    names = place_of(game).names(full=False)  # that the public may read now: nobody's name is stored with a game
    seqs = [line.seq for line in whole.lines if line.kind != LineKind.OPENING]
    now = game.version if at is None else at
    wins = {chance.seq: chance.wins for chance in game.chances.all()}
    stopped, lang = then.replay.stopped, spoken()
    last = max([seq for seq in wins if seq <= now], default=0)
    drawn = [seq for seq in seqs if seq in wins]
    lines = {line.number: line.seq for line in whole.lines if line.kind == LineKind.THROW}
    found = [(stop.sentence(lang), lines[stop.number]) for stop in whole.replay.settled if stop.number in lines]
    shown, otherwise = drawn.index(last) if last in drawn and at is not None else None, branch(then, *what_if)
    return {
        "board": mark_safe(branch_svg(otherwise) if otherwise and otherwise.steps else board_svg(then)),  # noqa: S308  (our drawing)
        "mover": then.rules.view(then.position).to_move,
        "names": names,
        "how_played": how_played(Played(game.rules, game.options)),
        "last": queries.throws_around(whole, then, now),
        "trouble": stopped.sentence(lang) if stopped else "",
        "missed": found[-5:],
        "placed": then.replay.placed,
        "is_over": then.is_over,
        "at": at,
        "now": now,
        "total": game.version,
        "before": max([seq for seq in seqs if seq < now], default=None),
        "after": min([seq for seq in seqs if seq > now], default=None),
        "chances": [(colour, names.get(colour, ""), wins[last].get(colour, 0) / 10) for colour in game.colours]
        if last in wins
        else [],
        "played_on": games_from_here(game),
        "is_waiting": bool(seqs) and at is None and last != seqs[-1],
        "drawn": " ".join(map(str, drawn)),
        "curve": mark_safe(  # noqa: S308  (our drawing)
            curve(
                [wins[seq] for seq in drawn],
                {c: wording.colour_name(c, lang) for c in game.colours},
                _("Chances to win, throw after throw"),
                here=shown,
                missed=[drawn.index(seq) for _sentence, seq in found if seq in drawn],
            )
        ),
        **_otherwise(whole, then, at),
        "branch": otherwise,
        "branch_query": urlencode([("if", step.written) for step in otherwise.steps]) if otherwise else "",
        "branch_mover": otherwise.rules.view(otherwise.position).to_move if otherwise else "",
        "branch_wins": [
            (colour, names.get(colour, ""), share) for colour, share in (otherwise.wins() if otherwise else {}).items()
        ]
        if otherwise and otherwise.steps
        else [],
    }


def _otherwise(whole: Sheet, then: Sheet, at: int | None) -> dict[str, Any]:
    """The throw that is shown, so that it can be tried with another move; none at entries of other kinds."""
    line = whole.lines[at - 1] if at and at <= len(whole.lines) else then.lines[-1] if then.lines else None
    if line is None or line.kind != LineKind.THROW or at == 0:
        return {"otherwise_at": None}
    return {"otherwise_at": line.seq - 1, "otherwise_roll": line.roll, "otherwise_number": line.number}


def branch_svg(what_if: Branch) -> str:
    view, look = what_if.rules.view(what_if.position), View(language=spoken())
    return draw(view, boards=what_if.rules.own_boards, last_move=what_if.last, view=look)


def board_svg(recorded: Sheet, *, width: str = "") -> str:
    replayed = recorded.replay
    last = replayed.plies[-1] if replayed.plies and not replayed.stopped else None
    move = last.move if last and last.after == recorded.position else None
    look = View(language=spoken(), width=width)
    return draw(recorded.rules.view(recorded.position), boards=recorded.rules.own_boards, last_move=move, view=look)
