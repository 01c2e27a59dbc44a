"""The texts of a bracket whose cards say in two or three words where everybody comes from and goes on to."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.finals.bracket.model import Box, Slot
from tournament.finals.queries import BracketWords


class ShortWords(BracketWords):
    def title(self, box: Box) -> str:
        return self.heading(box)

    def short(self, box: Box) -> str:
        if box.kind == "knockout":
            return _("T%(n)d") % {"n": box.number}
        return _("small final") if box.kind == "small_final" else _("Final")

    def round_title(self, boxes: Sequence[Box]) -> str:
        """Empty over the finals: their cards say it."""
        if boxes[0].kind != "knockout":
            return ""
        lots = sum(slot.origin.kind == "lucky" for box in boxes for slot in box.slots)
        drawn = ngettext("%(n)d by lot", "%(n)d by lot", lots) % {"n": lots}
        return f"{self.column(boxes)} · {drawn}" if lots else self.column(boxes)

    def origin(self, slot: Slot) -> str:
        kind, number, table = slot.origin
        if kind == "place":
            return f"{self.place(number)} {_('T%(n)d') % {'n': table}}" if number else ""
        if kind == "lucky":
            return _("Lot %(n)d") % {"n": number}
        is_to_come = kind == "seed" and slot.player is None and self.has_standings
        return _("Rank %(n)d") % {"n": number} if is_to_come else ""

    def place(self, number: int) -> str:
        ordinals = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}
        return ordinals.get(number, str(number))

    def decides(self, first: int, last: int) -> str:
        return _("Places %(first)d–%(last)d") % {"first": first, "last": last}
