"""The board as somebody types it: how many fields, where each colour starts, and the walls."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.engine.rules import own_board
from games.engine.rules.boards import RingBoard
from tournament.core.errors import Refused
from tournament.core.languages import colour as said
from tournament.models.own_boards import BoardKind
from tournament.stages.own_boards.actions import checked

MOST_WALLS = 1500
LARGEST = 999


class BoardForm(forms.Form):
    """Of a board of this kind, beginning with the one that is given."""

    track = forms.IntegerField(label=_("Fields of the track"), min_value=2, max_value=LARGEST)
    z = forms.CharField(
        label=_("Z fields"), max_length=200, help_text=_("Their numbers, with a comma between: 65, 66."), required=True
    )
    walls = forms.CharField(
        label=_("Wall sections"),
        required=False,
        max_length=MOST_WALLS,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "One a line: field, field on the other side, number. 2 21 3 means that a 3 leads from 2 to 21 and back."
        ),
    )

    def __init__(self, answers: Mapping[str, Any] | None = None, *, kind: str, board: own_board.Board) -> None:
        super().__init__(answers, initial=_typed(board))
        self.kind = kind
        self.colours = [*(board.starts if isinstance(board, RingBoard) else board.start)]
        for colour in self.colours:
            label = _("Start field: %(colour)s") % {"colour": said(colour)}
            self.fields[f"start_{colour}"] = forms.IntegerField(label=label, min_value=1, max_value=LARGEST)
        if kind == BoardKind.SIX_SEATS:
            del self.fields["z"], self.fields["walls"]

    @property
    def starts(self) -> list[tuple[str, forms.BoundField]]:
        return [(colour, self[f"start_{colour}"]) for colour in self.colours]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors:
            try:
                self.board = checked(self.kind, self._line(given))
            except Refused as refusal:
                raise ValidationError(str(refusal)) from refusal
        return given

    def _line(self, given: Mapping[str, Any]) -> str:
        starts = ",".join(f"{colour}{given[f'start_{colour}']}" for colour in self.colours)
        line = f"{given['track']}:{starts}"
        if self.kind == BoardKind.SIX_SEATS:
            return line
        home = ",".join(given["z"].replace(",", " ").split())
        walls = ("-".join(row.replace(",", " ").replace("-", " ").split()) for row in given["walls"].splitlines())
        return f"{line}:{home}:{','.join(filter(None, walls))}"


def _typed(board: own_board.Board) -> dict[str, Any]:
    starts = board.starts if isinstance(board, RingBoard) else board.start
    typed: dict[str, Any] = {"track": board.track, **{f"start_{colour}": field for colour, field in starts.items()}}
    if not isinstance(board, RingBoard):
        sections = own_board.write(board).rsplit(":", 1)[1].split(",")
        typed["z"] = ", ".join(str(field) for field in sorted(board.z))
        typed["walls"] = "\n".join(section.replace("-", " ") for section in sections)
    return typed
