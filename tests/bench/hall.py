"""A tournament of any size in a database file of its own, for the benches: played rounds, and one that is running."""

import os
from datetime import date
from random import Random

import django


def begin() -> None:
    """Django on the folder that AUGENGENAU_DATA names; called after it is set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    os.environ.setdefault("AUGENGENAU_SECRET_KEY", "only for the bench")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def hall(players: int, rounds: int, *, breaks: tuple[str, ...] = (), running: bool = False):  # type: ignore[no-untyped-def]
    """The stage of so many players after so many rounds, drawn at random, and one more that is running if asked for."""
    begin()
    from tournament.core.actors import SYSTEM
    from tournament.models import Entry, Person
    from tournament.people.clubs import create_club
    from tournament.setup.actions import create_tournament
    from tournament.stages.actions import add_stage

    club = create_club(None, by=SYSTEM, name="Bench", admin=None).result
    tournament = create_tournament(club, by=SYSTEM, name="Bench", played_on=date(2026, 11, 21)).result
    scheme = {
        "four": [5, 3, 2, 1],
        "three": [5, 3, 1],
        "by_count": False,
        "best": 0,
        "breaks": list(breaks or ("lot",)),
    }
    fields = {"kind": "swiss", "name": "Bench", "rules": "classic", "planned_rounds": rounds + 1, "scheme": scheme}
    stage = add_stage(tournament, by=SYSTEM, fields=fields).result
    people = Person.objects.bulk_create(
        Person(club=club, given_name=f"Gast{n}", family_name="Graf") for n in range(players)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, person=person, number=n, state="present") for n, person in enumerate(people, 1)
    )
    _play(stage, list(entries), rounds, Random(1), running=running)
    return stage


def _play(stage, entries, rounds: int, dice: Random, *, running: bool) -> None:  # type: ignore[no-untyped-def]
    from tournament.models import Board, Report, Result, ResultSeat, Round, Seat, Table

    boards = Board.objects.bulk_create(
        Board(tournament=stage.tournament, number=n, kind="4") for n in range(1, len(entries) // 4 + 1)
    )
    for number in range(1, rounds + 1 + running):
        is_open = number > rounds
        made = Round.objects.create(stage=stage, number=number, state="published" if is_open else "closed")
        order = dice.sample(entries, len(boards) * 4)
        tables = Table.objects.bulk_create(Table(round=made, number=b.number, board=b) for b in boards)
        seats = [
            Seat(round=made, table=table, entry=order[4 * t + i], colour="YGRK"[i], order=i)
            for t, table in enumerate(tables)
            for i in range(4)
        ]
        Seat.objects.bulk_create(seats)
        if is_open:
            continue
        places = {c: {"place": p, "counted": 100 - p} for p, c in enumerate("YGRK", 1)}
        reports = Report.objects.bulk_create(
            Report(table=t, source="desk", actor="bench", places=places) for t in tables
        )
        results = Result.objects.bulk_create(
            Result(table=t, report=r, confirmed_by="bench") for t, r in zip(tables, reports, strict=True)
        )
        ResultSeat.objects.bulk_create(
            ResultSeat(
                result=results[s // 4],
                entry=seat.entry,
                colour=seat.colour,
                place=seat.order + 1,
                counted=dice.randrange(300),
            )
            for s, seat in enumerate(seats)
        )
