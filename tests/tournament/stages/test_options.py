"""Options and readings: chosen for a stage, kept by what was made under them."""

import json

import pytest
from django.db import transaction

from games.models import Game
from games.recording.actions import open_game
from games.recording.game import engine
from tests.tournament.evening import Evening, refused
from tournament.core.errors import Refused
from tournament.models import Round, Stage
from tournament.out.tournament_file import reading, writing
from tournament.rounds.actions import unpublish_round
from tournament.stages.actions import add_stage, change_stage, set_preset
from tournament.stages.options import Played, how_played, played_in, touched_by
from tournament.stages.presets import PRESETS

THREE = {"three_throws": True}


@pytest.fixture
def stage(tournament, as_yara) -> Stage:
    return add_stage(tournament, by=as_yara, fields={"kind": "next", "name": "Eins", "rules": "classic6"}).result


@pytest.fixture
def change(tournament, stage, as_yara):
    def changed(anyway=False, **fields):
        change_stage(stage.tournament, by=as_yara, stage_id=stage.pk, fields=fields, anyway=anyway)
        stage.refresh_from_db()
        return stage.options

    return changed


def test_what_is_as_in_the_book_is_not_stored(change):
    assert change(options={"three_throws": True, "barriers": False, "neutral": None}) == THREE
    assert change(options={"three_throws": False}) == {}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"four_throws": True}, "unknown_option"),
        ({"goal_entry": "free"}, "unknown_option"),
        ({"three_throws": 1}, "option_not_bool"),
        ({"three_throws": "yes"}, "option_not_bool"),
        ({"three_throws": 0}, "option_not_bool"),
        ({"neutral": "X"}, "option_value"),
        ({"neutral": ["K"]}, "option_value"),
        ({"neutral": "B"}, "options_table"),
        (["three_throws"], "stage_options"),
    ],
)
def test_nonsense_is_refused_with_its_reason(change, tournament, as_yara, options, code):
    with refused(code):
        change(options=options)
    with refused(code):
        add_stage(tournament, by=as_yara, fields={"kind": "next", "name": "x", "rules": "classic", "options": options})


def test_other_rules_keep_the_options_that_they_have_too(change):
    change(options=THREE)
    assert change(rules="verboten") == THREE
    assert change(rules="turnier") == {}
    assert change(options={"goal_entry": "free"}) == {"goal_entry": "free"}
    assert change(rules="classic", options=THREE) == THREE


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_a_preset_brings_its_own(tournament, as_yara, preset):
    for stage in set_preset(tournament, by=as_yara, preset=preset.id, language="de").result:
        assert (stage.rules, stage.options) == (preset.rules, dict(preset.options))


def test_one_line_says_how_it_is_played():
    assert how_played(Played("classic", {}), "de") == "Das Familienspiel: wie im Buch"
    options = {"three_throws": True, "forced_capture": True}
    assert how_played(Played("classic", options), "de") == "Das Familienspiel: Dreimal würfeln, Schlagzwang"
    assert (
        how_played(Played("turnier", {"goal_entry": "free"}), "en")
        == "The tournament game: Going home is a free choice"
    )


# Once a round is published


@pytest.fixture
def evening(club, as_yara) -> Evening:
    return in_play(club, as_yara)


def in_play(club, as_yara) -> Evening:
    made = Evening(club, "village", by=as_yara)
    stage = made.stage(1)
    change_stage(made.tournament, by=as_yara, stage_id=stage.pk, fields={"kind": "next", "options": THREE})
    made.come(8)
    made.publish(made.draw(1)[0])
    return made


def test_published_rounds_keep_their_options(evening, as_yara):
    stage, forced = evening.stage(1), {"forced_capture": True}
    round_ = stage.rounds.get()
    assert round_.options["three_throws"] is True and round_.options["barriers"] is False
    table = round_.tables.first()
    open_game(evening.tournament, by=as_yara, table_id=table.public_id)
    with refused("options_in_play") as caught:
        change_stage(evening.tournament, by=as_yara, stage_id=stage.pk, fields={"options": forced})
    assert caught.value.data == {"tables": 2, "records": 1}
    assert [(one.code, one.amount) for one in touched_by(stage)] == [("tables", 2), ("records", 1)]
    change_stage(evening.tournament, by=as_yara, stage_id=stage.pk, fields={"options": forced}, anyway=True)
    assert played_in(Round.objects.get()).options == THREE
    assert engine(Game.objects.get()).options["three_throws"] is True
    open_game(evening.tournament, by=as_yara, table_id=table.public_id)
    assert Game.objects.last().options == THREE


def test_the_same_options_again_are_no_change(evening, as_yara):
    change_stage(
        evening.tournament, by=as_yara, stage_id=evening.stage(1).pk, fields={"options": {**THREE, "barriers": False}}
    )


def test_rounds_published_before_options_were_kept_keep_them_too(evening, as_yara):
    Round.objects.update(options={})  # by an older version
    change_stage(evening.tournament, by=as_yara, stage_id=evening.stage(1).pk, fields={"options": {}}, anyway=True)
    assert played_in(Round.objects.get()).options == THREE


def test_a_round_taken_back_is_played_as_the_stage_is_now(evening, as_yara):
    round_ = Round.objects.get()
    unpublish_round(evening.tournament, by=as_yara, round_id=round_.pk)
    change_stage(evening.tournament, by=as_yara, stage_id=round_.stage_id, fields={"options": {}})
    assert played_in(Round.objects.get()).options == {}


@pytest.fixture
def text(club, as_yara) -> str:
    """The file of a tournament that is gone again."""
    with transaction.atomic():
        made = in_play(club, as_yara)
        open_game(made.tournament, by=as_yara, table_id=Round.objects.get().tables.first().public_id)
        written = writing.text(writing.document(made.tournament))
        transaction.set_rollback(True)
    return written


def test_a_file_brings_them_along(text, club):
    made = reading.take_in(club, json.loads(text))
    assert made.stages.first().options == Game.objects.get().options == THREE
    assert played_in(made.stages.first().rounds.get()).options == THREE


@pytest.mark.parametrize("part", ["stages", "rounds", "games"])
@pytest.mark.parametrize(
    ("options", "code"), [({"four_throws": True}, "unknown_option"), ({"three_throws": "yes"}, "option_not_bool")]
)
def test_a_file_brings_no_nonsense(text, club, part, options, code):
    content = json.loads(text)
    content[part][0]["options"] = options
    with refused(code):
        reading.take_in(club, content)


def test_a_file_brings_them_only_as_they_can_be_played_together(text, club, wrong):
    part, name, value, code = wrong
    content = json.loads(text)
    for row in content[part] if part == "boards" else content[part][:1]:
        row[name] = value
    with refused(code) as caught:
        reading.take_in(club, content)
    assert str(caught.value)


@pytest.fixture(
    params=[
        ("stages", "rules", "chess", "unknown_rules"),
        ("rounds", "options", {"neutral": "B"}, "options_table"),
        ("rounds", "options", ["three_throws"], "options"),
        ("rounds", "state", "draft", "options_draft"),
        ("rounds", "options", {"barriers": True}, "game_options"),
        ("boards", "kind", "X", "options_colours"),
        ("boards", "kind", "6", "game_colours"),
        ("seats", "colour", "B", "options_colours"),
        ("games", "options", {"three_throws": True, "neutral": "B"}, "neutral_board"),
        ("games", "options", {"three_throws": True, "neutral": "K"}, "game_colours"),
        ("games", "options", {}, "game_options"),
        ("games", "options", {"three_throws": True, "barriers": True}, "game_options"),
        ("games", "options", ["three_throws"], "options"),
        ("games", "rules", "verboten", "game_options"),
        ("games", "board", "6", "game_colours"),
        ("games", "board", "X", "game_colours"),
        ("games", "colours", "GYRK", "game_colours"),
        ("games", "colours", "YG", "game_colours"),
    ],
    ids=lambda wrong: f"{wrong[0]}-{wrong[1]}-{wrong[2]}",
)
def wrong(request):
    return request.param


def test_a_file_brings_three_with_a_neutral_colour_to_a_board_for_four_alone(club, as_yara):
    with transaction.atomic():
        made = Evening(club, "village", by=as_yara)
        fields = {"kind": "next", "rules": "classic6", "options": {"neutral": "K"}}
        change_stage(made.tournament, by=as_yara, stage_id=made.stage(1).pk, fields=fields)
        made.come(3)
        table = made.publish(made.draw(1)[0]).tables.get()
        open_game(made.tournament, by=as_yara, table_id=table.public_id)
        content = json.loads(writing.text(writing.document(made.tournament)))
        transaction.set_rollback(True)
    with refused("options_neutral"), transaction.atomic():
        reading.take_in(club, {**content, "boards": [{**row, "kind": "6"} for row in content["boards"]]})
    for neutral in ("Y", None):  # that of somebody who sits there, and none
        games = [{**row, "options": {"neutral": neutral}} for row in content["games"]]
        with pytest.raises(Refused), transaction.atomic():
            reading.take_in(club, {**content, "games": games})
    assert reading.take_in(club, content).stages.get(position=1).options == {"neutral": "K"}


def test_a_record_from_before_its_round_was_published_anew_comes_back(club, as_yara):
    with transaction.atomic():
        made = in_play(club, as_yara)
        round_ = Round.objects.get()
        open_game(made.tournament, by=as_yara, table_id=round_.tables.first().public_id)
        unpublish_round(made.tournament, by=as_yara, round_id=round_.pk)
        change_stage(made.tournament, by=as_yara, stage_id=round_.stage_id, fields={"options": {}})
        made.publish(round_)
        content = json.loads(writing.text(writing.document(made.tournament)))
        transaction.set_rollback(True)
    made = reading.take_in(club, content)
    assert (Game.objects.get().options, played_in(made.stages.first().rounds.get()).options) == (THREE, {})
