"""What the folder of a release holds: an evening that is over and one in the middle of its second round, played by the actions of
that release; and what the program says about it. Runs inside the product: `python -m tests.promises.release_evening play|tell`.
"""

import json
import sys
from fractions import Fraction
from typing import Any

import django

FORTNIGHT = "Anna Albers, Bela Blau, Clara Conrad, Dieter Dorn, Elif Erdem, Frank Fuchs, Greta Groß, Hannes Huber"
EVENING = f"{FORTNIGHT}, Łukasz Nowak, Mia Neumann, Sabine Sommer"
PROTECTED = {"Mia Neumann": {"is_minor": True}, "Sabine Sommer": {"is_hidden": True}}


def play() -> dict[str, Any]:
    """One tournament to its end; one in which a result was corrected, somebody was warned, one table of the second round is done,
    one differs, and at one a game is being recorded. The facts a phone there needs."""
    from tests.browser.seed import signed_in, someone
    from tests.tournament.evening import Evening, by_number, settle
    from tournament.core.actors import Actor
    from tournament.people.clubs import create_club

    yara = someone("yara", is_operator=True)
    by = Actor(yara)
    club = create_club(None, by=by, name="SC Augenzahl", admin=yara).result
    over = Evening(club, "village", by=by)
    _come(over, FORTNIGHT)
    over.play_stage(1, by_number)
    for final in (2, 3):
        settle(over, final)
        over.play_stage(final, by_number)
    running = Evening(club, "championship", by=by)
    _come(running, EVENING)
    return {**_second_round(running), "session": signed_in(yara)}


def _come(evening: Any, names: str) -> None:
    from tournament.entries.actions import add_entry
    from tournament.entries.checkin.actions import check_in_all

    for name in names.split(", "):
        given, _space, family = name.partition(" ")
        add_entry(evening.tournament, by=evening.by, given_name=given, family_name=family, **PROTECTED.get(name, {}))
    check_in_all(evening.tournament, by=evening.by)


def _second_round(evening: Any) -> dict[str, Any]:
    from tests.browser.playing import report
    from tests.tournament.evening import by_number
    from tournament.results.corrections.actions import correct_result
    from tournament.results.corrections.effects import effect_of
    from tournament.standings.penalties.actions import give_penalty

    first, second, *_later = evening.draw(1)
    evening.play(first, by_number)
    table, warned = first.tables.first(), evening.tournament.entries.get(number=3).public_id
    turned = {seat.colour: {"place": 4 - n, "counted": None} for n, seat in enumerate(table.seats.order_by("order"))}
    asked = {
        "table_id": table.public_id,
        "places": turned,
        "seen": effect_of(table, turned).fingerprint,
        "then": "keep",
    }
    correct_result(evening.tournament, by=evening.by, reason="Verschrieben.", **asked)
    stage = first.stage_id
    give_penalty(evening.tournament, by=evening.by, stage_id=stage, entry_id=warned, points=1, reason="Verspätet.")
    evening.publish(second)
    evening.start(second)
    done, differing, open_ = second.tables.all()
    evening.confirm(done, by_number([seat.entry for seat in done.seats.all()]))
    for device, is_turned in (("one", False), ("two", True)):
        report(evening, differing, device, turned=is_turned)
    return _at(evening, open_)


def _at(evening: Any, table: Any) -> dict[str, Any]:
    from games.models import Game
    from games.recording.actions import add_line, open_game
    from tournament.core.links import entry_token, table_token

    opened = open_game(evening.tournament, by=evening.by, table_id=table.public_id).receipt["game"]
    game = Game.objects.get(public_id=opened)
    add_line(game, by=evening.by, kind="begins", colour=game.colours[0])
    add_line(game, by=evening.by, kind="throw", roll="1", played="--")
    seated, desk = table.seats.first().entry, f"/desk/t/{evening.tournament.public_id}"
    return {
        "tournament": evening.tournament.public_id,
        "table": table.public_id,
        "number": table.number,
        "colours": list(table.seats.order_by("order").values_list("colour", flat=True)),
        "slip": f"/q/{table.public_id}/{table_token(table)}/",
        "own": f"/e/{seated.public_id}/{entry_token(seated)}/",
        "results": f"{desk}/results/",
        "recorder": f"{desk}/games/{game.public_id}/",
        "claim": f"/referee/t/{evening.tournament.public_id}/tables/{table.public_id}/",
    }


def tell() -> dict[str, Any]:
    """As the program understands it now: what an upgrade must not change."""
    from tournament.models import Person, Stream, Tournament

    streams = Stream.objects.order_by("public_id").values_list("public_id", "seq", "head")
    people = Person.objects.order_by("family_name", "given_name", "pk")
    return {
        "streams": {public_id: f"{seq} {head}" for public_id, seq, head in streams},
        "people": [f"{one.given_name} {one.family_name}" for one in people],
        "tournaments": {one.public_id: _told(one) for one in Tournament.objects.order_by("pk")},
    }


def _told(tournament: Any) -> dict[str, Any]:
    from tournament.models import Round
    from tournament.standings.ranking.model import PARTS
    from tournament.standings.scores import stage_lines

    numbers = dict(tournament.entries.values_list("pk", "number"))
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("stage__position", "number")
    return {
        "name": tournament.name,
        "rounds": {f"{one.stage.name} {one.number}, {one.state}": _seats(one, numbers) for one in rounds},
        "standings": {
            stage.name: [
                f"{line.rank}. {line.player.number}: {Fraction(line.parts, PARTS)}" for line in stage_lines(stage)
            ]
            for stage in tournament.stages.order_by("position")
        },
    }


def _seats(round_: Any, numbers: dict[int, int]) -> list[str]:
    """A line a table: who sits at which colour."""
    return [
        " ".join(f"{seat.colour}{numbers[seat.entry_id]}" for seat in table.seats.order_by("order"))
        for table in round_.tables.order_by("number")
    ]


if __name__ == "__main__":
    django.setup()
    json.dump({"play": play, "tell": tell}[sys.argv[1]](), sys.stdout)
