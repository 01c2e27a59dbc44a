"""Evenings in the middle: one whose second round is played, one that waits for its draw. Runs inside the product."""

from games.models import Chance, Game
from games.recording.actions import add_line, open_game
from tests.tournament.evening import Evening, by_chance
from tournament.core.actors import Actor
from tournament.core.links import entry_token, table_token
from tournament.models import Club, Entry, Table
from tournament.results.actions import report_result, set_problem

NAMES = (
    "Yara Yılmaz,Gero Graf,Rosa Roth,Karl Kurz,Bela Blau,Wanda Weiß,Łukasz Nowak,Ida Ott,Jonas Jung,Mia Lang,Anna Kühn"
)


def playing(club: Club, by: Actor) -> dict[str, str]:
    return {
        **_running(_evening(club, by, "championship", 23)),
        "hall": _evening(club, by, "village", 12).tournament.public_id,
        "keys": _to_be_typed(_evening(club, by, "village", 40)),
    }


def _to_be_typed(evening: Evening) -> str:
    """Ten tables without a result."""
    evening.publish(evening.draw(1)[0])
    return evening.tournament.public_id


def _evening(club: Club, by: Actor, preset: str, players: int) -> Evening:
    """Listed nowhere, so that the start page stays as other tests know it."""
    evening = Evening(club, preset, by=by)
    evening.tournament.is_listed = False
    evening.tournament.save()
    for n, entry in enumerate(evening.come(players)):
        given, _space, family = NAMES.split(",")[n % 11].partition(" ")
        entry.person.given_name, entry.person.family_name = f"{given} {'ABCD'[n // 11]}" if n >= 11 else given, family
        entry.person.save()
    return evening


def _running(evening: Evening) -> dict[str, str]:
    """The first round closed, the second with everything that can happen to a table, the third a draft."""
    first, second, third = evening.draw(1)
    evening.play(first, by_chance(1))
    evening.publish(second)
    evening.start(second)
    done, differing, wrong, open_, untouched = second.tables.all()[:5]
    evening.confirm(done, by_chance(2)([seat.entry for seat in done.seats.all()]))
    for device, turned in (("one", False), ("two", True)):
        report(evening, differing, device, turned=turned)
    set_problem(evening.tournament, by=evening.by, table_id=wrong.public_id, problem="Eine Figur fehlt.")
    one, other = (Entry.objects.get(seats__round=third, seats__table__number=n, seats__order=0) for n in (1, 2))
    seated = open_.seats.first().entry
    return {
        **_recorded(evening, open_),
        "play": evening.tournament.public_id,
        "closed": str(first.pk),
        "open": str(second.pk),
        "draft": str(third.pk),
        "stage": str(evening.stage(1).pk),
        "swap": f"one={one.public_id}&other={other.public_id}",
        "done": done.public_id,
        "wrong": wrong.public_id,
        "table": open_.public_id,
        "own_seated": f"/e/{seated.public_id}/{entry_token(seated)}/",
        "slip": _slip(open_),
        "untouched": _slip(untouched),
        "sitting": [_own(seat.entry) for seat in untouched.seats.order_by("order")[:2]],
        "final": str(evening.stage(2).pk),
    }


def _slip(table: Table) -> str:
    return f"/q/{table.public_id}/{table_token(table)}/"


def _recorded(evening: Evening, table: Table) -> dict[str, str]:
    """A game that is being recorded, with its chances; and one that waits for an irregular throw to be settled."""
    made = []
    for _n in range(2):
        opened = open_game(evening.tournament, by=evening.by, table_id=table.public_id).receipt["game"]
        made.append(game := Game.objects.get(public_id=opened))
        colour = game.colours[0]
        add_line(game, by=evening.by, kind="begins", colour=colour)
        add_line(game, by=evening.by, kind="throw", roll="6", played="B-1" if _n == 0 else "--")
    Chance.objects.create(game=made[0], seq=1, wins=dict.fromkeys(made[0].colours, 250))
    Chance.objects.create(game=made[0], seq=2, wins=dict.fromkeys(made[0].colours, 250))
    return {"game": made[0].public_id, "irregular": made[1].public_id}


def _own(entry: Entry) -> str:
    """The personal link of a player, as on the start pass."""
    return f"/e/{entry.public_id}/{entry_token(entry)}/"


def report(evening: Evening, table: Table, device: str, *, turned: bool) -> None:
    colours = list(table.seats.order_by("order").values_list("colour", flat=True))
    order = colours[::-1] if turned else colours
    places = {colour: {"place": place, "counted": None} for place, colour in enumerate(order, 1)}
    by = Actor(via="link", device=device, table=table.public_id)
    report_result(evening.tournament, by=by, table_id=table.public_id, source="table", places=places)
