"""Log what retention has deleted, and confirm the date by which it deletes."""

from datetime import date

from django.utils.translation import gettext as _

from tournament.core import days
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.models import SeenDay


@action("retention.kept", needs="retention.keep")
def note_cleared(write: Write, _installation: None, **cleared: int) -> None:
    write.log(texts=None, **cleared)


@action("date.confirmed", needs="date.confirm")
def confirm_date(write: Write, _installation: None, *, day: date) -> None:
    """By whoever has looked at a calendar: what is kept for a while only ends by this day."""
    if day != days.today():
        raise Refused("other_day", _("The machine's date has changed meanwhile. Look at it again."))
    SeenDay.objects.update_or_create(day=day, defaults={"is_confirmed": True})
    write.log(day=day.isoformat())
