"""R5: of two reports that differ none wins in silence.

Pairs of reports for one table at the same moment, each from a hand of its own: alike, different, beside a clerk of the desk,
after the result stands. Alike confirms; different stand side by side and change no rank until somebody decides; whatever was
said is kept. The control takes the first report for the truth. AUGENGENAU_LONG=1: 1,000 pairs.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier

import pytest
from django.db import connection

from tests.tournament.evening import Evening, a_club
from tournament.core.actors import SYSTEM, Actor
from tournament.core.errors import Stale
from tournament.models import Report, Result, Table
from tournament.results import actions as results
from tournament.results.actions import confirm_report, confirm_result, report_result
from tournament.rounds.queries import disputed
from tournament.standings.scores import stage_lines

PAIRS = 1000 if os.environ.get("AUGENGENAU_LONG") else 36
TABLES = 12  # of one evening
KINDS = ("alike", "different", "beside the desk", "late")

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def ranking(dice: Random) -> dict:
    return {
        colour: {"place": place, "counted": None}
        for colour, place in zip("YGRK", dice.sample((1, 2, 3, 4), 4), strict=True)
    }


def pairs(count: int) -> Iterator[tuple[str, Table, list[dict]]]:
    """A kind, a table that nobody has reported for, and what two say about it."""
    dice = Random(5)
    for n in range(count):
        if n % TABLES == 0:
            evening = Evening(a_club(f"Club {n}"), "open_long", seed=f"{n}")
            evening.come(4 * TABLES)
            tables = list(evening.publish(evening.draw(1)[0]).tables.select_related("round__stage__tournament"))
        one, other = ranking(dice), ranking(dice)
        while one == other:
            other = ranking(dice)
        kind = KINDS[n % len(KINDS)]
        yield kind, tables.pop(), [one, one] if kind == "alike" else [one, other]


def says(table: Table, places: dict, hand: str) -> None:
    tournament, asked = table.round.stage.tournament, {"table_id": table.public_id, "places": places}
    if hand == "desk":
        confirm_result(tournament, by=SYSTEM, **asked)
    else:
        report_result(
            tournament, by=Actor(via="link", table=table.public_id, device=f"entry-{hand}"), source="table", **asked
        )


def at_once(table: Table, **said: dict) -> None:
    """By hand; in the same moment, and nobody may be refused."""
    together = Barrier(len(said))

    def say(hand: str) -> None:
        together.wait(20)
        try:
            says(table, said[hand], hand)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(said)) as pool:
        list(pool.map(say, said))


def standing(table: Table) -> list[dict]:
    """The places that count now: none or one set of them."""
    found = Result.objects.filter(table=table, superseded_at=None)
    return [{s.colour: {"place": s.place, "counted": s.counted} for s in each.seats.all()} for each in found]


def kept(table: Table) -> list[dict]:
    return [
        {c: {"place": s["place"], "counted": s["counted"]} for c, s in r.places.items()}
        for r in table.reports.order_by("pk")
    ]


def test_r5_different_reports_never_win_in_silence():
    for kind, table, (one, other) in pairs(PAIRS):
        before = stage_lines(table.round.stage)
        if kind == "late":
            says(table, one, "desk")
            at_once(table, a=other, b=other)
            assert standing(table) == [one] and kept(table).count(other) == 2
        elif kind == "beside the desk":
            at_once(table, desk=one, a=other)
            assert standing(table) == [one] and other in kept(table)
        else:
            at_once(table, a=one, b=other)
            assert kept(table) in ([one, other], [other, one])
            assert standing(table) == ([one] if kind == "alike" else [])
        if kind == "different":
            assert table.number in disputed(table.round) and stage_lines(table.round.stage) == before
            decide(table)
    print(f"R5: {PAIRS} pairs at the same moment, each as promised")


def decide(table: Table) -> None:
    """The desk rules; deciding a second time is told so."""
    tournament, report = table.round.stage.tournament, table.reports.first()
    confirm_report(tournament, by=SYSTEM, report_id=report.pk)
    assert standing(table) == [kept(table)[list(table.reports.order_by("pk")).index(report)]]
    with pytest.raises(Stale):
        confirm_report(tournament, by=SYSTEM, report_id=report.pk)


def test_r5_control_where_one_report_is_enough_the_first_wins_in_silence(monkeypatch):
    monkeypatch.setattr(results, "_can_be_confirmed", lambda table, report: True)
    different = [(table, said) for kind, table, said in pairs(8) if kind == "different"]
    for table, (one, other) in different:
        at_once(table, a=one, b=other)
    assert all(len(standing(table)) == 1 for table, _said in different)  # nobody decided that
    assert Report.objects.filter(set_aside_at=None).count() >= len(different)
