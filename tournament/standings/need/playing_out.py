"""How likely everybody is to get into the next stage: the rest of the rounds played out many times. PURE.

Decided here: tables that are known keep their people; in rounds that are not drawn yet everybody meets anybody. Who finishes
where is taken from games of the engine (`finishes`, by the size of a table): people who play equally well, at any seat. Left out:
who plays better; how an unfinished board is counted (each game goes to its end); tie-breaks that look at others. Of those who are
level at the cut each has the same chance for the places left.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random

from tournament.standings.need.outcomes import Key, Keys, Pending, Spot

EVENINGS = 2000
Finishes = Mapping[int, Sequence[tuple[int, ...]]]  # by size of the table: games, each as the places of the seats


def chances(
    keys: Keys,
    tables: Sequence[Pending],
    later: Sequence[Sequence[int]],
    able: Collection[int],
    places: int,
    finishes: Finishes,
    *,
    seed: str,
    evenings: int = EVENINGS,
) -> dict[int, float]:
    """From 0 to 1, for everybody who is able to go on. `tables`: open ones of the rounds that are drawn; `later`: the sizes of
    the tables of each round that is not."""
    dice, won = Random(seed), dict.fromkeys(able, 0.0)
    players = sorted(able)
    known: dict[int, dict[int, Key]] = {player: {} for player in players}
    for _evening in range(evenings):
        played = dict.fromkeys(players, 0)
        for table in tables:
            _play(table.players, finishes, dice, played)
        for sizes in later:
            order, first = dice.sample(players, len(players)), 0
            for size in sizes:
                _play(order[first : first + size], finishes, dice, played)
                first += size
        ends = {player: _end(keys, player, played[player], known[player]) for player in players}
        for player, share in _through(ends, places).items():
            won[player] += share
    return {player: total / evenings for player, total in won.items()}


# What somebody played, as one number: for each table three bits of its size and three of the place, the latest in the lowest.


def _play(people: Sequence[int], finishes: Finishes, dice: Random, played: dict[int, int]) -> None:
    size = len(people)
    for player, place in zip(people, dice.choice(finishes[size]), strict=True):
        played[player] = played.get(player, 0) << 6 | size << 3 | place


def _end(keys: Keys, player: int, what: int, known: dict[int, Key]) -> Key:
    if what not in known:
        known[what] = keys.after_all(player, _spots(what))
    return known[what]


def _spots(what: int) -> tuple[tuple[Spot, int], ...]:
    found = []
    while what:
        found.append((Spot(what & 7, 1), what >> 3 & 7))
        what >>= 6
    return tuple(reversed(found))


def _through(ends: Mapping[int, Key], places: int) -> dict[int, float]:
    """Each who goes on, with the share of a place where several are level at the cut."""
    ranked = sorted(ends, key=lambda player: ends[player], reverse=True)
    if len(ranked) <= places:
        return dict.fromkeys(ranked, 1.0)
    last = ends[ranked[places - 1]]
    ahead = [player for player in ranked if ends[player] > last]
    level = [player for player in ranked if ends[player] == last]
    return dict.fromkeys(ahead, 1.0) | dict.fromkeys(level, (places - len(ahead)) / len(level))
