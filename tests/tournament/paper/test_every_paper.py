"""Every paper that is declared has a proof: what must stand on it, read from the database past the code that makes it."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from django.utils import translation

from tests.tournament.paper.halls import OPTIONS, a_hall, a_knockout, an_order
from tournament.core.access import MATRIX
from tournament.models import Entry, ResultSeat, Seat, Tournament
from tournament.paper.registry import DOCUMENTS
from tournament.people.names import full_name
from tournament.standings.scores import stage_lines

TESTS = Path(__file__).parents[2]
# Proven where games are recorded and rulings signed.
ELSEWHERE = {"game": "games", "ruling": "referee", "how_we_play": "referee", "how_we_play_sign": "referee"}
GERMAN = {"Y": "Gelb", "G": "Grün", "R": "Rot", "K": "Schwarz"}


@pytest.fixture
def hall(club) -> Tournament:
    return a_hall(club, 8)


def words_of(tournament: Tournament, code: str) -> str:
    with translation.override("de"):
        pages = "".join(DOCUMENTS[code].build(an_order(tournament, code)).parts)
    unsaid = (
        r'<(style|svg|title)\b(?![^>]*class="bracket").*?</\1>|<[^>]+>'  # the bracket's drawing has its texts in it
    )
    return re.sub(r"\s+", " ", unescape(re.sub(unsaid, " ", pages, flags=re.DOTALL)))


def people(hall: Tournament) -> list[str]:
    return [full_name(entry.person) for entry in hall.entries.all()]


def by_surname(hall: Tournament) -> list[str]:
    return [f"{entry.number} " + turned(full_name(entry.person)) for entry in hall.entries.all()]


def turned(name: str) -> str:
    given, _blank, family = name.partition(" ")
    return f"{family}, {given}"


def seats(hall: Tournament) -> Iterator[Seat]:
    """Of the round that is published last."""
    return iter(Seat.objects.filter(round__number=3, round__stage__tournament=hall).select_related("entry", "table"))


def at_tables(hall: Tournament) -> list[str]:
    return [f"{seat.entry.number} {short(seat.entry)} {GERMAN[seat.colour]}" for seat in seats(hall)]


def on_slips(hall: Tournament) -> list[str]:
    return [f"{GERMAN[seat.colour]} {seat.entry.number} {short(seat.entry)}" for seat in seats(hall)]


def by_name(hall: Tournament) -> list[str]:
    return [f"{seat.entry.number} {seat.table.number} {GERMAN[seat.colour]}" for seat in seats(hall)]


def short(entry: Entry) -> str:
    return f"{entry.person.given_name} {entry.person.family_name[0]}."


def of_the_last_closed(hall: Tournament) -> list[str]:
    placed = ResultSeat.objects.played().filter(result__table__round__number=2)
    return [f"{one.place}. {short(one.entry)} {one.entry.number} {GERMAN[one.colour]}" for one in placed]


def ranked(hall: Tournament) -> list[str]:
    lines = stage_lines(hall.stages.get(position=1))
    return [f"{line.rank}. {line.player.number} " for line in lines] + [f" {line.parts // 12} " for line in lines]


def ranks_of_people(hall: Tournament) -> list[str]:
    names = {entry.pk: full_name(entry.person) for entry in hall.entries.all()}
    lines = stage_lines(hall.stages.get(position=1))
    words = "hat beim Turnier open unter 8 Teilnehmenden den"
    return [f"{names[line.player.id]} {words} {line.rank}. Platz erreicht." for line in lines]


def what_was_done(hall: Tournament) -> list[str]:
    return ["Runde abgeschlossen: Vorrunde · Runde 2", *[f"Runde 1 · Tisch {n}" for n in (1, 2)], hall.stream.head]


def first_round(knockout: Tournament) -> list[str]:
    entries = knockout.entries.all()
    return ["Finale", "Runde 1", "Tisch 2", "1. T1", *[f"{entry.number} {short(entry)}" for entry in entries]]


def at_each_round(hall: Tournament) -> list[str]:
    """Everybody's place, table and opponents of the second round."""
    said = []
    for one in ResultSeat.objects.played().filter(result__table__round__number=2).select_related("result__table"):
        seated = Seat.objects.filter(table=one.result.table).exclude(entry=one.entry)
        against = " ".join(map(str, sorted(seated.values_list("entry__number", flat=True))))
        said.append(f"{one.place}. T{one.result.table.number}: {against} ")
    return said


def on_tents(hall: Tournament) -> list[str]:
    return [f"{seat.entry.number} {short(seat.entry)} {GERMAN[seat.colour]}" for seat in seats(hall)]


# By code what must stand on it, in a hall of eight of whose rounds two are played and the third is published.
PROOFS: dict[str, Callable[[Tournament], list[str]]] = {
    "bracket": first_round,
    "certificates": ranks_of_people,
    "crosstable": at_each_round,
    "desk": lambda hall: ["Turnierleitung", f"http://192.168.178.20:8000/t/{hall.public_id}/", "Anmeldung"],
    "handbook": lambda _hall: ["Wochen vorher", "Veröffentlichen", "Für Spieler", "Zurückziehen"],
    "link": lambda hall: [f"http://192.168.178.20:8000/t/{hall.public_id}/"],
    "log": what_was_done,
    "names": by_surname,
    "numbers": lambda _hall: [f"Tisch {n}" for n in range(1, 13)],
    "passes": people,
    "quick_card": lambda _hall: ["Der Abend", "Veröffentlichen", "Wenn etwas schiefgeht", "augengenau restore"],
    "results": of_the_last_closed,
    "sign": lambda _hall: ["Anmeldung"],
    "slips": on_slips,
    "standings": ranked,
    "surnames": by_name,
    "tables": at_tables,
    "tents": on_tents,
    "wifi": lambda _hall: list(OPTIONS["wifi"].values()),
}


def test_every_paper_has_a_proof():
    assert PROOFS.keys() | ELSEWHERE.keys() == DOCUMENTS.keys() and not PROOFS.keys() & ELSEWHERE.keys()
    for code, app in ELSEWHERE.items():
        assert f'"{code}"' in (TESTS / app / "plugins" / "test_paper.py").read_text()


@pytest.mark.slow
@pytest.mark.parametrize("code", PROOFS)
def test_what_must_stand_on_it_does(club, hall, code):
    tournament = a_knockout(club, 8) if code == "bracket" else hall
    proof, said = PROOFS[code](tournament), words_of(tournament, code)
    assert proof and [text for text in proof if text not in said] == []


@pytest.mark.parametrize("code", DOCUMENTS)
def test_who_may_print_it_is_said_in_the_matrix(code):
    assert DOCUMENTS[code].needs in MATRIX
