"""Rulings at several tables and results at the desk in the same moment, as real requests: the log stays one chain, though a
ruling writes entries of other actions before its own."""

import pytest
from django.urls import reverse

from tests.at_once import posted_at_once
from tournament.core.chain import faults
from tournament.models import Penalty, Stream, Table

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_ruling_and_its_penalty_stand_side_by_side_in_one_chain(evening, gero, yara, signed_in):
    tables = list(Table.objects.of(evening.tournament).filter(round__number=1))
    orders = [(signed_in(gero), *ruling(table)) for table in tables] + [(signed_in(yara), *result(t)) for t in tables]
    assert set(posted_at_once(orders)) == {302}
    stream = Stream.objects.get(tournament=evening.tournament)
    log = list(stream.log.order_by("seq").values_list("seq", "code"))
    assert [seq for seq, _code in log] == list(range(1, stream.seq + 1)) and list(faults(stream)) == []
    rulings = [seq for seq, code in log if code == "ruling.signed"]
    assert [dict(log)[seq - 1] for seq in rulings] == ["penalty.given"] * len(tables)
    assert Penalty.objects.count() == len(tables)


def ruling(table: Table) -> tuple[str, dict[str, str]]:
    """Two points off for whoever plays yellow."""
    said = {"what": "conduct", "against": table.seats.get(colour="Y").entry.public_id, "offence": "cheat"}
    return reverse("claim", args=[table.tournament.public_id, table.public_id]), said


def result(table: Table) -> tuple[str, dict[str, str]]:
    places = {f"place_{colour}": str(place) for place, colour in enumerate("YGRK", 1)}
    return reverse("table_confirm", args=[table.tournament.public_id, table.public_id]), places
