"""The bracket of a tournament as it fills up, and who may read which name in it."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tournament.evening import Evening, by_chance, by_number
from tournament.finals.bracket.model import Origin, Slot
from tournament.finals.queries import BracketWords, bracket_of
from tournament.models import Entry, Person


@pytest.fixture
def evening(club, as_yara) -> Evening:
    evening = Evening(club, "open", by=as_yara)  # rounds, eight into a knock-out, four into the final
    evening.come(16)
    return evening


def states(evening: Evening) -> list[list[str]]:
    evening.tournament.stream.refresh_from_db()
    return [[box.state for box in boxes] for boxes in bracket_of(evening.tournament).columns]


def test_it_fills_up_from_the_plan_to_the_final(evening):
    assert states(evening) == [["empty", "empty"], ["empty"]]
    evening.play_stage(1, by_number)
    assert states(evening) == [["full", "full"], ["empty"]]  # those who come in are settled
    round_ = evening.publish(evening.draw(2)[0])
    tables = list(round_.tables.prefetch_related("seats__entry"))
    evening.confirm(tables[0], by_number([seat.entry for seat in tables[0].seats.all()]))
    assert states(evening) == [["full", "full"], ["partly"]]


def sat_together(evening: Evening) -> set[frozenset[int]]:
    return {frozenset(slot.player for slot in box.slots) for box in bracket_of(evening.tournament).columns[1]}


def test_what_was_drawn_is_what_was_planned_where_nobody_has_met(club, as_yara):
    evening = Evening(club, "knockout", by=as_yara)
    evening.come(16)
    evening.play(evening.draw(1)[0], by_chance(3))
    evening.tournament.stream.refresh_from_db()
    planned = sat_together(evening)
    evening.publish(evening.draw(1)[0])
    evening.tournament.stream.refresh_from_db()
    assert sat_together(evening) == planned


def test_it_says_where_everybody_comes_from(evening):
    words = BracketWords(evening.tournament)
    final = bracket_of(evening.tournament).columns[-1][0]
    with translation.override("en"):
        said = sorted(map(words.seat, final.slots))
    assert said == ["Second of table 1", "Second of table 2", "Winner of table 1", "Winner of table 2"]
    assert words.heading(final) == "Finale"


def test_everybody_sees_it_without_the_names_that_are_hidden(evening, desk):
    evening.play_stage(1, by_number)
    best = Entry.objects.get(tournament=evening.tournament, number=1)
    Person.objects.filter(pk=best.person_id).update(is_hidden=True)
    page = Client().get(reverse("public_bracket", args=[evening.tournament.public_id])).content.decode()
    assert "Gast2 G." in page and "Gast1 " not in page and "Graf" not in page
    assert "Gast1 Graf" in desk.get(reverse("desk_bracket", args=[evening.tournament.public_id])).content.decode()


def bracket_page(evening: Evening, **asked: str):
    browser = Client(headers={"accept-language": "en"})
    return browser.get(reverse("public_bracket", args=[evening.tournament.public_id]), asked)


@pytest.fixture
def knockout(club, as_yara) -> Evening:
    """Sixteen; the first round is played, the second runs."""
    evening = Evening(club, "knockout", by=as_yara)
    evening.come(16)
    evening.play(evening.draw(1)[0], by_number)
    evening.publish(evening.draw(1)[0])
    return evening


def test_it_opens_at_the_round_that_is_played_and_each_can_be_asked_for(knockout):
    plain, first = bracket_page(knockout).context, bracket_page(knockout, round="1").context
    assert plain["chosen"] == 2 and [n for n, _title in plain["columns"]] == [1, 2, 3]
    assert first["chosen"] == 1 and len(first["boxes"]) == 4
    for asked, shown in (("3", 3), ("9", 2), ("x", 2), ("0", 2)):
        assert bracket_page(knockout, round=asked).context["chosen"] == shown, asked


def test_names_lead_to_people_and_one_s_own_are_marked(knockout):
    page = bracket_page(knockout, me="1").content.decode()
    assert f'href="{reverse("player_page", args=[knockout.tournament.public_id, 1])}?me=1"' in page
    row = page[page.index('data-n="1" class="') :]
    assert row.startswith('data-n="1" class=" me"') and "<svg" in page
    assert "<text" in page and ' data-n="1">1 Gast1 G.</text>' in page  # the whole way in the picture


def test_the_whole_is_one_tap_away_on_a_phone(knockout):
    page = bracket_page(knockout, whole="1").content.decode()
    assert "is-whole" in page and "bracket-list" not in page


def test_a_tournament_without_a_final_says_so(tournament):
    page = Client().get(reverse("public_bracket", args=[tournament.public_id])).content.decode()
    assert "bracket-picture" not in page and "<svg" in page


def test_of_a_drawn_loser_the_place_is_said_first():
    """In a narrow box the end of it is cut."""
    with translation.override("en"):
        assert BracketWords(None).mark(Slot(Origin("lucky", 1), player=7, place=3)) == "3. · drawn"
