"""The tournament and who is entered."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.ids import public_id
from tournament.models.people import Club, Person


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> "TournamentQuerySet":
        """Those that the public start page names; the others are found by their address alone."""
        return self.filter(is_listed=True)


class Tournament(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name of the tournament"), max_length=120)
    played_on = models.DateField(_("day"))
    is_listed = models.BooleanField(_("show on the start page"), default=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-played_on", "name", "pk"]

    def __str__(self) -> str:
        return self.name


class EntryState(models.TextChoices):
    """The draw takes who is present; the withdrawn keep their results, the excluded have no rank."""

    WAITING = "waiting", _("on the waiting list")
    REGISTERED = "registered", _("registered")
    PRESENT = "present", _("present")
    ABSENT = "absent", _("absent this round")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXCLUDED = "excluded", _("excluded")


GONE = (EntryState.WITHDRAWN, EntryState.EXCLUDED)
OUT = (EntryState.WAITING, *GONE)  # not of those who play


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> "EntryQuerySet":
        return self.exclude(state__in=OUT)

    def present(self) -> "EntryQuerySet":
        """Whom the draw seats."""
        return self.filter(state=EntryState.PRESENT)


class Entry(models.Model):
    """A person in a tournament, under a start number of its own."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("start number"))
    state = models.CharField(max_length=12, choices=EntryState.choices, default=EntryState.REGISTERED)
    is_paid = models.BooleanField(_("has paid"), default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entry_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
