"""The sample: a club of its own with a tournament of 23 players whose second round is running; and evenings to practise with."""

from collections.abc import Iterator
from random import Random

from django.db import transaction
from django.utils import timezone

from tournament.actions.checkin import check_in_all
from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry
from tournament.actions.imports import import_entries
from tournament.actions.setup import set_boards, set_preset
from tournament.actions.tournaments import create_tournament
from tournament.actors import SYSTEM
from tournament.models import Account, Club, Tournament
from tournament.rehearsal import rehearse

CLUB, TOURNAMENT, REHEARSAL = "Musterverein (Beispiel)", "Beispielturnier", "Generalprobe"
MINORS = ("Mia Neumann", "Ben Hoffmann")
HIDDEN = ("Sabine Sommer",)
PLAYERS = (
    "Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss", "Anna Albers", "Bernd Becker",
    "Clara Conrad", "Dieter Dorn", "Elif Erdem", "Frank Fuchs", "Greta Groß", "Hannes Huber", "Ida Jansen",
    "Jürgen Kaiser", "Lena Lorenz", "Max Müller", *MINORS, "Olga Petrova", "Paul Peters", *HIDDEN,
)  # fmt: skip
PRESET, LANGUAGE = "open", "de"
SEED = 23  # of the invented results


def sample_club(admin: Account | None) -> Club:
    """That which this account runs, made if need be. With nobody to run it yet, whoever comes first becomes its admin."""
    known = Club.objects.filter(name=CLUB, grants__account=admin).first()
    if known is not None:
        return known
    made = create_club(None, by=SYSTEM, name=CLUB, admin=admin).result
    assert made is not None, "nobody has made it before"
    return made


def sample_of(account: Account) -> Tournament | None:
    """For this account, whole or not at all. A second click waits for the first, and is given none."""
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        club = sample_club(account)
        return None if club.tournaments.exists() else sample_tournament(club)


def sample_tournament(club: Club) -> Tournament:
    """Once for a club: called again, it is left as it is."""
    known = club.tournaments.filter(name=TOURNAMENT).first()
    return known or _sample(made_in(club, TOURNAMENT, PRESET, fours=6, sixes=2))


def played(tournament: Tournament, until: str, seed: int = SEED) -> Iterator[str]:
    """Step by step with invented results, each step a write of its own; says what is done."""
    steps = rehearse(tournament, until, Random(seed))
    while True:
        with transaction.atomic():
            said = next(steps, None)
        if said is None:
            return
        yield said


def made_in(club: Club, name: str, preset: str, *, fours: int, sixes: int) -> Tournament:
    made = create_tournament(club, by=SYSTEM, name=name, played_on=timezone.localdate()).result
    assert made is not None, "nobody has made it before"
    set_preset(made, by=SYSTEM, preset=preset, language=LANGUAGE)
    set_boards(made, by=SYSTEM, fours=fours, sixes=sixes)
    return made


def _sample(tournament: Tournament) -> Tournament:
    for name in PLAYERS:
        given, _space, family = name.rpartition(" ")
        hidden = {"is_minor": name in MINORS, "is_hidden": name in HIDDEN}
        add_entry(tournament, by=SYSTEM, given_name=given, family_name=family, **hidden)
    check_in_all(tournament, by=SYSTEM)
    return tournament


def enter(tournament: Tournament, count: int) -> None:
    """So many, called by the names of the sample, mixed."""
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
