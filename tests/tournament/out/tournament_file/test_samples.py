"""The sample events that are shipped: they fit the schema, come in, and lead back to the same bytes."""

import json
from pathlib import Path

import pytest

from tournament.core.actors import SYSTEM
from tournament.finals.end_result import final_ranking, is_over
from tournament.out import verify as checking
from tournament.out.tournament_file import writing
from tournament.out.tournament_file.actions import take_in
from tournament.out.tournament_file.anonymous import without_names
from tournament.out.tournament_file.schema import validator
from tournament.people.clubs import create_club

SAMPLES = Path(__file__).parents[4] / "docs" / "samples"
EXPLAINED = (SAMPLES.parent / "tournament-document.md").read_text()


@pytest.mark.parametrize("count", [23, 37, 147])
def test_a_sample_is_a_tournament_played_to_its_end(count, db):
    raw = (SAMPLES / f"{count}-players.json").read_bytes()
    content = json.loads(raw)
    wrong = [error.message for error in validator().iter_errors(content)]
    assert not wrong, "run deploy/samples"
    club = create_club(None, by=SYSTEM, name=content["club"]["name"], admin=None).result
    tournament = take_in(club, by=SYSTEM, raw=raw).result
    assert is_over(tournament) and len(final_ranking(tournament, SYSTEM)) == count
    assert not list(checking.differences(tournament))
    assert writing.text(writing.document(tournament)).encode() == raw
    nobody = without_names(content)
    assert not list(validator().iter_errors(nobody)) and nobody["places"] == content["places"]
    assert "Yilmaz" not in writing.text(nobody)


def test_the_example_says_what_it_should(capsys):
    exec(EXPLAINED.partition("```python")[2].partition("```")[0], {})
    places = json.loads(capsys.readouterr().out)
    assert len(places) >= 3 and set(places) <= {1, 2, 3, 4}


def test_every_part_of_a_document_is_explained():
    parts = json.loads((SAMPLES / "23-players.json").read_text()).keys() - {"format", "version"}
    assert not {part for part in parts if f"`{part}`" not in EXPLAINED}
