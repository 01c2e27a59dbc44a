"""The side bar: what stands where the day is, what is open, and the next step by what it does; the field that finds things."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from referee.calls.actions import call_referee
from tests.tournament.evening import Evening, by_chance, by_number, text
from tournament.core.actors import Actor
from tournament.desk.side.queries import side_of
from tournament.entries.checkin.actions import check_in_all
from tournament.models import Grant, Role
from tournament.models.stages import called

pytestmark = pytest.mark.english


def said(evening: Evening, by: Actor | None = None, here: str = "/") -> dict[str, tuple[str, str]]:
    evening.tournament.stream.refresh_from_db()
    with override("en"):
        side = side_of(evening.tournament, by or evening.by, here)
    return {line.code: (line.said, line.progress) for line in (*side.day, *side.tools)}


def step(evening: Evening, here: str = "/") -> tuple[str, bool]:
    """What the button says, and whether it is done at once."""
    evening.tournament.stream.refresh_from_db()
    with override("en"):
        next_ = side_of(evening.tournament, evening.by, here).next
    return next_.words, next_.fields is not None


@pytest.fixture
def day(club, as_yara):
    return Evening(club, "championship", by=as_yara)


def test_the_day_is_told_from_the_first_name_to_the_last_result(day):
    assert step(day) == ("Enter the players", False)
    day.enter(9)
    assert said(day)["players"] == ("9", "done") and said(day)["check_in"] == ("9 missing", "now")
    assert step(day) == ("Check players in", False)
    check_in_all(day.tournament, by=day.by)
    assert said(day)["check_in"] == ("9 here", "done") and step(day) == ("Draw: Preliminary rounds", True)
    first = day.draw(1)[0]
    assert said(day)["draw"] == ("draft", "now") and step(day) == ("Look at the draft", False)
    day.publish(first)
    assert said(day)["rounds"] == ("Round 1", "now") and said(day)["results"][0] == "3 open"
    assert said(day)["draw"][0] == "1 of 3" and step(day) == ("Start the clock", True)
    day.start(first)
    assert said(day)["results"] == ("3 open", "now") and step(day) == ("Enter results", False)
    day.fill(first, by_chance(1))
    assert said(day)["results"][0] == "all in" and step(day) == ("Close: Round 1", True)


def test_the_button_does_what_it_says(day, desk):
    day.come(8)
    page = desk.get(reverse("check_in", args=[day.tournament.public_id])).content.decode()
    form = re.search(r'class="side-next".*?<form method="post" action="([^"]+)".*?</form>', page, re.DOTALL)
    assert form and "Draw: Preliminary rounds" in form[0]
    desk.post(form[1])
    assert day.stage(1).rounds.drafts().count() == 3


def test_no_step_leads_to_the_page_one_is_on(day):
    day.come(8)
    first = day.publish(day.draw(1)[0])
    page = reverse("round", args=[day.tournament.public_id, first.pk])
    assert step(day, page) == ("", True)  # that page has the clock itself
    day.start(first)
    assert step(day, reverse("results", args=[day.tournament.public_id])) == ("", False)
    assert step(day, page) == ("Enter results", False)


def test_a_call_for_a_referee_is_counted(day):
    day.come(8)
    first = day.publish(day.draw(1)[0])
    assert said(day)["referee"][0] == ""
    call_referee(day.tournament, by=day.by, table_id=first.tables.all()[0].public_id)
    assert said(day)["referee"][0] == "1 call"


def test_everybody_sees_the_pages_that_are_theirs(day, account, club):
    day.come(8)
    karl = account("karl")
    Grant.objects.create(account=karl, club=club, tournament=day.tournament, role=Role.VIEWER)
    mine = said(day, Actor(karl))
    assert "rounds" in mine and not {"players", "check_in", "results", "papers", "log", "settings"} & set(mine)


def test_the_side_bar_alone_and_the_page_that_shows_the_step_itself(day, desk):
    day.come(8)
    alone = reverse("side", args=[day.tournament.public_id])
    assert "Draw: Preliminary rounds" in text(desk.get(alone)) and "Draw: Preliminary rounds" not in text(
        desk.get(alone, {"own": "1"})
    )
    hub = desk.get(reverse("desk_tournament", args=[day.tournament.public_id])).content.decode()
    assert 'class="side-next"' not in hub and 'id="side-check_in"' in hub


def test_pages_for_everybody_have_none(day, desk):
    assert b'class="side"' not in desk.get(reverse("tournament", args=[day.tournament.public_id])).content


@pytest.fixture
def playing(day):
    day.come(8)
    day.publish(day.draw(1)[0])
    return day


@pytest.mark.parametrize(
    ("sought", "shown"),
    [
        ("2", ["Table 2", "2 Gast2 Graf"]),
        ("gast3", ["3 Gast3 Graf", "sits at table"]),
        ("slips", ["Table slips"]),
        ("stand", ["Standings"]),
        ("zzz", ["Nothing is called “zzz” here."]),
    ],
)
def test_one_field_finds_it(playing, desk, sought, shown):
    page = text(desk.get(reverse("find", args=[playing.tournament.public_id]), {"q": sought}))
    assert all(words in page for words in shown)


def test_nobody_finds_what_they_may_not_open(playing, account, club, signed_in):
    karl = account("karl")
    Grant.objects.create(account=karl, club=club, tournament=playing.tournament, role=Role.VIEWER)
    find = reverse("find", args=[playing.tournament.public_id])
    page = text(signed_in(karl).get(find, {"q": "s"}, headers={"accept-language": "en"}))
    assert "Settings" not in page and "Table slips" not in page and "Standings" in page


def test_what_a_preset_called_a_stage_is_said_in_the_readers_language(club, as_yara, desk):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.play(evening.draw(1)[0], by_number)
    assert [stage.name for stage in evening.tournament.stages.all()] == ["Vorrunde", "Finale"]
    for page in ("rounds", "desk_standings", "stages", "desk_tournament", "papers"):
        address = reverse(page, args=[evening.tournament.public_id])
        english = text(desk.get(address, headers={"accept-language": "en"}))
        german = text(desk.get(address, headers={"accept-language": "de"}))
        assert "Preliminary rounds" in english and "Vorrunde" not in english, page
        assert "Vorrunde" in german and "Preliminary rounds" not in german, page


def test_what_somebody_called_a_stage_stays(day):
    stage = day.stage(1)
    stage.name = "Runden am Vormittag"
    with override("en"):
        assert stage.called == "Runden am Vormittag"
        assert [called(name) for name in ("Vorrunde", "Kleines Finale", "Final")] == [
            "Preliminary rounds",
            "Small final",
            "Final",
        ]
    with override("de"):
        assert called("Preliminary rounds") == "Vorrunde"
