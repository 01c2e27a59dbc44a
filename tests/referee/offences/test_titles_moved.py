"""What a club calls its offences moves from a column for each language into one for all of them, and back."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BEFORE, AFTER = [("referee", "0003_steady")], [("referee", "0006_titles_alone")]


def at(state):
    executor = MigrationExecutor(connection)
    executor.migrate(state)
    return executor.loader.project_state(state).apps.get_model("referee", "Offence")


@pytest.mark.django_db(transaction=True)
def test_both_names_arrive_and_go_back(club):
    try:
        offence = at(BEFORE).objects.create(club_id=club.pk, code="slow", title_de="Trödeln", title_en="Dawdling")
        assert at(AFTER).objects.get(pk=offence.pk).titles == {"de": "Trödeln", "en": "Dawdling"}
        old = at(BEFORE).objects.get(pk=offence.pk)
        assert (old.title_de, old.title_en) == ("Trödeln", "Dawdling")
    finally:
        newest = MigrationExecutor(connection)
        newest.migrate(newest.loader.graph.leaf_nodes())
