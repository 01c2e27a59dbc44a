"""The page on which a club enters the board that it really owns, by tapping the drawn one or by typing."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import View, draw
from games.engine.rules import own_board
from games.engine.rules.boards import RingBoard
from games.engine.rules.errors import BadBoard
from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request, action_id, version
from tournament.models import Club, OwnBoard
from tournament.models.own_boards import BoardKind
from tournament.stages.own_boards.actions import change_own_board
from tournament.stages.own_boards.forms import BoardForm


@gate("club.change", find.club)
def board(request: Request, club: Club) -> HttpResponse:
    """GET shows it; POST looks at it first (`to` is look), keeps it, or goes back to ours (`to` is ours)."""
    kind = request.GET.get("kind", "")
    kind = kind if kind in BoardKind.values else BoardKind.SIX_SEATS.value
    own = OwnBoard.objects.filter(club=club, kind=kind).first() or OwnBoard(club=club, kind=kind)
    start = own_board.read(kind, own.text or own_board.ours(kind))
    form = BoardForm(request.POST or None, kind=kind, board=start)
    to = request.POST.get("to", "")
    if to == "ours" or (to != "look" and form.is_bound and form.is_valid()):
        text = "" if to == "ours" else own_board.write(form.board)
        try:
            by: dict[str, Any] = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
            change_own_board(club, kind=kind, text=text, **by)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, _("Saved."))
            return redirect(f"{request.path}?kind={kind}")
    is_good = not form.is_bound or form.is_valid()
    shown = form.board if form.is_bound and is_good else _last(request, kind) or start
    line = own_board.write(shown)
    context = {
        "club": club,
        "own": own,
        "kind": kind,
        "kinds": BoardKind.choices,
        "form": form,
        "picture": _drawn(shown, has_note=line == own_board.ours(kind)),
        "last": line,
        "is_good": is_good,
        "is_kept": is_good and line == (own.text or own_board.ours(kind)),
        "numbers": "123456",
    }
    return render(request, "stages/own_board.html", context, status=422 if form.is_bound and form.errors else 200)


def _last(request: Request, kind: str) -> own_board.Board | None:
    """The board that was drawn last: it stays in view while what is entered makes no board."""
    try:
        return own_board.read(kind, request.POST.get("last", ""))
    except BadBoard:
        return None


def _drawn(board: own_board.Board, *, has_note: bool) -> SafeString:
    """The empty board with its numbers, all pieces waiting."""
    kind, starts = ("6", board.starts) if isinstance(board, RingBoard) else ("M", board.start)
    position = " ".join([kind, *[f"{colour}:B,B,B,B" for colour in starts], next(iter(starts)), "0"])
    look = View(language=spoken(), with_numbers=True, with_note=has_note, is_focusable=True)
    return mark_safe(draw(position, layout=board if not has_note else None, view=look))  # noqa: S308  (our drawing)
