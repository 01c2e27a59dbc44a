"""Change a club's list of offences: override a shipped one, add one, drop an override."""

import secrets
from typing import Any

from django.utils.translation import gettext as _

from referee.models import Measure, Offence
from referee.offences.catalogue import is_shipped
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import NO_SUCH_OFFENCE, POINTS_MISSING
from tournament.models import Club
from tournament.standings.penalties.actions import MOST_POINTS

LAST_RULE = 16


@action("offence.set", needs="offences.change", answers=("code",))
def set_offence(write: Write, club: Club, *, code: str = "", version: int = 0, **fields: Any) -> Offence:
    """Without a code a new offence is added. `version` is 0 for one that is still as shipped."""
    existing = Offence.objects.filter(club=club, code=code).first()
    if code and existing is None and not is_shipped(code):
        raise NO_SUCH_OFFENCE()
    offence = existing or Offence(club=club, code=code or f"own-{secrets.token_hex(4)}", version=0)
    write.same_version(offence, version)
    if (fields["measure"] == Measure.POINTS) != bool(fields["points"]) or fields["points"] > MOST_POINTS:
        raise POINTS_MISSING()
    if fields["rule"] is not None and not 1 <= fields["rule"] <= LAST_RULE:
        raise Refused("rule", _("The rules have the numbers 1 to 16."))
    for name, value in fields.items():
        setattr(offence, name, value)
    offence.version += 1
    offence.save()
    write.log(code=offence.code, measure=offence.measure, points=offence.points, rule=offence.rule)
    write.answer(code=offence.code)
    return offence


@action("offence.shipped_again", needs="offences.change")
def as_shipped(write: Write, club: Club, *, code: str) -> None:
    """Drop the club's override of a shipped offence. Offences that the club added are left out instead (`is_left_out`)."""
    if not is_shipped(code):
        raise NO_SUCH_OFFENCE()
    Offence.objects.filter(club=club, code=code).delete()
    write.log(code=code)
