"""Said on the desk before contacts and notes are cleared away: of which tournament, and when; and what waits because the date of
the machine is not trusted."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.core import days
from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.alarms import Alarm
from tournament.erasing import retention
from tournament.models import Tournament

BEFORE = timedelta(days=7)


def of_tournament(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    if may(actor, "data.export", tournament):
        yield from of_all(actor, Tournament.objects.filter(pk=tournament.pk))


def of_all(actor: Actor, tournaments: QuerySet[Tournament]) -> list[Alarm]:
    today = days.today()
    soon = list(tournaments.filter(pk__in=retention.long_over(today + BEFORE)).order_by("played_on"))
    if not soon:
        return []
    is_waiting = days.trusted() != today
    return [*([_in_doubt(actor, soon[0], today)] if is_waiting else []), *_each(actor, soon, today)]


def _in_doubt(actor: Actor, tournament: Tournament, today: date) -> Alarm:
    words = _(
        "The date of this machine, %(day)s, has not held for long: nothing is deleted until it has held for three days, or "
        "somebody who runs the installation confirms it."
    )
    is_operator = may(actor, "date.confirm")
    address = reverse("date") if is_operator else reverse("data", args=[tournament.public_id])
    return Alarm(words % {"day": date_format(today)}, address, _("To the date") if is_operator else _("Keep the lists"))


def _each(actor: Actor, soon: Iterable[Tournament], today: date) -> Iterator[Alarm]:
    for tournament in soon:
        day = max(today, tournament.played_on + timedelta(days=settings.CONTACT_DAYS + 1))
        said = {"name": tournament.name, "day": date_format(day)}
        if may(actor, "data.export", tournament):
            words = _("%(name)s: contacts and notes will be deleted on %(day)s.") % said
            yield Alarm(words, reverse("data", args=[tournament.public_id]), _("Keep the lists"))
