"""Create the sample club with its tournament of 23 players in their second round, and tournaments to practise with."""

from collections.abc import Iterator
from random import Random

from django.db import transaction
from django.utils import timezone

from tournament.core.actors import SYSTEM
from tournament.entries.actions import add_entry
from tournament.entries.checkin.actions import check_in_all
from tournament.entries.imports.actions import import_entries
from tournament.models import Account, Club, Tournament
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament
from tournament.setup.practice.rehearsal import rehearse
from tournament.stages.actions import set_boards, set_preset

CLUB, TOURNAMENT, REHEARSAL = "Musterverein (Beispiel)", "Beispielturnier", "Generalprobe"
MINORS = ("Mia Neumann", "Ben Hoffmann")
HIDDEN = ("Sabine Sommer",)
PLAYERS = (
    "Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss", "Anna Albers", "Bernd Becker",
    "Clara Conrad", "Dieter Dorn", "Elif Erdem", "Frank Fuchs", "Greta Groß", "Hannes Huber", "Ida Jansen",
    "Jürgen Kaiser", "Lena Lorenz", "Max Müller", *MINORS, "Olga Petrova", "Paul Peters", *HIDDEN,
)  # fmt: skip
PRESET, LANGUAGE = "open", "de"
SEED = 23  # of the random generator for the results


def sample_club(admin: Account | None) -> Club:
    """The sample club of this account, created if missing. Without an account, the first organiser will become its admin."""
    known = Club.objects.filter(name=CLUB, grants__account=admin).first()
    if known is not None:
        return known
    made = create_club(None, by=SYSTEM, name=CLUB, admin=admin).result
    assert made is not None, "nobody has made it before"
    return made


def sample_of(account: Account) -> Tournament | None:
    """Create the sample for this account in one transaction. A second click waits for the first, and gets None."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        club = sample_club(account)
        return None if club.tournaments.exists() else sample_tournament(club)


def sample_tournament(club: Club) -> Tournament:
    """The sample tournament of a club, created by the first call only."""
    known = club.tournaments.filter(name=TOURNAMENT).first()
    return known or _enter_sample(made_in(club, TOURNAMENT, PRESET, fours=6, sixes=2))


def played(tournament: Tournament, until: str, seed: int = SEED) -> Iterator[str]:
    """Play with random results, each step in its own transaction. Yields what each step did."""
    steps = rehearse(tournament, until, Random(seed))
    while True:
        with transaction.atomic():
            report = next(steps, None)
        if report is None:
            return
        yield report


def made_in(club: Club, name: str, preset: str, *, fours: int, sixes: int) -> Tournament:
    made = create_tournament(club, by=SYSTEM, name=name, played_on=timezone.localdate()).result
    assert made is not None, "nobody has made it before"
    set_preset(made, by=SYSTEM, preset=preset, language=LANGUAGE)
    set_boards(made, by=SYSTEM, fours=fours, sixes=sixes)
    return made


def _enter_sample(tournament: Tournament) -> Tournament:
    for name in PLAYERS:
        given, _space, family = name.rpartition(" ")
        privacy = {"is_minor": name in MINORS, "is_hidden": name in HIDDEN}
        add_entry(tournament, by=SYSTEM, given_name=given, family_name=family, **privacy)
    check_in_all(tournament, by=SYSTEM)
    return tournament


def enter(tournament: Tournament, count: int) -> None:
    """Enter this many people, with first names and surnames of the sample mixed."""
    split = [name.rpartition(" ") for name in PLAYERS]
    people = [
        {
            "given_name": split[n % len(split)][0],
            "family_name": split[(n + n // len(split)) % len(split)][2],
            "number": None,
        }
        for n in range(count)
    ]
    import_entries(tournament, by=SYSTEM, people=people, state="present")
