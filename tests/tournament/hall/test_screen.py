"""What the projector shows at which moment, and who steers it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.recording.actions import open_game
from tests.tournament.evening import Evening, a_club, as_done, by_number, refused, settle
from tournament.core.actors import SYSTEM
from tournament.entries.groups.actions import add_group, assign
from tournament.hall.screen.actions import set_screen
from tournament.hall.screen.panels import PANELS, now_of, panels_for, screen_of
from tournament.models import LogEntry, Person, Screen
from tournament.people.names import public_name
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening(a_club(), "village")
    evening.come(8)
    return evening


def showing(evening: Evening) -> list[str]:
    return [panel.code for panel, _found in panels_for(screen_of(evening.tournament), now_of(evening.tournament))]


def page(evening: Evening) -> str:
    return Client().get(reverse("hall", args=[evening.tournament.public_id])).content.decode()


def test_by_itself_it_goes_along_with_the_evening(evening):
    assert showing(evening) == ["entered"]
    first, *others = evening.draw(1)
    evening.publish(first)
    assert showing(evening) == ["seats"]
    one, two = first.tables.all()
    evening.confirm(one, by_number([seat.entry for seat in one.seats.all()]))
    assert showing(evening) == ["seats", "missing", "standings"]
    evening.confirm(two, by_number([seat.entry for seat in two.seats.all()]))
    close_round(evening.tournament, by=SYSTEM, round_id=first.pk)
    assert showing(evening) == ["standings"]
    for round_ in others:
        evening.play(round_, by_number)
    settle(evening, 2)
    final = evening.draw(2)[0]
    evening.publish(final)
    assert showing(evening) == ["seats", "bracket"]
    open_game(evening.tournament, by=SYSTEM, table_id=final.tables.get().public_id)
    assert showing(evening) == ["seats", "bracket", "game"]


def found(evening: Evening, code: str):
    (panel,) = [panel for panel in PANELS if panel.code == code]
    evening.tournament.stream.refresh_from_db()
    return panel.find(now_of(evening.tournament))


def test_in_the_end_there_is_the_end_result_alone():
    evening = Evening(a_club(), "children")
    evening.come(8)
    evening.play_stage(1, by_number)
    assert "standings" in showing(evening)
    settle(evening, 2)
    evening.play_stage(2, by_number)
    evening.tournament.stream.refresh_from_db()
    assert showing(evening) == ["bracket", "end"]


@pytest.mark.parametrize(("players", "played", "tables"), [(64, 0, 16), (64, 2, 0), (8, 0, 0)])
def test_of_a_bracket_is_shown_what_can_be_read_across_the_hall(players, played, tables):
    """Else what is played now, table by table."""
    evening = Evening(a_club(), "knockout")
    evening.come(players)
    for _ in range(played):
        evening.play(evening.draw(1)[0], by_number)
    evening.publish(evening.draw(1)[0])
    shown = found(evening, "bracket")
    assert len(shown.get("boxes", [])) == tables and ("picture" in shown) is not bool(tables)
    assert "Gast1 G." in page(evening)


def test_teams_and_categories_have_standings_too(evening):
    people = list(evening.tournament.entries.all())
    for kind, name in (("team", "Rot"), ("category", "Jugend")):
        group = add_group(evening.tournament, by=SYSTEM, kind=kind, name=name).result
        chosen = [entry.public_id for entry in people[:4]]
        assign(evening.tournament, by=SYSTEM, kind=kind, group_id=group.pk, entries=chosen)
    assert found(evening, "teams") is None and found(evening, "categories") is None
    evening.play(evening.draw(1)[0], by_number)
    assert [team.name for team in found(evening, "teams")["lines"]] == ["Rot"]
    ((name, ranks),) = found(evening, "categories")["groups"]
    assert (name, len(ranks)) == ("Jugend", 4)
    set_screen(evening.tournament, by=SYSTEM, shows=["teams", "categories"], seconds=10)
    assert showing(evening) == ["teams", "categories"] and "Jugend" in page(evening)


def test_what_was_chosen_is_shown_as_far_as_there_is_any(evening):
    shows = ["standings", "entered"]
    set_screen(evening.tournament, by=SYSTEM, shows=shows, seconds=10)
    assert showing(evening) == ["entered"]
    set_screen(evening.tournament, by=SYSTEM, shows=["game"], seconds=10)
    assert showing(evening) == ["entered"]  # nothing of it: better what fits than an empty wall


@pytest.mark.parametrize(
    ("change", "code"), [({"shows": ["secrets"]}, "panel"), ({"seconds": 3}, "seconds"), ({"seconds": 121}, "seconds")]
)
def test_what_a_screen_cannot_show(evening, change, code):
    with refused(code):
        set_screen(evening.tournament, by=SYSTEM, **{"shows": [], "seconds": 10, **change})


def test_steering_is_logged_and_the_screen_hears_of_it(tournament, desk):
    address = reverse("steering", args=[tournament.public_id])
    before = tournament.stream.seq
    shown = {"shows": ["seats", "clock"], "seconds": 20, "words": "Suppe um 12", "is_night": "on", "version": 1}
    assert desk.post(address, shown).status_code == 302
    screen = Screen.objects.get()
    assert (screen.shows, screen.seconds, screen.words, screen.is_night) == (
        ["clock", "seats"],
        20,
        "Suppe um 12",
        True,
    )
    entry = LogEntry.objects.latest("pk")
    assert (entry.code, entry.seq) == ("screen.set", before + 1) and "Suppe" not in str(entry.data)
    assert "Suppe um 12" in Client().get(reverse("hall", args=[tournament.public_id])).content.decode()


@pytest.mark.parametrize("only", [panel.code for panel in PANELS])
def test_one_button_shows_one_thing(tournament, desk, only):
    address = reverse("steering", args=[tournament.public_id])
    desk.post(address, {"shows": ["seats"], "seconds": 12, "only": only})
    assert Screen.objects.get().shows == [only]
    desk.post(address, {"shows": ["seats"], "seconds": 12, "only": ""})
    assert Screen.objects.get().shows == []


def test_two_who_steer_at_once_see_each_other(tournament, desk):
    address = reverse("steering", args=[tournament.public_id])
    for words, status in (("Eins", 302), ("Zwei", 409)):
        assert desk.post(address, {"seconds": 12, "words": words, "version": 1}).status_code == status, words
    assert Screen.objects.get().words == "Eins"


def test_who_is_entered_stands_where_one_looks(evening):
    names = [("Zoe", "Ahrens"), ("Anna", "Zorn"), ("Bela", "Özil"), ("Rosa", "Ott")]
    for number, (given, family) in enumerate(names, 1):
        Person.objects.filter(entries__number=number).update(given_name=given, family_name=family, shows_full_name=True)
    evening.tournament.entries.filter(number__gt=4).update(state="withdrawn")
    lines = found(evening, "entered")["lines"]
    assert [(line.name, letter) for line, letter in lines] == [
        ("Zoe Ahrens", "A"),
        ("Rosa Ott", "O"),
        ("Bela Özil", "O"),
        ("Anna Zorn", "Z"),
    ]


def test_everybody_is_found_by_the_name_that_everybody_sees(evening):
    Person.objects.filter(entries__number=1).update(given_name="Kanarina", family_name="Vogel", is_hidden=True)
    evening.publish(evening.draw(1)[0])
    shown = page(evening)
    assert "Gast2 G." in shown and public_name(Person.objects.get(family_name="Vogel"), 1) in shown
    assert "Kanarina" not in shown and "Graf" not in shown


def test_it_asks_few_questions_however_many_sit(evening, django_assert_max_num_queries):
    evening.publish(evening.draw(1)[0])
    with django_assert_max_num_queries(25):
        page(evening)


def test_without_a_script_it_comes_again_by_itself(evening):
    assert '<noscript><meta http-equiv="refresh"' in page(evening)


def test_a_club_without_a_logo_has_no_picture(tournament):
    assert Client().get(reverse("hall_logo", args=[tournament.public_id])).status_code == 404


def test_people_with_the_same_shown_name_are_told_apart_by_their_numbers(evening):
    """And nobody else is."""
    as_done(
        evening.tournament,
        by=SYSTEM,
        doing=lambda: Person.objects.filter(entries__number__in=(3, 6)).update(given_name="Bela", family_name="Blau"),
    )
    evening.publish(evening.draw(1)[0])
    seats = found(evening, "seats")
    assert seats["twins"] == {"Bela B."}
    shown = page(evening)
    assert shown.count("<small>3</small>") == 1 == shown.count("<small>6</small>")
    assert "<small>1</small>" not in shown


def test_a_list_of_another_round_is_about_something_else(evening):
    first, second, *_others = evening.draw(1)
    evening.publish(first)
    seats = found(evening, "seats")["about"]
    settle_all(evening, first)
    standings = found(evening, "standings")["about"]
    evening.play(second, by_number)
    assert found(evening, "standings")["about"] != standings and str(first.pk) == seats


def settle_all(evening: Evening, round_) -> None:
    for table in round_.tables.all():
        evening.confirm(table, by_number([seat.entry for seat in table.seats.all()]))
    close_round(evening.tournament, by=SYSTEM, round_id=round_.pk)


def preview(desk, tournament, **asked):
    return desk.get(reverse("screen_preview", args=[tournament.public_id]), asked)


def test_the_director_sees_a_panel_before_it_goes_out(club, as_yara, desk):
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    steering = desk.get(reverse("steering", args=[evening.tournament.public_id]))
    small = reverse("screen_preview", args=[evening.tournament.public_id])
    assert all(f'src="{small}?show={panel.code}"' in steering.content.decode() for panel in PANELS)
    assert "frame-src 'self'" in steering.headers["Content-Security-Policy"]
    shown = preview(desk, evening.tournament, show="entered")
    page = shown.content.decode()
    assert 'class="panel entered is-shown"' in page and "<script" not in page and "<button" not in page
    assert shown.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in shown.headers["Content-Security-Policy"]
    assert "davon noch nichts" in preview(desk, evening.tournament, show="standings").content.decode()
    assert 'data-panel="entered"' in preview(desk, evening.tournament).content.decode()
    assert preview(Client(), evening.tournament).status_code in (302, 403, 404)
    assert Screen.objects.count() == 0, "looking changes nothing"


def test_the_last_five_minutes_are_there_while_the_clock_runs(evening):
    first = evening.draw(1)[0]
    evening.publish(first)
    assert found(evening, "last") is None
    evening.tournament.stages.filter(position=1).update(minutes=25)
    type(first).objects.filter(pk=first.pk).update(minutes=25)
    evening.start(first)
    assert found(evening, "last")["clock"].state == "running" and "last" in showing(evening)


def test_who_throws_for_a_place_stands_on_the_screen(evening):
    """Everybody shares everything, so that the cut is level."""
    for round_ in evening.draw(1):
        evening.play(round_, lambda entries: dict.fromkeys((entry.pk for entry in entries), 1))
    said = found(evening, "throw_off")
    assert said is not None and len(said["lines"]) >= 2 and "throw_off" in showing(evening)
    settle(evening, 2)
    assert found(evening, "throw_off") is None or len(found(evening, "throw_off")["lines"])
