"""What every tie-break owes: words in every language, an example worked by hand, a second reading that shares no code."""

import hashlib
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.standings.ranking.events import any_event, book_of, made_level
from tests.tournament.standings.ranking.test_ranking import B, G, K, R, W, Y, facts, table
from tournament.standings.ranking.book import Book
from tournament.standings.ranking.breaks import BREAKS, CRITERIA
from tournament.standings.ranking.model import Facts, Player, Scheme, Single, Table, ThrowOff
from tournament.standings.ranking.rank import standings
from tournament.standings.ranking.wording import why

NAMES = dict(enumerate(("Yara", "Gero", "Rosa", "Karl", "Bela", "Wanda")))


class Example(NamedTuple):
    """Yara and Gero are level on points; what a reader is told of Yara."""

    german: str
    english: str
    facts: Facts
    scheme: Scheme = Scheme(four=(5, 3, 2, 1), three=(5, 3, 1), seed="1")


WON = table({Y: 1, R: 2, K: 3, B: 4}), table({G: 1, W: 2, K: 3, B: 4}, 1, 2)  # the same score, the same places
EXAMPLES = {
    "wins": Example(
        "Vor Gero durch mehr Siege (1 gegen 0).",
        "Ahead of Gero by more wins (1 to 0).",
        facts(table({Y: 1, R: 2, K: 3, B: 4}), table({W: 1, G: 2, K: 3, B: 4}, 1, 2)),
    ),
    "seconds": Example(
        "Vor Gero durch mehr zweite Plätze (2 gegen 1).",
        "Ahead of Gero by more second places (2 to 1).",
        facts(table({R: 1, Y: 2, K: 3, G: 4}), table({R: 1, Y: 2, K: 3, B: 4}, 2), table({W: 1, G: 2, B: 3}, 2, 2)),
    ),
    "thirds": Example(
        "Vor Gero durch mehr dritte Plätze (1 gegen 0).",
        "Ahead of Gero by more third places (1 to 0).",
        facts(table({R: 1, K: 2, Y: 3, G: 4})),
    ),
    "best": Example(
        "Vor Gero durch das bessere Einzelergebnis (3½ gegen 1½).",
        "Ahead of Gero by the better single result (3½ to 1½).",
        facts(table({Y: 1, R: 1, K: 3, B: 4}), table({W: 1, G: 2, K: 2, B: 4}, 1, 2)),
        Scheme(four=(5, 2, 1, 0)),
    ),
    "share": Example(
        "Vor Gero durch den größeren Anteil an den Tischpunkten (55,56 % gegen 45,45 %).",
        "Ahead of Gero by the larger share of the tables' points (55.56 % to 45.45 %).",
        facts(table({Y: 1, R: 2, K: 3}), table({G: 1, W: 2, B: 3, K: 4}, 2)),
    ),
    "direct": Example(
        "Vor Gero durch den gewonnenen direkten Vergleich.",
        "Ahead of Gero by winning the direct comparison.",
        facts(table({R: 1, K: 2, Y: 3, G: 4})),
    ),
    "opponents": Example(
        "Vor Gero durch die stärkeren Gegner (6,00 gegen 3,67).",
        "Ahead of Gero by the stronger opponents (6.00 to 3.67).",
        facts(table({Y: 1, R: 2, K: 3}), table({G: 1, W: 2, K: 3, B: 4}, 1, 2), table({R: 1, W: 2, K: 3}, 2)),
    ),
    "penalties": Example(
        "Vor Gero durch weniger Strafpunkte (1 gegen 3).",
        "Ahead of Gero by fewer penalty points (1 to 3).",
        facts(*WON, people=(Player(Y, 1, penalty=1), Player(G, 2, penalty=3), *(Player(i, i + 1) for i in (R, K, B, W)))),
    ),
    "throw_off": Example(
        "Vor Gero durch das gewonnene Stechen (4-5 gegen 4-2).",
        "Ahead of Gero by winning the throw-off (4-5 to 4-2).",
        facts(*WON, throw_offs=(ThrowOff(({Y: 1, G: 6},)), ThrowOff(({Y: 4, G: 4}, {Y: 5, G: 2})), ThrowOff(({R: 2, K: 3},)))),
    ),
    "lot": Example("Vor Gero durch das Los.", "Ahead of Gero by the lot.", facts(*WON)),
}  # fmt: skip


def told(example: Example, code: str, language: str) -> str:
    level = made_level(example.facts, example.scheme, Y, G)
    scheme = Scheme(**{**vars(example.scheme), "breaks": (code,)})
    lines = {line.player.id: line for line in standings(level, scheme)}
    assert lines[Y].parts == lines[G].parts and lines[Y].below.neighbour == G
    with override(language):
        return next(one for one in why(lines[Y], NAMES, scheme.breaks, gettext) if "Gero" in one)


def test_every_tie_break_has_its_proofs():
    assert EXAMPLES.keys() == SECOND.keys() == BREAKS.keys()


@pytest.mark.parametrize("code", BREAKS)
def test_the_example_is_told_as_by_hand(code):
    example = EXAMPLES[code]
    assert told(example, code, "de") == f"Punkte sind gleich. {example.german}"
    assert told(example, code, "en") == f"Points are equal. {example.english}"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
@pytest.mark.parametrize("code", CRITERIA)
def test_its_words_are_in_every_catalogue(code, language):
    words = (CRITERIA[code].name, CRITERIA[code].better, CRITERIA[code].worse)
    with override(language):
        assert all(gettext(word) not in ("", word) for word in words)


@pytest.mark.parametrize("code", BREAKS)
@given(seed=st.integers(0, 100_000))
def test_a_second_reading_says_the_same(code, seed):
    event, scheme = any_event(seed)
    book, group = book_of(event, scheme), some_of(event, seed)
    assert BREAKS[code].rank(book, group) == SECOND[code](book, group)


@pytest.mark.parametrize("code", BREAKS)
@given(seed=st.integers(0, 100_000))
def test_in_which_order_they_are_asked_about_does_not_matter(code, seed):
    event, scheme = any_event(seed)
    book, group = book_of(event, scheme), some_of(event, seed)
    turned = group[::-1]
    assert BREAKS[code].rank(book, turned) == BREAKS[code].rank(book, group)[::-1]


def some_of(event: Facts, seed: int) -> list[int]:
    """Two or more; often those of one table, who have all met."""
    dice = random.Random(seed)
    everybody = [player.id for player in event.players]
    if dice.random() < 0.5:
        everybody = [seat.player for seat in dice.choice(event.tables).seats]
    return dice.sample(everybody, dice.randint(2, len(everybody)))


# The second readings: slow, from the bare facts, with fractions.


def tables_of(book: Book, player: int) -> list[Table]:
    return [one for one in book.facts.tables if player in {seat.player for seat in one.seats}]


def place_at(table: Table, player: int) -> int:
    return {seat.player: seat.place for seat in table.seats}[player]


def half_up(number: Fraction) -> int:
    return math.floor(number + Fraction(1, 2))


def mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / max(len(numbers), 1)


def counted_places(place: int) -> Callable[[Book, list[int]], list[int]]:
    return lambda book, group: [
        [single.place for single in book.singles[player] if not single.is_dropped].count(place) for player in group
    ]


NOTHING = Single(0, 0, 0, 0, 0, None, is_dropped=False)


def best(book: Book, group: list[int]) -> list[int]:
    return [sorted(single.parts for single in book.singles[player] or [NOTHING])[-1] for player in group]


def share(book: Book, group: list[int]) -> list[int]:
    return [half_up(mean([Fraction(share_at(book, one, p)) for one in tables_of(book, p)])) for p in group]


def share_at(book: Book, table: Table, player: int) -> int:
    """Of what the standings show for the table: here from the places alone, the points of shared places dealt out."""
    worth = {3: book.scheme.three, 4: book.scheme.four}[len(table.seats)]
    own: dict[int, Fraction] = {}
    for seat in table.seats:
        level = [other.place for other in table.seats].count(seat.place)
        shared = Fraction(sum(worth[seat.place - 1 : seat.place - 1 + level]), level)
        own[seat.player] = Fraction(seat.counted or 0) if book.scheme.by_count else shared
    return half_up(100_00 * own[player] / sum(own.values())) if any(own.values()) else 0


def direct(book: Book, group: list[int]) -> list[int]:
    """Every pair on its own: who finished better how often."""
    balance = {(a, b): duel(book, a, b) for a in group for b in group if a != b}
    if any(not games for games in balance.values()):
        return [0 for _player in group]
    return [sum(sum(balance[player, other]) for other in group if other != player) for player in group]


def duel(book: Book, one: int, other: int) -> list[int]:
    """Of each table that both sat at: 1, 0 or -1 for the one."""
    both = [table for table in tables_of(book, one) if table in tables_of(book, other)]
    ahead = [place_at(table, other) - place_at(table, one) for table in both]
    return [(by > 0) - (by < 0) for by in ahead]


def opponents(book: Book, group: list[int]) -> list[int]:
    met = {p: [seat.player for one in tables_of(book, p) for seat in one.seats if seat.player != p] for p in group}
    return [half_up(100 * mean([Fraction(book.parts[other], 12) for other in met[player]])) for player in group]


def penalties(book: Book, group: list[int]) -> list[int]:
    return [-next(player.penalty for player in book.facts.players if player.id == one) for one in group]


def throw_off(book: Book, group: list[int]) -> list[int]:
    """The latest in whose first turn all threw, written as digits; 0 for who throws no more."""
    fitting = [off for off in book.facts.throw_offs if all(player in off.throws[0] for player in group)]
    if not fitting:
        return [0 for _player in group]
    return [int("".join(str(turn.get(player, 0)) for turn in fitting[-1].throws)) for player in group]


def lot(book: Book, group: list[int]) -> list[int]:
    drawn_with = {player.id: player.lot or str(player.id) for player in book.facts.players}
    return [int(hashlib.sha256(f"{book.scheme.seed}\0{drawn_with[p]}".encode()).hexdigest()[:12], 16) for p in group]


SECOND: dict[str, Callable[[Book, list[int]], list[int]]] = {
    "wins": counted_places(1),
    "seconds": counted_places(2),
    "thirds": counted_places(3),
    "best": best,
    "share": share,
    "direct": direct,
    "opponents": opponents,
    "penalties": penalties,
    "throw_off": throw_off,
    "lot": lot,
}
