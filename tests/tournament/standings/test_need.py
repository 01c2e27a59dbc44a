"""What a player needs: compared with every way in which the round can end, and with evenings played out."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from tournament.standings.need.last_round import LastRound, Verdict
from tournament.standings.need.outcomes import Keys, Pending, Spot, orders
from tournament.standings.need.rounds_ahead import Field, ahead
from tournament.standings.ranking.model import PARTS, Facts, Player, Scheme, Seat, Table
from tournament.standings.ranking.rank import standings

OWN = ("wins", "seconds", "thirds")


def table(round_: int, number: int, players: list[int], places: tuple[int, ...]) -> Table:
    return Table(round_, number, tuple(Seat(player, place) for player, place in zip(players, places, strict=True)))


def places_of(order: tuple[Spot, ...]) -> tuple[int, ...]:
    return tuple(spot.place for spot in order)


def field(seed: int, sizes: list[int], rounds: int = 2) -> tuple[Facts, list[Pending], random.Random]:
    """Rounds played at random, and the tables of one more."""
    dice = random.Random(seed)
    players = tuple(Player(n, n, penalty=dice.choice([0, 0, 0, 1])) for n in range(1, sum(sizes) + 1))
    played: list[Table] = []
    pending: list[Pending] = []
    for round_ in range(1, rounds + 2):
        order = dice.sample([player.id for player in players], len(players))
        for number, size in enumerate(sizes, 1):
            here, order = order[:size], order[size:]
            if round_ <= rounds:
                played.append(table(round_, number, here, places_of(dice.choice(orders(size)))))
            else:
                pending.append(Pending(number, tuple(here)))
    return Facts(players, tuple(played)), pending, dice


def every_end(facts: Facts, pending: list[Pending], scheme: Scheme) -> Iterator[tuple[dict[int, Spot], dict[int, int]]]:
    """Each way in which the open tables can end: who had which spot, and the ranks that follow."""
    for ends in product(*(orders(len(each.players)) for each in pending)):
        tables = [
            table(9, each.number, list(each.players), places_of(end)) for each, end in zip(pending, ends, strict=True)
        ]
        lines = standings(replace(facts, tables=(*facts.tables, *tables)), scheme)
        spots = {
            player: spot
            for each, end in zip(pending, ends, strict=True)
            for player, spot in zip(each.players, end, strict=True)
        }
        yield spots, {line.player.id: line.rank or 0 for line in lines}


def by_brute_force(facts: Facts, pending: list[Pending], scheme: Scheme, places: int) -> dict[tuple[int, int], Verdict]:
    """By player and place, from all ends. For being through those level count as ahead, for being out as behind."""
    sure: dict[tuple[int, int], list[bool]] = {}
    lost: dict[tuple[int, int], list[bool]] = {}
    for spots, ranks in every_end(facts, pending, scheme):
        for player, rank in ranks.items():
            spot = spots.get(player)
            if spot is not None and spot.sharing > 1:
                continue
            key = player, spot.place if spot else 0
            at_most = sum(other <= rank for other in ranks.values()) - 1
            sure.setdefault(key, []).append(at_most < places)
            lost.setdefault(key, []).append(rank - 1 >= places)
    return {key: Verdict.THROUGH if all(sure[key]) else Verdict.OUT if all(lost[key]) else Verdict.OPEN for key in sure}


@pytest.mark.parametrize("breaks", [OWN, (), ("seconds", "penalties", "best")])
@pytest.mark.parametrize("seed", range(12))
def test_verdicts_are_those_of_every_possible_end(seed, breaks):
    sizes = random.Random(seed).choice([[3, 3], [3, 3, 3], [4, 3], [3, 4, 3]])
    facts, pending, dice = field(seed, sizes)
    scheme = Scheme(
        breaks=breaks, best=dice.choice([0, 2]), four=(5, 3, 2, 1), three=dice.choice([(5, 3, 1), (4, 2, 1)])
    )
    open_tables = pending[: dice.choice([1, 2])] if sum(sizes) > 6 else pending
    done = [
        table(9, each.number, list(each.players), places_of(dice.choice(orders(len(each.players))))) for each in pending
    ]
    facts = replace(
        facts, tables=(*facts.tables, *(one for one in done if one.number not in {each.number for each in open_tables}))
    )
    places = dice.randint(1, len(facts.players) - 1)
    round_ = LastRound(Keys(facts, scheme, 9), open_tables, [player.id for player in facts.players], places)
    said = {(player.id, each.place): each.verdict for player in facts.players for each in round_.outlooks(player.id)}
    assert said == by_brute_force(facts, open_tables, scheme, places)


def test_the_comparison_notices_one_place_more():
    """The control: with a place more to give, somebody's verdict is another."""
    facts, pending, _dice = field(1, [3, 3])
    everybody = [player.id for player in facts.players]
    round_ = LastRound(Keys(facts, Scheme(breaks=OWN), 9), pending, everybody, 3)
    said = {(player, each.place): each.verdict for player in everybody for each in round_.outlooks(player)}
    assert said != by_brute_force(facts, pending, Scheme(breaks=OWN), 2)


@pytest.mark.parametrize("seed", range(6))
def test_who_is_named_decides_and_nobody_else(seed):
    """Where all rivals stay behind their places and nobody is level, an open outlook ends well."""
    facts, pending, _dice = field(seed, [3, 3, 3])
    scheme, places = Scheme(breaks=OWN), 3
    round_ = LastRound(Keys(facts, scheme, 9), pending, [player.id for player in facts.players], places)
    for player in facts.players:
        for look in round_.outlooks(player.id):
            if look.verdict != Verdict.OPEN or look.level or look.spare is None:
                continue
            names = {(rival.player, rival.table): rival.place for rival in look.rivals}
            for spots, ranks in every_end(facts, pending, scheme):
                hit = {table for (rival, table), place in names.items() if spots[rival].place <= place}
                is_unshared = all(spot.sharing == 1 for spot in spots.values())
                if spots[player.id] == Spot(look.place, 1) and is_unshared and len(hit) <= look.spare:
                    assert sum(rank <= ranks[player.id] for rank in ranks.values()) - 1 < places


def played_out(parts: dict[int, int], scheme: Scheme, shape: Field, dice: random.Random) -> dict[int, int]:
    parts = dict(parts)
    for _round in range(shape.rounds):
        order = dice.sample(list(parts), len(parts))
        worths = [scheme.four] * shape.fours + [scheme.three] * shape.threes
        for worth in worths:
            here, order = order[: len(worth)], order[len(worth) :]
            for player, value in zip(here, worth, strict=True):
                parts[player] += value * PARTS
    return parts


@pytest.mark.parametrize("seed", range(20))
def test_what_is_sure_over_several_rounds_holds_however_they_end(seed):
    dice = random.Random(seed)
    shape, scheme = Field(dice.randint(1, 3), fours=2, threes=dice.choice([0, 2])), Scheme()
    size = shape.fours * 4 + shape.threes * 3
    parts = {n: dice.randint(0, 20) * PARTS for n in range(size)}
    places = dice.randint(1, 6)
    looks = {player: ahead(parts, scheme, shape, parts, places, player) for player in parts}
    for _time in range(300):
        after = played_out(parts, scheme, shape, dice)
        for player, look in looks.items():
            won = after[player] - parts[player]
            if look.sure is not None and won >= look.sure:
                assert sum(other >= after[player] for other in after.values()) - 1 < places
            if won <= look.hopeless:
                assert sum(other > after[player] for other in after.values()) >= places


def test_one_round_of_one_table_is_exact():
    parts = {1: 60 * PARTS, 2: 55 * PARTS, 3: 10 * PARTS, 4: 0}
    looks = [ahead(parts, Scheme(), Field(1, 1, 0), parts, 1, player) for player in parts]
    assert [(look.sure, look.hopeless) for look in looks] == [
        (1 * PARTS, -1),
        (None, 4 * PARTS),
        (None, 60),
        (None, 60),
    ]
