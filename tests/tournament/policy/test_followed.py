"""What the policy says of erasing, age and who may see it is what happens, column for column."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.free.actions import begin_free_game
from games.recording.actions import add_line
from referee.appeals.actions import appeal, vote
from referee.free.actions import revoke_free_ruling, sign_free_ruling
from referee.models import Appeal, Claim
from referee.rulings.actions import revoke_ruling, sign_ruling
from tests.tournament.evening import Evening, by_number
from tests.tournament.whole_database import naming, proven, values
from tournament.core import files, snapshots
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.entries.fields import CONTACT, Kind
from tournament.entries.imports.actions import import_entries
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.entries.wishes.actions import set_wishes
from tournament.entries.withdrawals.actions import withdraw_entry
from tournament.erasing import retention
from tournament.erasing.actions import erase_person
from tournament.models import Club, Entry, Grant, Person, Table, Tournament
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.anonymous import without_names
from tournament.policy import table
from tournament.policy.columns import Becomes, Erased, Log
from tournament.results.actions import set_problem

pytestmark = pytest.mark.slow

GIVEN = "Wandelgard"
LEFT = {
    field.name: f"{GIVEN}@example.org" if field.kind == Kind.EMAIL else f"{field.name} of {GIVEN}" for field in CONTACT
}
OPEN = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 0, "has_waiting_list": False}


@pytest.fixture
def referee(account, evening) -> Any:
    def make(login: str) -> Actor:
        made = account(login)
        Grant.objects.create(account=made, club=evening.tournament.club, tournament=evening.tournament, role="referee")
        return Actor(made)

    return make


@pytest.fixture
def evening(club, as_yara) -> Evening:
    return Evening(club, "children", by=as_yara)


@pytest.fixture
def her(asked, evening, referee, settings) -> Entry:
    """Somebody of whom every column that may hold something private holds it, entered as it is on an evening."""
    settings.MAIL, settings.SITE = "smtp://localhost", "http://site.example"
    tournament, by = evening.tournament, evening.by
    entry = entered(tournament, by)
    evening.come(6)
    first, *_rest = evening.draw(1)
    evening.publish(first)
    at = first.tables.get(seats__entry=entry)
    evening.fill(first, by_number)
    set_problem(tournament, by=by, table_id=at.public_id, problem=f"{GIVEN} has two pieces too many")
    judged(tournament, at, entry, referee)
    played_freely(tournament.club, by)
    tournament.stream.refresh_from_db()
    snapshots.keep(tournament, tournament.stream.seq, "round.drawn")
    return entry


def entered(tournament: Tournament, by: Actor) -> Entry:
    """In a list, which she leaves again, and by herself."""
    listed = {"given_name": GIVEN, "family_name": f"{GIVEN}in", "number": None, "family": GIVEN, "from_club": GIVEN}
    import_entries(tournament, by=by, people=[listed, {"given_name": "Gero", "family_name": "Graf", "number": None}])
    withdraw_entry(tournament, by=by, entry_id=tournament.entries.get(number=1).public_id)
    set_entering(tournament, by=by, **OPEN)
    about = {**LEFT, "note": f"note of {GIVEN}"}
    entry = enter_oneself(tournament, by=by, given_name=GIVEN, family_name="Xylander", is_minor=True, **about).result
    wished = {"family": f"family {GIVEN}", "from_club": f"SC {GIVEN}", "note": about["note"], "fixed_boards": []}
    set_wishes(tournament, by=by, entry_id=entry.public_id, team_id=None, category_id=None, **wished)
    return entry


def judged(tournament: Tournament, at: Table, entry: Entry, referee: Any) -> None:
    gero, rosa, karl = referee("gero"), referee("rosa"), referee("karl")
    words = {name: f"{name} of {GIVEN}" for name in ("words", "deviation")}
    sign_ruling(tournament, by=gero, table_id=at.public_id, against=entry.public_id, **words)
    appeal(tournament, by=Actor(entry=entry.public_id, via="link"), number=1, words=f"appeal of {GIVEN}")
    vote(
        tournament, by=rosa, appeal_id=Appeal.objects.get().pk, upholds=True, is_panel=True, words=f"vote about {GIVEN}"
    )
    revoke_ruling(tournament, by=karl, number=1, seen=1, reason=f"because of {GIVEN}")
    Claim.objects.update(photo=files.keep(GIVEN.encode()))


def played_freely(club: Club, by: Actor) -> None:
    """She plays outside every tournament too, and is ruled about there."""
    seats = [{"colours": "Y", "name": f"{GIVEN} Xylander"}, {"colours": "G", "name": "Gero Graf"}]
    about = {"name": f"Birthday of {GIVEN}", "is_shown": True}
    game = begin_free_game(Circle(club), by=by, rules="classic", seats=seats, **about).result
    add_line(game, by=by, kind="begins", colour="Y")
    add_line(game, by=by, kind="throw", roll="4", played="1-5")
    sign_free_ruling(game, by=by, throw=1, words=f"words of {GIVEN}")
    revoke_free_ruling(game, by=by, number=1, reason=f"because of {GIVEN}")


def private() -> Iterator[tuple[type[models.Model], str]]:
    """The columns that hold something of somebody as words: all that erasing empties, and those of rows that it deletes."""
    for each in table.tables():
        for name, column in each.columns.items():
            of_words = isinstance(each.model._meta.get_field(name), models.CharField | models.TextField)
            is_erased = column.erased in (Erased.THEIRS, Erased.NAMED, Erased.TEXT) or isinstance(
                column.erased, Becomes
            )
            if of_words and (is_erased or (each.goes_with and column.log is not Log.DATA)):
                yield each.model, name


def filled(model: type[models.Model], name: str) -> bool:
    held = model._default_manager.values_list(name, flat=True)
    return any(GIVEN in value for value in held) or (table.of(model).columns[name].is_file and any(held))


def documents() -> str:
    found = [writing.document(each) for each in Tournament.objects.all()]
    return "".join(writing.text(each) for each in (*found, *map(without_names, found)))


def left() -> list[str]:
    """What is left of her anywhere."""
    return [word for word in (*values(), documents()) if GIVEN in word]


def test_what_is_private_is_gone_from_everywhere_once_it_is_erased(asked, her, club, as_yara):
    empty = [f"{model.__name__}.{name}" for model, name in private() if not filled(model, name)]
    assert empty == []  # put words into it in `her`: else nothing is shown of it
    (photo,) = Claim.objects.values_list("photo", flat=True)
    guesses = naming(asked, GIVEN)
    assert len(guesses) > 5 and proven(guesses) and left()
    for person in Person.objects.filter(given_name=GIVEN):
        erase_person(club, by=as_yara, person_id=person.public_id)
    assert left() == [] and proven(guesses) == [] and photo not in values()


def test_the_anonymous_document_holds_nothing_private_before_either(her):
    assert not [
        each for each in Tournament.objects.all() if GIVEN in writing.text(without_names(writing.document(each)))
    ]


@pytest.mark.django_db(transaction=True)
def test_what_is_brief_is_gone_after_its_time(asked, her, settings, today_is_trusted):
    brief = [f"note of {GIVEN}", *LEFT.values()]
    assert all(any(word in value for value in values()) for word in brief)
    guesses = naming(asked, *brief)
    assert guesses and proven(guesses)
    Tournament.objects.update(played_on=timezone.localdate() - timedelta(days=settings.CONTACT_DAYS + 1))
    retention.clear()
    assert not [word for word in brief for value in (*values(), documents()) if word in value]
    assert proven(guesses) == []
    for each in table.tables():
        if each.is_brief:
            assert not each.model._default_manager.exists(), each.model


def pages(client: Client, first: str) -> Iterator[str]:
    """What somebody reads who follows every link from here that stays with the tournament."""
    waiting, seen = [first], {first}
    while waiting:
        answer = client.get(waiting.pop())
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            yield (text := answer.content.decode())
            new = {link.partition("#")[0] for link in re.findall(r'href="(/(?:desk/)?t/[^"]*)"', text)} - seen
            waiting, seen = [*waiting, *new], seen | new


def test_what_is_for_staff_is_on_no_page_for_everybody(her, desk):
    """She is a child, so that her name is not either."""
    address = reverse("tournament", args=[her.tournament.public_id])
    public = list(pages(Client(), address))
    assert len(public) > 5 and not [page for page in public if GIVEN in page]
    assert any(f"note of {GIVEN}" in page for page in pages(desk, f"/desk{address}"))
