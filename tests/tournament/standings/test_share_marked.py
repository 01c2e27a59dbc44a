"""What the share of the tables' points is taken of: evenings already played keep theirs, and nothing else changes it."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from tests.tournament.evening import Evening, by_number, text
from tournament.core.actors import Actor
from tournament.models import Stage
from tournament.stages import schemes
from tournament.stages.actions import change_stage
from tournament.standings.queries import standings_of

BEFORE, AFTER = [("tournament", "0020_own_presets")], [("tournament", "0021_share_marked")]


def migrated(state: list[tuple[str, str]]) -> None:
    MigrationExecutor(connection).migrate(state)


@pytest.mark.django_db(transaction=True)
def test_evenings_already_played_keep_their_share_and_others_get_the_new_one(club):
    played, planned = Evening(club, "village"), Evening(club, "village")
    played.come(8)
    played.publish(played.draw(1)[0])
    planned.come(8)
    planned.draw(1)  # drafts only
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        migrated(BEFORE)
        assert not any("share" in scheme for scheme in Stage.objects.values_list("scheme", flat=True))
        migrated(AFTER)
    finally:
        migrated(leaves)
    assert schemes.of_stage(played.stage(1)).share == "counts"
    assert schemes.of_stage(planned.stage(1)).share == "points"


def test_what_was_made_before_it_was_marked_was_counted_as_before(evening):
    """As in a file from an earlier version, or a state that undo brings back."""
    stage = evening.stage(1)
    stage.scheme.pop("share")
    assert schemes.of_stage(stage).share == "counts"


@pytest.mark.parametrize("share", ["counts", "points"])
def test_changing_something_else_leaves_it(evening, share):
    stage = evening.stage(1)
    stage.scheme["share"] = share
    stage.save()
    plain = {name: value for name, value in stage.scheme.items() if name != "share"}
    for scheme in (plain, {**plain, "best": 2, "share": "points"}):
        change_stage(evening.tournament, by=evening.by, stage_id=stage.pk, fields={"scheme": scheme})
        stage.refresh_from_db()
        assert stage.scheme["share"] == share


def test_the_page_of_the_standings_says_what_the_share_is(evening, client):
    stage = evening.stage(1)
    evening.play(evening.draw(1)[0], by_number)
    page = reverse("public_standings", args=[evening.tournament.public_id])
    assert "die für die eigenen Tische angezeigt sind" in text(client.get(page))
    stage.scheme["share"] = "counts"
    stage.save()
    assert "wie er gerechnet wurde, als hier gespielt wurde" in standings_of(stage, Actor()).about_share
