"""However far an evening has come: no page asks the database more than fifteen times."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES
from tests.tournament.evening import Evening, by_number, settle
from tests.tournament.routes import ON_EITHER, address
from tournament.entries.groups.actions import add_group, assign
from tournament.models import Table
from tournament.paper.actions import order_paper

pytestmark = [pytest.mark.slow, ON_EITHER]

MOST = 15
# A file of everything asks once for each kind of thing.
FILES = ("data/document/", "data/lists/")
PAGES = [path for path, _view in ROUTES if path not in DJANGOS_OWN and "api/" not in path and not path.endswith(FILES)]
PAGES += [f"{where}/t/<str:tournament_id>/standings/?view={view}" for where in ("desk",) for view in ("end", "teams")]


@pytest.fixture
def evening(club, as_yara):
    """Rounds at once, then a final; teams, and a category that is ranked apart."""
    made = Evening(club, "championship", by=as_yara)
    people = made.come(24)
    for kind in ("team", "category"):
        group = add_group(made.tournament, by=as_yara, kind=kind, name="Rot").result
        assign(made.tournament, by=as_yara, kind=kind, group_id=group.pk, entries=[p.public_id for p in people[:8]])
    made.tournament.categories.update(is_separate=True)
    return made


def things(evening) -> dict[str, str]:
    """An example of whatever an address can name."""
    table = Table.objects.filter(round__stage__tournament=evening.tournament).select_related("round").last()
    job = order_paper(evening.tournament, by=evening.by, code="names", language="de").result
    return {
        "tournament_id": evening.tournament.public_id,
        "club_id": evening.tournament.club.public_id,
        "job_id": str(job.pk),
        "stage_id": str(table.round.stage_id),
        "round_id": str(table.round_id),
        "table_id": table.public_id,
        "number": "3",
        "entry_id": evening.tournament.entries.first().public_id,
    }


def questions(browser: Client, path: str) -> int:
    """Of the second look: what is computed for a state of the tournament is kept."""
    browser.get(path)
    with CaptureQueriesContext(connection) as asked:
        browser.get(path)
    return len(asked)


def too_curious(evening, desk) -> dict[str, int]:
    known = things(evening)
    pages = [path for page in PAGES if "<" not in (path := address(page, known))]
    assert len(pages) > 50
    return {path: count for path in pages if (count := questions(desk, path)) > MOST}


def test_while_a_round_is_played(evening, desk):
    first = evening.publish(evening.draw(1)[0])
    assert not too_curious(evening, desk)
    evening.fill(first, by_number)
    assert not too_curious(evening, desk)


def test_before_and_after_the_final(evening, desk):
    for round_ in evening.draw(1):
        evening.play(round_, by_number)
    assert not too_curious(evening, desk)
    settle(evening, 2)
    assert not too_curious(evening, desk)
    final = evening.draw(2)[0]
    assert not too_curious(evening, desk)
    evening.play(final, by_number)
    assert not too_curious(evening, desk)
