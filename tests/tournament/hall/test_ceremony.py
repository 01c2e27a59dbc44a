"""The end as a ceremony: who is called up, in which order, by whom, and that the screen shows nothing else meanwhile."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, a_club, by_number, refused, settle, text
from tournament.core.actors import SYSTEM
from tournament.entries.groups.actions import add_group, assign
from tournament.hall.screen.actions import call_up
from tournament.hall.screen.ceremony import steps_of
from tournament.models import LogEntry, Person, Screen, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Eight people of whom one is a junior and four are a team; the final is played, the lower number always ahead."""
    evening = Evening(a_club(), "children")
    people = evening.come(8)
    for kind, name, chosen in (("category", "Jugend", people[5:6]), ("team", "Rot", people[:4])):
        group = add_group(evening.tournament, by=SYSTEM, kind=kind, name=name).result
        ids = [entry.public_id for entry in chosen]
        assign(evening.tournament, by=SYSTEM, kind=kind, group_id=group.pk, entries=ids)
    evening.play_stage(1, by_number)
    return evening


@pytest.fixture
def over(evening) -> Evening:
    settle(evening, 2)
    evening.play_stage(2, by_number)
    evening.tournament.stream.refresh_from_db()
    return evening


def hall(evening: Evening) -> str:
    return Client().get(reverse("hall", args=[evening.tournament.public_id])).content.decode()


def test_third_second_first_podium_then_the_best_of_categories_and_teams(over):
    steps = steps_of(over.tournament)
    assert [(step.code, [one.name for one in step.people]) for step in steps] == [
        ("place", ["Gast3 G."]),
        ("place", ["Gast2 G."]),
        ("place", ["Gast1 G."]),
        ("podium", []),
        ("category", ["Gast6 G."]),
        ("team", ["Rot"]),
    ]
    podium = steps[3]
    assert [place for place, _people in podium.places] == [2, 1, 3] and [one.number for one in podium.below] == [4]


def test_everybody_stands_there_in_their_colour_of_the_final(over):
    colours = dict(Seat.objects.filter(round__stage__kind="final").values_list("entry__number", "colour"))
    steps = steps_of(over.tournament)[:3]
    assert {one.number: one.colour for step in steps for one in step.people} == {n: colours[n] for n in (1, 2, 3)}


def test_each_tap_shows_one_step_and_nothing_of_those_to_come(over):
    for step, shown, hidden in ((1, "Gast3 G.", ("Gast1 G.", "Gast2 G.")), (2, "Gast2 G.", ("Gast1 G.", "Gast3 G."))):
        call_up(over.tournament, by=SYSTEM, step=step)
        page = hall(over)
        assert shown in page and not any(name in page for name in hidden)
        assert page.count('<section class="panel') == 1
    call_up(over.tournament, by=SYSTEM, step=0)
    assert 'data-panel="end"' in hall(over) and 'data-panel="ceremony"' not in hall(over)


def test_it_begins_with_the_end_result_and_has_so_many_steps(evening, request):
    with refused("no_end_yet"):
        call_up(evening.tournament, by=SYSTEM, step=1)
    over = request.getfixturevalue("over")
    with refused("step"):
        call_up(over.tournament, by=SYSTEM, step=7)
    assert not Screen.objects.filter(step__gt=0).exists()


def test_whoever_is_hidden_is_called_up_by_number(over):
    Person.objects.filter(entries__number=3).update(given_name="Canary", is_hidden=True)
    call_up(over.tournament, by=SYSTEM, step=1)
    assert "Canary" not in hall(over) and "Nummer 3" in hall(over)


def test_the_desk_calls_up_by_a_button_that_names_the_step(club, as_yara, desk):
    evening = Evening(club, "children", by=as_yara)
    evening.come(8)
    steering = reverse("steering", args=[evening.tournament.public_id])
    assert reverse("ceremony", args=[evening.tournament.public_id]) not in desk.get(steering).content.decode()
    evening.play_stage(1, by_number)
    settle(evening, 2)
    evening.play_stage(2, by_number)
    address = reverse("ceremony", args=[evening.tournament.public_id])
    assert address in desk.get(steering).content.decode()
    for _tap in range(2):
        assert desk.post(address, {"step": "1"}).status_code == 302
    assert Screen.objects.get().step == 1 and LogEntry.objects.latest("pk").code == "screen.called_up"
    assert "wird gezeigt" in text(desk.get(steering))
    assert Client().post(address, {"step": "2"}).status_code in (302, 403, 404)
    assert Screen.objects.get().step == 1
