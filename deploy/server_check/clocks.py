"""Clocks of others, compared with this machine's."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, ok, wrong

APART = 3.0  # seconds; a date in a header says whole ones


def compared(part: str, whose: str, its_time: datetime, asked: datetime, answered: datetime | None = None) -> Finding:
    """By our clock it was asked and has answered; a busy machine takes seconds for that, which make no clock wrong."""
    apart = max(0.0, (asked - its_time).total_seconds(), (its_time - (answered or timezone.now())).total_seconds())
    words = {"whose": whose, "seconds": f"{apart:.0f}"}
    if apart < APART:
        return ok(part, _("The clocks of this machine and of %(whose)s agree.") % words)
    text = _("The clocks of this machine and of %(whose)s are %(seconds)s seconds apart.") % words
    return wrong(part, text, _("Let NTP set the clocks of both: timedatectl set-ntp true."))
