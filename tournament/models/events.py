"""The tournament and who is entered."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.core import clock as steady
from tournament.models import languages
from tournament.models.ids import public_id
from tournament.models.people import Club, Person

DELETED_FOR = timedelta(days=30)  # so long a deleted tournament can be taken back


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def standing(self) -> "TournamentQuerySet":
        """Those that are not deleted. For the others all pages answer as if they did not exist."""
        return self.filter(deleted_at=None)

    def listed(self) -> "TournamentQuerySet":
        """Those that everybody finds; the others are reachable by their address only."""
        return self.standing().filter(is_listed=True)

    def current(self) -> "TournamentQuerySet":
        return self.filter(archived_at=None)


class Witnesses(models.TextChoices):
    """What is enough for a result, apart from the desk's word."""

    SEATS = "seats", _("two seats that report the same")
    QUIET = "quiet", _("one report that nobody at the table contradicts")
    DESK = "desk", _("the desk confirms every result")


class Tournament(models.Model):
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name of the tournament"), max_length=120)
    played_on = models.DateField(_("day"))
    begins_at = models.TimeField(null=True, blank=True, default=None, db_default=None)  # by the hall's clock
    place = models.CharField(max_length=120, blank=True, default="", db_default="")
    is_listed = models.BooleanField(_("show on the start page"), default=True)
    takes_entries = models.BooleanField(_("everybody can enter by themselves"), default=False)
    entry_opens_at = models.DateTimeField(_("from"), null=True, blank=True)
    entry_closes_at = models.DateTimeField(_("until"), null=True, blank=True)
    places = models.PositiveIntegerField(_("places"), default=0)  # 0: as many as come
    has_waiting_list = models.BooleanField(_("waiting list when all places are given"), default=True)
    check_in_closed_at = models.DateTimeField(null=True)
    witnesses = models.CharField(max_length=10, choices=Witnesses.choices, default=Witnesses.SEATS, db_default="seats")
    quiet_minutes = models.PositiveSmallIntegerField(default=5, db_default=5)  # for Witnesses.QUIET
    quiet_since = models.DateTimeField(null=True, default=None, db_default=None)  # no silence before it counts
    # Tables counted 1, 2, 3 whatever board they stand at; else a table has the number of its board.
    numbers_apart = models.BooleanField(default=False, db_default=False)
    team_best = models.PositiveIntegerField(_("members who count for their team"), default=4)
    apart_weights = models.JSONField(default=dict)  # by kind, where they differ from the usual ones
    is_for_minors = models.BooleanField(_("everybody is under 16"), default=False, db_default=False)
    archived_at = models.DateTimeField(null=True, default=None, db_default=None)
    deleted_at = models.DateTimeField(null=True, default=None, db_default=None)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=steady.now)
    players: int  # only set by `tournament.entries.queries.with_counts`

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-played_on", "name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open_to_all(self) -> bool:
        """Whether people can enter by themselves right now."""
        opens, closes, now = self.entry_opens_at, self.entry_closes_at, steady.now()
        is_time = (opens is None or opens <= now) and (closes is None or now < closes)
        return self.takes_entries and is_time and self.check_in_closed_at is None


class Team(models.Model):
    """Whose best results are added up. Who is of one team is kept apart by the draw."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=60)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="team_once")]

    def __str__(self) -> str:
        return self.name


class Category(models.Model):
    """Juniors, beginners: with ranks of their own."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="categories")
    name = models.CharField(_("name"), max_length=60)
    is_separate = models.BooleanField(_("ranked apart from the others"), default=False)
    quota = models.PositiveIntegerField(_("at least so many go on"), default=0)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="category_once")]

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
OUT = (EntryState.WAITING, *GONE)  # not playing


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> "EntryQuerySet":
        return self.exclude(state__in=OUT)

    def present(self) -> "EntryQuerySet":
        """The entries that the draw seats."""
        return self.filter(state=EntryState.PRESENT)


class Entry(models.Model):
    """A person in a tournament, under a start number of its own."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("start number"))
    state = models.CharField(max_length=12, choices=EntryState.choices, default=EntryState.REGISTERED)
    is_paid = models.BooleanField(_("has paid"), default=False)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, related_name="entries")
    category = models.ForeignKey(Category, models.SET_NULL, null=True, related_name="entries")
    from_club = models.CharField(_("club"), max_length=60, blank=True)
    family = models.CharField(_("family"), max_length=60, blank=True)  # one word for all who would rather sit apart
    fixed_boards = models.JSONField(default=list)  # the boards that somebody of limited mobility can get to
    note = models.CharField(_("note"), max_length=300, blank=True)
    is_self_made = models.BooleanField(default=False)  # entered by themselves, on the public page
    link_number = models.PositiveIntegerField(default=0)  # raising it makes the old private link invalid
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=steady.now)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entry_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Contact(models.Model):
    """What somebody left for news, and who answers for a child: apart from the entry, to be erased by itself."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="contact")
    email = models.EmailField(_("e-mail address"), blank=True)
    language = models.CharField(
        max_length=languages.LONGEST_CODE, default=languages.first
    )  # of the page on which it was left
    guardian = models.CharField(_("grown-up who agrees"), max_length=160, blank=True)
    created_at = models.DateTimeField(default=steady.now)

    def __str__(self) -> str:
        return f"{self.entry_id}"
