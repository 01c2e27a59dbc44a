"""Clocks of others, compared with this machine's."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, ok, wrong

APART = 3.0  # seconds; a date in a header says whole ones


def compared(part: str, whose: str, its_time: datetime) -> Finding:
    apart = abs((timezone.now() - its_time).total_seconds())
    words = {"whose": whose, "seconds": f"{apart:.0f}"}
    if apart < APART:
        return ok(part, _("The clocks of this machine and of %(whose)s agree.") % words)
    text = _("The clocks of this machine and of %(whose)s are %(seconds)s seconds apart.") % words
    return wrong(part, text, _("Let NTP set the clocks of both: timedatectl set-ntp true."))
