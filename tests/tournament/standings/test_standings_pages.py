"""Standings at the desk and in public, why, who climbed; ties at the cut thrown off, places declined."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance, by_number, text
from tournament.models import Penalty, ThrowOff
from tournament.standings.qualifying import seeds_for
from tournament.standings.queries import cut_of
from tournament.standings.ranking.plot import Course, course, plot

pytestmark = [pytest.mark.slow, pytest.mark.english]


@pytest.fixture
def everybody(db):
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def played(evening):
    """All rounds, decided by chance."""
    for round_ in evening.draw(1):
        evening.play(round_, by_chance(round_.number))
    return evening


def test_before_anything_is_set_up_the_page_says_so(tournament, everybody):
    shown = everybody.get(reverse("public_standings", args=[tournament.public_id]))
    assert "No standings yet" in text(shown)


def test_everybody_sees_ranks_points_and_why_in_short_names(played, everybody, at):
    shown = everybody.get(at("public_standings"))
    lines = [row.line for row in shown.context["rows"]]
    assert len(lines) == 16 and lines[0].rank == 1
    assert "Graf" not in text(shown) and "G." in text(shown)
    assert all(sentence in text(shown) for sentence in lines[1].why[0].split(" (")[:1])
    assert any("Ahead of" in line.why[-1] for line in lines)


def test_organisers_see_full_names_at_the_desk_and_short_ones_in_public(played, desk, at):
    assert "Graf" in text(desk.get(at("desk_standings")))
    assert "Graf" not in text(desk.get(at("public_standings")))


def test_standings_as_they_were_after_a_round(played, everybody, at):
    after = everybody.get(at("public_standings"), {"stage": "1", "after": "1"})
    assert after.context["after"] == 1 and all(len(row.line.singles) <= 1 for row in after.context["rows"])
    for odd in ("77", "²", "3", "-1", ""):  # 3 is the newest: no past
        assert everybody.get(at("public_standings"), {"after": odd}).context["after"] is None


def test_who_climbed_is_drawn_with_names_that_may_be_seen(played, everybody, at):
    shown = everybody.get(at("public_standings"))
    assert b'class="plot"' in shown.content and b"Graf" not in shown.content


def test_a_plot_has_a_line_for_each_and_escapes_names():
    drawn = plot([Course("<b>", (3, 1)), Course("Karl", (1, 2)), Course("late", (None, None))], "Who", "Round")
    assert drawn.count("plot-line") == 2 and "&lt;b&gt;" in drawn and "<b>" not in drawn
    assert "style=" not in drawn


def test_the_cut_is_drawn_behind_the_last_who_goes_on(evening, everybody, at):
    for round_ in evening.draw(1):
        evening.play(round_, by_number)
    rows = everybody.get(at("public_standings"), {"stage": "1"}).context["rows"]
    last = [n for n, row in enumerate(rows) if row.is_last]
    assert len(last) == 1
    assert all(row.goes_on or row.is_tied for row in rows[: last[0] + 1])
    assert not any(row.goes_on or row.is_tied for row in rows[last[0] + 1 :])


def tied_evening(evening):
    """Everybody at a table shares its places, so that all are level."""
    for round_ in evening.draw(1):
        evening.play(round_, lambda entries: {entry.pk: 1 for entry in entries})


def test_a_throw_off_is_recorded_die_by_die_until_it_is_settled(evening, desk, at):
    tied_evening(evening)
    final = evening.stage(2)
    page = at("final", final.pk)
    for _ in range(6):
        groups = desk.get(page).context["groups"]
        if not groups:
            break
        level = [entry for group in groups for entry, _name in group]
        throws = {f"throw_{entry.public_id}": str(1 + n % 6) for n, entry in enumerate(level)}
        assert desk.post(at("final_throw", final.pk), throws).status_code == 302
    assert not cut_of(evening.stage(2)).tied and ThrowOff.objects.exists()
    assert len(desk.get(page).context["through"]) == 4
    desk.post(at("final_throw", final.pk), {"to": "back"})
    assert cut_of(evening.stage(2)).tied


def test_the_tied_are_shown_at_the_cut_and_somebody_missing_in_the_throws_is_refused(evening, desk, everybody, at):
    tied_evening(evening)
    shown = everybody.get(at("public_standings"))
    assert "level at the cut" in text(shown) and "for 4 places" in text(shown)
    (first, _name), *_others = desk.get(at("final", evening.stage(2).pk)).context["groups"][0]
    answer = desk.post(at("final_throw", evening.stage(2).pk), {f"throw_{first.public_id}": "6"})
    assert answer.status_code == 422 and not ThrowOff.objects.exists()


def test_the_lot_settles_it_too(evening, desk, at):
    tied_evening(evening)
    desk.post(at("final_lot", evening.stage(2).pk))
    assert len(desk.get(at("final", evening.stage(2).pk)).context["through"]) == 4


def test_whoever_declines_makes_room_and_may_come_back(played, desk, at):
    stage = played.stage(2)
    desk.post(at("final_lot", stage.pk))
    before = seeds_for(stage, played.stage(1))
    entry = next(e for e, _name in desk.get(at("final", stage.pk)).context["through"] if e.pk == before[0])
    desk.post(at("final_place", stage.pk), {"entry": entry.public_id})
    assert entry.pk not in seeds_for(stage, played.stage(1))
    assert "Plays after all" in text(desk.get(at("final", stage.pk)))
    desk.post(at("final_place", stage.pk), {"entry": entry.public_id, "to": "accept"})
    assert seeds_for(stage, played.stage(1)) == before


def test_penalty_points_come_off_and_are_taken_back(played, desk, everybody, at):
    stage = played.stage(1)
    first = desk.get(at("desk_standings")).context["rows"][0].line
    desk.post(at("penalty", stage.pk), {"entry": first.public_id, "points": "3"})
    assert not Penalty.objects.exists(), "without a reason"
    desk.post(at("penalty", stage.pk), {"entry": first.public_id, "points": "3", "reason": "Figur verschoben"})
    shown = {row.line.entry: row.line for row in everybody.get(at("public_standings")).context["rows"]}
    assert shown[first.entry].penalty == 3 and shown[first.entry].points != first.points
    desk.post(at("penalty", stage.pk), {"penalty": str(Penalty.objects.get().pk)})
    assert Penalty.objects.get().revoked_at


def test_pages_ask_the_database_little_however_many_play(club, as_yara, desk, everybody, django_assert_max_num_queries):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(61)
    for round_ in evening.draw(1):
        evening.play(round_, by_chance(round_.number))
    here = [evening.tournament.public_id]
    browsers = [(desk, reverse("desk_standings", args=here)), (everybody, reverse("public_standings", args=here))]
    browsers.append((desk, reverse("final", args=[*here, evening.stage(2).pk])))
    for browser, page in browsers:
        browser.get(page)  # what is computed once is kept
        with django_assert_max_num_queries(15):
            assert browser.get(page).status_code == 200


def test_one_course_is_drawn_to_the_scale_of_the_field_and_skips_rounds_without_a_rank():
    drawn = course((9, None, 1), 9, "<Ranks>", "Round")
    assert drawn.count("plot-end") == 2 and drawn.count("plot-line") == 1 and "&lt;Ranks&gt;" in drawn
    last, first = (int(y) for y in re.findall(r'<circle[^>]* cy="(\d+)"', drawn))
    assert last - first > 100
    assert "plot-line" not in course((None,), 1, "", "")


def test_a_stage_that_has_not_begun_has_no_tab(played, everybody, at):
    labels = [tab.label for tab in everybody.get(at("public_standings")).context["tabs"]]
    stages = [stage.called for stage in played.tournament.stages.all()]
    assert stages[0] in labels and len(stages) > 1 and not set(stages[1:]) & set(labels)
