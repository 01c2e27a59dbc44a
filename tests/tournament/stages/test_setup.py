"""Stages and boards before anybody sits down."""

import pytest

from tests.tournament.evening import Evening, refused
from tournament.core.actors import Actor
from tournament.core.errors import NotAllowed, Refused, Stale
from tournament.core.languages import said_in
from tournament.models import Grant, Role, Stage
from tournament.stages.actions import add_stage, change_stage, order_stages, remove_stage, set_boards, set_preset
from tournament.stages.presets import PRESETS
from tournament.stages.schemes import of_stage, to_json
from tournament.standings.ranking.model import Scheme
from tournament.standings.ranking.teams import check_scheme


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_preset_can_be_set_and_read_again(preset, tournament, as_yara):
    done = set_preset(tournament, by=as_yara, preset=preset.id, language="en")
    stages = list(tournament.stages.all())
    assert [stage.name for stage in stages] == [said_in("en", plan.name) for plan in preset.stages]
    for stage, plan in zip(stages, preset.stages, strict=True):
        read = of_stage(stage)
        assert to_json(read) == to_json(plan.scheme) and read.seed == stage.seed and check_scheme(read) == ""
    assert done.receipt["seq"] == tournament.stream.log.count()
    assert tournament.stream.log.last().data == {"preset": preset.id, "stages": len(preset.stages)}


def test_another_preset_takes_the_place_of_the_first_until_something_is_drawn(club, tournament, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    set_preset(evening.tournament, by=as_yara, preset="village", language="de")
    assert evening.tournament.stages.count() == 3
    evening.come(8)
    evening.draw(1)
    with pytest.raises(Refused) as caught:
        set_preset(evening.tournament, by=as_yara, preset="open", language="de")
    assert caught.value.code == "already_drawn" and evening.tournament.stages.count() == 3


def test_there_is_no_other_preset(tournament, as_yara):
    with refused("no_such_preset"):
        set_preset(tournament, by=as_yara, preset="chess", language="de")


@pytest.fixture
def stage(tournament, as_yara) -> Stage:
    return set_preset(tournament, by=as_yara, preset="championship", language="de").result[0]


def test_every_number_can_be_changed_on_the_state_that_was_seen(tournament, stage, as_yara):
    scheme = to_json(Scheme((6, 4, 2, 0), (6, 3, 0), best=2, breaks=("wins", "lot")))
    change_stage(
        tournament, by=as_yara, stage_id=stage.pk, fields={"minutes": 40, "scheme": scheme}, version=stage.version
    )
    stage.refresh_from_db()
    assert (stage.minutes, stage.scheme, stage.version) == (40, scheme, 2)
    with pytest.raises(Stale):
        change_stage(tournament, by=as_yara, stage_id=stage.pk, fields={"minutes": 30}, version=1)


def changed(**values):
    return {**to_json(Scheme()), **values}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"tournament_id": 7}, "stage_field"),
        ({"seed": "mine"}, "stage_field"),
        ({"version": 1}, "stage_field"),
        ({"kind": "league"}, "stage_kind"),
        ({"rules": "ludo"}, "stage_rules"),
        ({"minutes": -1}, "stage_minutes"),
        ({"planned_rounds": 0}, "stage_planned_rounds"),
        ({"planned_rounds": True}, "stage_planned_rounds"),
        ({"going_on": 3}, "stage_going_on"),
        ({"unfinished": "guess"}, "stage_unfinished"),
        ({"name": " "}, "stage_name"),
        ({"scheme": {"four": [1, 2, 3, 4]}}, "stage_scheme"),
        ({"scheme": changed(four=[1, 2, 3, 4])}, "scheme_points_order"),
        ({"scheme": changed(three=[5, 3])}, "scheme_points_missing"),
        ({"scheme": changed(four=[5.5, 3, 1, 0])}, "scheme_numbers"),
        ({"scheme": changed(breaks=["beauty"])}, "scheme_breaks"),
        ({"scheme": changed(breaks=["lot", "lot"])}, "scheme_breaks_twice"),
        ({"scheme": changed(best=-1)}, "scheme_best"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(fields, code, tournament, stage, as_yara):
    before = Stage.objects.filter(pk=stage.pk).values().get()
    with pytest.raises(Refused) as caught:
        change_stage(tournament, by=as_yara, stage_id=stage.pk, fields=fields)
    assert caught.value.code == code and str(caught.value)
    assert Stage.objects.filter(pk=stage.pk).values().get() == before


def test_what_the_draw_rests_on_stays_once_it_is_drawn(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    evening.draw(1)
    stage = evening.stage(1)
    for fields in ({"kind": "swiss"}, {"rules": "classic"}):
        with refused("already_drawn"):
            change_stage(evening.tournament, by=as_yara, stage_id=stage.pk, fields=fields)
    with refused("rounds_drawn"):
        change_stage(evening.tournament, by=as_yara, stage_id=stage.pk, fields={"planned_rounds": 2})
    change_stage(evening.tournament, by=as_yara, stage_id=stage.pk, fields={"kind": "all", "minutes": 45})


def test_stages_can_be_mixed(tournament, stage, as_yara):
    fields = {"kind": "swiss", "name": "Schweizer", "rules": "classic", "planned_rounds": 2, "size": 16}
    added = add_stage(tournament, by=as_yara, fields=fields).result
    assert (added.position, of_stage(added).four) == (3, (5, 3, 2, 1))
    with refused("stage_incomplete"):
        add_stage(tournament, by=as_yara, fields={"kind": "swiss", "name": "half"})
    remove_stage(tournament, by=as_yara, stage_id=added.pk)
    assert tournament.stages.count() == 2


def test_a_stage_of_another_tournament_is_not_to_be_had(club, stage, as_yara):
    other = Evening(club, "open", by=as_yara).tournament
    with refused("no_such_stage"):
        change_stage(other, by=as_yara, stage_id=stage.pk, fields={"minutes": 1})


def test_boards_are_numbered_by_kind_and_stay_under_those_who_sit_there(club, as_yara):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8, fours=2, sixes=1)
    assert list(evening.tournament.boards.values_list("number", "kind")) == [(1, "4"), (2, "4"), (3, "6")]
    evening.draw(1)
    set_boards(evening.tournament, by=as_yara, fours=4, sixes=0)
    assert list(evening.tournament.boards.values_list("number", "kind")) == [(n, "4") for n in (1, 2, 3, 4)]
    with pytest.raises(Refused) as caught:
        set_boards(evening.tournament, by=as_yara, fours=1, sixes=5)
    assert caught.value.code == "boards_in_use" and caught.value.data["boards"] == [2]


@pytest.mark.parametrize(("fours", "sixes"), [(-1, 3), (3, -1), (300, 1)])
def test_so_many_boards_are_no_hall(fours, sixes, tournament, as_yara):
    with pytest.raises(Refused):
        set_boards(tournament, by=as_yara, fours=fours, sixes=sixes)


def test_who_only_helps_sets_nothing_up(tournament, club, stage, account):
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=tournament, role=Role.DESK)
    for write, asked in (
        (set_preset, {"preset": "open", "language": "de"}),
        (set_boards, {"fours": 1, "sixes": 0}),
        (change_stage, {"stage_id": stage.pk, "fields": {"minutes": 1}}),
        (add_stage, {"fields": {}}),
        (remove_stage, {"stage_id": stage.pk}),
    ):
        with pytest.raises(NotAllowed):
            write(tournament, by=Actor(gero), **asked)


def test_parts_change_places_as_long_as_they_are_not_drawn(club, as_yara):
    evening = Evening(club, "open", by=as_yara)
    act = {"by": as_yara}
    rounds, knockout, final = evening.tournament.stages.order_by("position")
    order_stages(evening.tournament, order=[knockout.pk, rounds.pk, final.pk], **act)
    assert list(evening.tournament.stages.values_list("pk", "position")) == [
        (knockout.pk, 1),
        (rounds.pk, 2),
        (final.pk, 3),
    ]
    with refused("final_last"):
        order_stages(evening.tournament, order=[final.pk, knockout.pk, rounds.pk], **act)
    with refused("other_stages"):
        order_stages(evening.tournament, order=[knockout.pk, final.pk], **act)
    order_stages(evening.tournament, order=[rounds.pk, knockout.pk, final.pk], **act)
    evening.come(8)
    evening.draw(1)
    with refused("already_drawn"):
        order_stages(evening.tournament, order=[knockout.pk, rounds.pk, final.pk], **act)
