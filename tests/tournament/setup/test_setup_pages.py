"""The wizard, and stages and boards afterwards."""

import re
from datetime import time

import pytest
from django.urls import reverse

from games.engine.rules.registry import RULE_SETS
from tests.tournament.evening import Evening, by_number
from tests.tournament.everywhere.test_nasty import NASTY, WORST
from tests.tournament.routes import ON_THE_STRICTER
from tournament.models import LogEntry, Stage, Tournament
from tournament.stages.forms import StageForm, of_stage
from tournament.stages.options import declared
from tournament.stages.presets import PRESETS

WHERE = "Bürgerhaus, Lindenstraße 3, Waldau"
ABOUT = {"name": "Herbstturnier", "played_on": "2026-11-21", "begins_at": "14:00", "place": WHERE, "is_listed": "on"}
HALL = {"players": "37", "fours": "7", "sixes": "3", "pause": "10"}


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def wizard(club, desk):
    page = reverse("new_tournament", args=[club.public_id])
    return lambda **answers: desk.get(page, answers)


@pytest.fixture
def make(club, desk):
    page = reverse("new_tournament", args=[club.public_id])
    return lambda **answers: desk.post(page, answers)


# The wizard


def test_each_step_carries_what_was_answered(wizard):
    page = wizard(step="3", preset="open", **ABOUT)
    assert page.context["step"] == 3
    assert dict(page.context["carried"]) == {**ABOUT, "preset": "open"}
    assert not Tournament.objects.exists()


def test_a_step_is_not_left_while_it_is_wrong(wizard):
    page = wizard(step="2", name="", played_on="2026-11-21")
    assert (page.status_code, page.context["step"]) == (422, 1)
    assert page.context["form"].errors.keys() == {"name"}


def test_going_back_shows_what_was_answered_and_says_nothing_about_it(wizard):
    page = wizard(step="1", name="", played_on="bad")
    assert page.status_code == 200
    assert not page.context["form"].errors
    assert wizard(step="1", **ABOUT).context["form"]["name"].value() == "Herbstturnier"


def test_a_box_that_was_left_empty_stays_empty(wizard):
    assert wizard().context["form"]["is_listed"].value() is True
    assert wizard(step="1", name="A", played_on="2026-11-21").context["form"]["is_listed"].value() is False


@pytest.mark.parametrize("preset", [preset.id for preset in PRESETS])
def test_a_schedule_is_drawn_before_anything_is_saved(wizard, preset):
    page = wizard(step="4", preset=preset, **ABOUT, **HALL)
    assert page.context["step"] == 4
    assert page.context["setup"]["rows"]
    assert not Tournament.objects.exists()


def test_the_evening_in_one_line(wizard):
    setup = wizard(step="4", preset="championship", **ABOUT, **HALL).context["setup"]
    assert setup["sentence"] == "37 Spieler, 10 Tische: 3 × 50 min + 60 min + Pausen 30 min = etwa 4 h"
    assert [str(row["to"]) for row in setup["rows"]] == ["14:50:00", "15:50:00", "16:50:00", "18:00:00"]


def test_the_hour_is_asked_once_and_kept(wizard, make):
    assert not [name for name in wizard(step="3", preset="open", **ABOUT).context["form"].fields if "begins" in name]
    page = wizard(step="4", preset="open", **ABOUT, **HALL)
    assert "21. November 2026, 14:00 Uhr" in text(page) and WHERE in text(page)
    make(preset="open", **ABOUT, **HALL)
    made = Tournament.objects.get()
    assert (made.begins_at, made.place) == (time(14), WHERE)


def test_without_an_hour_the_schedule_counts_from_the_beginning(wizard, make):
    about = {**ABOUT, "begins_at": "", "place": ""}
    page = wizard(step="4", preset="championship", **about, **HALL)
    assert [str(row["from"]) for row in page.context["setup"]["rows"]][:2] == ["00:00:00", "01:00:00"]
    assert "Zeitplan, vom Beginn an gezählt" in text(page)
    make(preset="championship", **about, **HALL)
    made = Tournament.objects.get()
    assert (made.begins_at, made.place) == (None, "")


@pytest.mark.parametrize("bad", [{"begins_at": "25:00"}, {"begins_at": "2 p.m."}, {"place": "x" * 121}, {"place": "…"}])
def test_an_hour_or_a_place_that_cannot_be(wizard, bad):
    page = wizard(step="2", **{**ABOUT, **bad})
    assert (page.status_code, page.context["step"]) == (422, 1)
    assert page.context["form"].errors.keys() == bad.keys()


def test_minutes_that_were_changed_are_in_the_schedule(wizard):
    answers = {"championship-1-minutes": "40", "championship-1-rounds": "2", "championship-2-minutes": "45"}
    setup = wizard(step="4", preset="championship", **ABOUT, **HALL, **answers).context["setup"]
    assert [slot.minutes for slot in setup["plan"].slots] == [40, 40, 45]


def test_without_a_clock_the_pace_of_the_throws_decides(wizard):
    def minutes(**pace):
        return wizard(step="4", preset="village", **ABOUT, **HALL, **pace).context["setup"]["plan"].slots[0].minutes

    assert (minutes(), minutes(seconds="10")) == (65, 135)  # with up to three throws
    assert "seconds" not in wizard(step="3", preset="open", **ABOUT).context["form"].fields


def test_missing_boards_and_odd_numbers_are_said(wizard):
    few = wizard(step="4", preset="championship", **ABOUT, **{**HALL, "fours": "5"})
    assert "2 Bretter für Vierertische fehlen" in text(few)
    odd = wizard(step="4", preset="championship", **ABOUT, **{**HALL, "players": "5"})
    assert "5 Spieler passen nicht" in text(odd)


@pytest.mark.parametrize("bad", [{"players": "0"}, {"fours": "301"}, {"pause": "x"}])
def test_a_number_that_cannot_be_is_said_beside_its_field(wizard, bad):
    page = wizard(step="4", preset="open", **ABOUT, **{**HALL, **bad})
    assert (page.status_code, page.context["step"]) == (422, 3)
    assert page.context["form"].errors.keys() == bad.keys()


def test_all_of_it_is_made_at_once(make):
    answer = make(preset="championship", **ABOUT, **HALL, **{"championship-1-minutes": "40"})
    made = Tournament.objects.get()
    assert answer.headers["Location"] == reverse("desk_tournament", args=[made.public_id])
    assert list(made.stages.values_list("kind", "planned_rounds", "minutes")) == [("all", 3, 40), ("final", 1, 60)]
    assert [made.boards.filter(kind=kind).count() for kind in "46"] == [7, 3]


def test_everybody_can_enter_from_the_first_moment_if_that_is_wanted(make):
    make(preset="open", **ABOUT, **HALL, takes_entries="on", places="40")
    made = Tournament.objects.get()
    assert (made.is_open_to_all, made.places, made.has_waiting_list) == (True, 40, True)
    assert make(preset="open", **ABOUT, places="-1").context["step"] == 4
    assert Tournament.objects.count() == 1


def test_the_way_back_takes_everything_along(make, desk):
    answer = make(preset="open", **ABOUT, **HALL, takes_entries="on", places="40", back="3")
    assert not Tournament.objects.exists()
    page = desk.get(answer.headers["Location"])
    assert page.context["step"] == 3
    assert dict(page.context["carried"]) == {**ABOUT, "preset": "open", "takes_entries": "on", "places": "40"}


def test_each_round_can_have_its_own_length(wizard, make):
    answers = {"counted-1-minutes": "40, 35 30", "players": "16"}
    setup = wizard(step="4", preset="counted", **ABOUT, **answers).context["setup"]
    assert [slot.minutes for slot in setup["plan"].slots] == [40, 35, 30, 30]
    assert "40 min + 35 min + 2 × 30 min" in setup["sentence"]
    make(preset="counted", **ABOUT, **answers)
    stage = Stage.objects.get()
    assert (stage.lengths, stage.minutes) == ([40, 35], 30)
    assert [stage.minutes_of(number) for number in (1, 2, 3, 4)] == [40, 35, 30, 30]


@pytest.mark.parametrize("bad", ["x", "30, -1", "30, 601", " ".join(["9"] * 51)])
def test_minutes_that_cannot_be(wizard, bad):
    page = wizard(step="4", preset="counted", **ABOUT, **{"counted-1-minutes": bad})
    assert (page.context["step"], list(page.context["form"].errors)) == (3, ["counted-1-minutes"])


def test_by_hand_means_without_stages(make):
    make(preset="own", **ABOUT)
    assert not Stage.objects.exists()
    assert Tournament.objects.exists()


def test_sent_twice_it_is_made_once(make):
    for _ in range(2):
        answer = make(preset="open", action_id="wizard-0001", **ABOUT)
    assert Tournament.objects.count() == 1
    assert answer.status_code == 302
    assert LogEntry.objects.filter(code="stages.set").count() == 1


def test_one_bad_part_and_nothing_is_made(make):
    assert make(preset="open", **ABOUT, fours="200", sixes="200").status_code == 422
    assert not Tournament.objects.exists()


# Stages and boards


@pytest.fixture
def url(tournament):
    return lambda name: reverse(name, args=[tournament.public_id])


def as_form(stage, **changes):
    start = {**StageForm(initial=of_stage(stage)).initial, **changes}
    return {name: value for name, value in start.items() if value is not False}


@pytest.fixture
def first(tournament, desk, url):
    desk.post(url("preset"), {"preset": "championship"})
    return tournament.stages.first()


def test_a_preset_makes_the_stages(first, desk, url, tournament):
    assert [stage.name for stage in tournament.stages.all()] == ["Vorrunde", "Finale"]
    page = text(desk.get(url("stages")))
    assert "5-3-1-0 · 5-3-1" in page
    assert "3 × 50 min" in page


def test_every_number_of_a_stage_can_be_changed(first, desk, url):
    changed = {
        "name": "Hinrunde", "planned_rounds": 5, "minutes": 30, "size": 16, "four_1": 8, "three_1": 7, "best": 2,
        "break_1": "share", "break_2": "", "break_3": "", "break_4": "",
        "unfinished": "steps", "rules": "classic", "kind": "next",
    }  # fmt: skip
    assert desk.post(f"{url('stage')}?stage={first.pk}", as_form(first, **changed)).status_code == 302
    first.refresh_from_db()
    assert (first.name, first.planned_rounds, first.minutes, first.size) == ("Hinrunde", 5, 30, 16)
    assert (first.rules, first.kind, first.unfinished) == ("classic", "next", "steps")
    assert first.scheme == {
        "four": [8, 3, 1, 0], "three": [7, 3, 1], "by_count": False, "best": 2, "breaks": ["share", "throw_off"],
        "share": "points",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ({"four_2": 9}, "four_1"),
        ({"by_count": "on", "unfinished": "steps"}, "unfinished"),
        ({"break_2": "wins"}, "break_1"),
        ({"minutes": 601}, "minutes"),
        ({"planned_rounds": 0}, "planned_rounds"),
        ({"name": ""}, "name"),
        ({"kind": "other"}, "kind"),
        ({"four_1": "five"}, "four_1"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(first, desk, url, bad, field):
    answer = desk.post(f"{url('stage')}?stage={first.pk}", as_form(first, **bad))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    before = first.scheme
    first.refresh_from_db()
    assert first.scheme == before


def test_an_older_page_does_not_write_over_a_newer_one(first, desk, url):
    form = as_form(first, version=first.version)
    assert desk.post(f"{url('stage')}?stage={first.pk}", {**form, "minutes": 40}).status_code == 302
    answer = desk.post(f"{url('stage')}?stage={first.pk}", {**form, "minutes": 45})
    assert "inzwischen" in text(answer)
    first.refresh_from_db()
    assert first.minutes == 40


def test_a_stage_is_added_and_removed(first, desk, url, tournament):
    new = as_form(first, name="Trostrunde")
    assert desk.post(url("stage"), new).status_code == 302
    added = tournament.stages.last()
    assert (added.name, added.position) == ("Trostrunde", 3)
    desk.post(url("stage_remove"), {"stage": added.pk})
    assert tournament.stages.count() == 2


def test_a_new_stage_begins_with_what_is_usual(desk, url):
    form = desk.get(url("stage")).context["form"]
    assert [form[name].value() for name in ("kind", "four_1", "break_1", "threes_first")] == ["all", 5, "wins", True]


def test_what_the_draw_rests_on_stays(club, desk):
    evening = Evening(club, "championship")
    evening.come(12)
    evening.draw(1)
    stage, tournament = evening.stage(1), evening.tournament
    page = f"{reverse('stage', args=[tournament.public_id])}?stage={stage.pk}"
    assert "schon ausgelost" in text(desk.get(page))
    assert desk.post(page, as_form(stage, kind="swiss", rules="classic", minutes=45)).status_code == 302
    stage.refresh_from_db()
    assert (stage.kind, stage.rules, stage.minutes) == ("all", "turnier", 45)
    assert desk.post(reverse("preset", args=[tournament.public_id]), {"preset": "open"}).status_code == 422


def test_another_length_is_that_of_the_drafts_too(club, desk):
    evening = Evening(club, "counted")
    evening.come(12)
    evening.publish(evening.draw(1)[0])
    stage, tournament = evening.stage(1), evening.tournament
    page = f"{reverse('stage', args=[tournament.public_id])}?stage={stage.pk}"
    assert desk.get(page).context["form"]["minutes"].value() == "30, 30, 30, 30"
    desk.post(page, as_form(stage, minutes="45, 40, 35"))
    assert list(stage.rounds.order_by("number").values_list("minutes", flat=True)) == [30, 40, 35, 35]
    assert "45 + 40 + 35 + 35 min" in text(desk.get(reverse("stages", args=[tournament.public_id])))
    assert "4 Runden, 45, 40, 35 Minuten" in text(desk.get(reverse("rounds", args=[tournament.public_id])))


def test_what_was_played_is_scored_anew_and_the_page_says_so(club, desk):
    evening = Evening(club, "championship")
    evening.come(8)
    first, *_more = evening.draw(1)
    evening.play(first, by_number)
    stage = evening.stage(1)
    page = f"{reverse('stage', args=[evening.tournament.public_id])}?stage={stage.pk}"
    assert "2 Ergebnisse sind bestätigt" in text(desk.get(page))
    answer = desk.post(page, as_form(stage, four_1=9), follow=True)
    assert "aus 2 Ergebnissen neu berechnet" in text(answer)


def test_boards_are_set_and_refused_beside_the_field(desk, url, tournament):
    assert desk.post(url("boards"), {"fours": "9", "sixes": "2"}).status_code == 302
    assert tournament.boards.count() == 11
    answer = desk.post(url("boards"), {"fours": "290", "sixes": "20"})
    assert answer.status_code == 422
    assert "fours" in answer.context["boards"].errors


@pytest.mark.parametrize("stage", ["0", "x", "99999999999", "-1"])
def test_a_stage_that_is_not_there(desk, url, stage):
    assert desk.get(url("stage"), {"stage": stage}).status_code == 422


def test_the_pages_bound_their_queries(first, desk, url, club, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        desk.get(url("stages"))
    with django_assert_max_num_queries(12):
        desk.get(f"{url('stage')}?stage={first.pk}")
    with django_assert_max_num_queries(8):
        desk.get(reverse("new_tournament", args=[club.public_id]))


NASTY_FIELDS = (
    *("name", "played_on", "begins_at", "place", "preset", "players", "fours", "sixes", "pause", "step"),
    *("open-1-minutes", "kind", "rules", "planned_rounds", "minutes", "four_1", "three_1", "best", "break_1"),
    *("unfinished", "stage", "do", "entry", "number", "reason", "known", "show", "q", "text", "is_file"),
    *("column", "head", "take", "state"),
)


@pytest.mark.slow
@ON_THE_STRICTER
@pytest.mark.parametrize("name", WORST)
def test_one_field_among_good_ones_is_as_bad_as_can_be(first, club, desk, url, name, entries):
    """Nothing else keeps it from being looked at. (Each field by itself, on every route: test_nasty.py.)"""
    pages = [
        url("stage"),
        f"{url('stage')}?stage={first.pk}",
        url("import"),
        f"{url('player')}?entry={entries[0].public_id}",
    ]
    pages.append(reverse("new_tournament", args=[club.public_id]))
    more = {"preset": "open", "do": "number", "text": "A B;1\nC D;2", "column": "name"}
    good = {**as_form(first), **ABOUT, **HALL, **more}
    for page in pages:
        for field in NASTY_FIELDS:
            assert desk.post(page, {**good, field: NASTY[name]}).status_code < 500, (page, field)


# How it is played

CHOSEN = {"open-options": "1", "open-three_throws": "on", "open-forced_capture": "on"}


def test_every_kind_says_how_it_is_played_and_offers_its_switches(wizard):
    page = wizard(step="2", **ABOUT)
    assert "Das Familienspiel, zweiseitig: wie im Buch" in text(page) and "Ärgern verboten! Dreimal würfeln" in text(
        page
    )
    by_id = {card["id"]: card["how"] for card in page.context["presets"]}
    assert [*by_id["open"].declared] == [
        "three_throws",
        "no_goal_jump",
        "backward_capture",
        "barriers",
        "forced_capture",
        "neutral",
        "left_out_throw",
        "claims_until",
        "play_on",
    ]
    assert by_id["village"]["three_throws"].value() is True


def test_what_is_chosen_travels_and_is_made(wizard, make):
    page = wizard(step="3", preset="open", **ABOUT, **CHOSEN)
    assert dict(page.context["carried"]) == {**ABOUT, "preset": "open", **CHOSEN}
    page = wizard(step="4", preset="open", **ABOUT, **HALL, **CHOSEN)
    assert "Das Familienspiel, zweiseitig: Dreimal würfeln, Schlagzwang" in text(page)
    make(preset="open", **ABOUT, **HALL, **CHOSEN)
    chosen = {"three_throws": True, "forced_capture": True}
    assert [stage.options for stage in Tournament.objects.get().stages.all()] == [chosen] * 3


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_kind_is_played_by_every_book(wizard, make, rules):
    for preset in PRESETS:
        answers = {**ABOUT, **HALL, "preset": preset.id, f"{preset.id}-book": rules}
        page = wizard(step="4", **answers)
        assert page.context["step"] == 4 and page.context["setup"]["rows"], preset.id
        assert dict(page.context["carried"])[f"{preset.id}-book"] == rules
        assert page.context["setup"]["preset"]["how"].book in text(page)
        made = make(**answers)
        assert made.status_code == 302, (preset.id, text(made))
        made = Tournament.objects.latest("pk")
        assert {stage.rules for stage in made.stages.all()} == {rules}, preset.id
        shared = {option.name for option in declared(rules)}
        wished = {name: value for name, value in preset.options.items() if name in shared}
        wished |= {"neutral": "K"} if rules == "classic" else {}  # its board is for four alone
        assert all(stage.options == wished for stage in made.stages.all()), preset.id


def test_another_book_brings_its_own_switches_at_once(wizard, make):
    """Another book has other switches; those of the kind's own book stay as they were."""
    chosen = {"preset": "championship", "championship-book": "classic6"}
    page = wizard(step="2", **ABOUT, **chosen)
    card = next(card for card in page.context["presets"] if card["id"] == "championship")
    assert card["how"].prefix == "championship-classic6" and card["books"]["is_open"]
    assert 'name="championship-classic6-three_throws"' in page.content.decode()
    assert "nach den Turnierregeln" not in text(page) and "nach den Turnierregeln" in text(wizard(step="2", **ABOUT))
    assert not any(card["books"]["is_open"] for card in page.context["presets"] if card["id"] != "championship")
    switched = {**chosen, "championship-classic6-options": "1", "championship-classic6-three_throws": "on"}
    assert "Dreimal würfeln" in text(wizard(step="4", **ABOUT, **HALL, **switched))
    make(**ABOUT, **HALL, **switched, **{"championship-1-rounds": "2"})
    stages = list(Tournament.objects.get().stages.all())
    assert [(stage.rules, stage.options) for stage in stages] == [("classic6", {"three_throws": True})] * 2
    assert stages[0].planned_rounds == 2


def test_a_book_that_there_is_not_is_refused(wizard):
    page = wizard(step="3", **ABOUT, preset="open", **{"open-book": "chess"})
    assert (page.status_code, page.context["step"]) == (422, 2)


def test_a_switch_of_a_preset_can_be_put_off(make):
    make(preset="village", **ABOUT, **HALL, **{"village-options": "1"})
    assert {str(stage.options) for stage in Tournament.objects.get().stages.all()} == {"{}"}


def test_without_a_word_a_preset_is_as_it_is(make):
    make(preset="village", **ABOUT, **HALL)
    assert Tournament.objects.get().stages.first().options == {"three_throws": True}


@pytest.fixture
def in_play(club, as_yara) -> Stage:
    """Its first round is published."""
    evening = Evening(club, "village", by=as_yara)
    evening.come(8)
    evening.publish(evening.draw(1)[0])
    return evening.stage(1)


def test_other_options_of_a_round_in_play_show_first_what_they_touch(desk, in_play):
    page = f"{reverse('stage', args=[in_play.tournament.public_id])}?stage={in_play.pk}"
    assert "Dreimal würfeln" in text(desk.get(page))
    answers = as_form(in_play) | {"classic6-options": "1", "classic6-barriers": "on"}
    shown = desk.post(page, answers)
    assert shown.status_code == 422 and "Tische, an denen gespielt wird: 2" in text(shown)
    in_play.refresh_from_db()
    assert in_play.options == {"three_throws": True}
    assert desk.post(page, answers | {"anyway": "1"}).status_code == 302
    in_play.refresh_from_db()
    assert in_play.options == {"barriers": True}
    assert in_play.rounds.get(number=1).options["three_throws"] is True


def test_the_page_of_a_stage_keeps_options_that_it_was_not_asked_for(desk, in_play):
    page = f"{reverse('stage', args=[in_play.tournament.public_id])}?stage={in_play.pk}"
    assert desk.post(page, as_form(in_play, minutes=45)).status_code == 302
    in_play.refresh_from_db()
    assert (in_play.minutes, in_play.options) == (45, {"three_throws": True})


def test_the_plain_family_game_is_reached_in_the_wizard(wizard, make):
    assert "Das Familienspiel: Neutrale Farbe Schwarz" in text(wizard(step="2", **ABOUT))
    chosen = {"three_throws": "on", "forced_capture": "on", "no_goal_jump": "on"}
    make(
        preset="plain",
        **ABOUT,
        **HALL,
        **{f"plain-{name}": value for name, value in {"options": "1", **chosen}.items()},
    )
    made = Tournament.objects.get()
    wished = {"three_throws": True, "no_goal_jump": True, "forced_capture": True}
    assert [(stage.rules, stage.options) for stage in made.stages.all()] == [("classic", wished)] * 2
