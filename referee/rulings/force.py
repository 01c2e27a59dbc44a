"""What still counts of a ruling, and what is said of one that counts no more: the same sentences on every page and on paper.

Read from what was carried out, not only from what was signed: points can be given back, and an excluded player let in again,
without the ruling.
"""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.models import Measure, Ruling
from tournament.models.events import EntryState


@dataclass(frozen=True)
class Force:
    counts: bool
    over: str  # why it does not count any more; empty where it does
    gets: str  # what the player gets for it, and whether that was taken back
    is_out: bool  # excluded by it, and still


def force_of(ruling: Ruling) -> Force:
    counts, is_taken_back = ruling.is_in_force, _is_taken_back(ruling)
    is_out = counts and ruling.measure == Measure.EXCLUSION and not is_taken_back
    return Force(counts, "" if counts else _over(ruling), _gets(ruling, counts, is_taken_back), is_out)


def _is_taken_back(ruling: Ruling) -> bool:
    """Without the ruling."""
    if ruling.measure == Measure.POINTS:
        return ruling.penalty is None or ruling.penalty.revoked_at is not None
    return ruling.measure == Measure.EXCLUSION and ruling.claim.against.state != EntryState.EXCLUDED


def _over(ruling: Ruling) -> str:
    if ruling.revoked_at is None and ruling.superseded_at:
        at = date_format(localtime(ruling.superseded_at), "H:i")
        return _("At %(at)s this ruling was replaced by another one. It does not count any more.") % {"at": at}
    said = {"at": date_format(localtime(ruling.revoked_at), "H:i"), "why": _why(ruling)}
    return _("At %(at)s this ruling was revoked. It does not count any more. Reason: %(why)s") % said


def _why(ruling: Ruling) -> str:
    """That an appeal was upheld is said in the reader's language."""
    appeal = getattr(ruling, "appeal", None)
    return _("An appeal was upheld.") if appeal and appeal.is_upheld else ruling.revoked_because


def _gets(ruling: Ruling, counts: bool, is_taken_back: bool) -> str:
    said = {"what": measure_said(ruling.measure, ruling.points)}
    if ruling.measure == Measure.NOTE:
        return said["what"]
    if not counts:
        return _("%(what)s; this does not count any more") % said
    if not is_taken_back:
        return said["what"]
    if ruling.measure == Measure.POINTS:
        return _("%(what)s; the points were given back since") % said
    return _("%(what)s; let in again since") % said


def measure_said(measure: str, points: int) -> str:
    if measure == Measure.POINTS:
        return ngettext("%(n)s point off", "%(n)s points off", points) % {"n": points}
    return {Measure.EXCLUSION: _("excluded"), Measure.WARNING: _("warned"), Measure.NOTE: _("noted")}[Measure(measure)]
