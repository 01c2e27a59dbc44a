"""A club's own list of offences: what is shipped, changed; and what it adds."""

import secrets
from typing import Any

from django.utils.translation import gettext as _

from referee.books import is_shipped
from referee.models import Measure, Offence
from tournament.actions.core import Write, action
from tournament.actions.penalties import MOST_POINTS
from tournament.errors import Refused
from tournament.models import Club

LAST_RULE = 16


@action("offence.set", needs="offences.change")
def set_offence(write: Write, club: Club, *, code: str = "", version: int = 0, **fields: Any) -> Offence:
    """Without a code it is a new one. `version` 0: the shipped one was looked at."""
    found = Offence.objects.filter(club=club, code=code).first()
    if code and found is None and not is_shipped(code):
        raise Refused("no_such_offence", _("There is no such offence."))
    offence = found or Offence(club=club, code=code or f"own-{secrets.token_hex(4)}", version=0)
    write.same_version(offence, version)
    if (fields["measure"] == Measure.POINTS) != bool(fields["points"]) or fields["points"] > MOST_POINTS:
        raise Refused("points", _("How many points?"))
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
    """The club's own wording of a shipped offence is dropped; what it added itself it leaves out instead."""
    if not is_shipped(code):
        raise Refused("no_such_offence", _("There is no such offence."))
    Offence.objects.filter(club=club, code=code).delete()
    write.log(code=code)
