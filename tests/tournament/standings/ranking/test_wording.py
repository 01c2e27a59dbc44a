"""Why somebody is third, in both languages."""

import pytest
from django.utils.translation import gettext, override

from tests.tournament.standings.ranking.test_ranking import B, G, K, R, W, Y, facts, table
from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.figures import points
from tournament.standings.ranking.model import Facts, Line, Player, Scheme, Step
from tournament.standings.ranking.rank import standings
from tournament.standings.ranking.wording import name, value, why

NAMES = dict(enumerate(("Yara", "Gero", "Rosa", "Karl", "Bela", "Wanda")))


def said(found: Facts, scheme: Scheme, player: int, language: str) -> list[str]:
    line = next(line for line in standings(found, scheme) if line.player.id == player)
    with override(language):
        return why(line, NAMES, scheme.breaks, gettext)


@pytest.mark.parametrize(
    ("parts", "shown"),
    [(0, "0"), (12, "1"), (6, "½"), (54, "4½"), (44, "3⅔"), (15, "1¼"), (-12, "−1"), (-18, "−1½"), (13, "1 1/12")],
)
def test_points_are_written_as_people_do(parts, shown):
    assert points(parts) == shown


def test_points_alone():
    found = facts(table({Y: 1, G: 2, R: 3, 3: 4}), players=4)
    assert said(found, Scheme(), G, "de") == [
        "Hinter Yara durch weniger Punkte (3 gegen 5).",
        "Vor Rosa durch mehr Punkte (3 gegen 2).",
    ]
    assert said(found, Scheme(), G, "en")[0] == "Behind Yara by fewer points (3 to 5)."


def test_what_was_equal_before_is_named():
    tables = (
        table({Y: 1, R: 2, 3: 3, 4: 4}, Y=200, R=1, K=1, B=1),
        table({G: 1, 5: 2, 3: 3}, 1, 2, G=50, W=30, K=20),
    )
    scheme = Scheme(breaks=("wins", "share", "lot"), share="counts")
    assert said(facts(*tables), scheme, G, "de")[0] == (
        "Punkte und Siege sind gleich. Hinter Yara durch den kleineren Anteil an den Tischpunkten (50,00 % gegen 98,52 %)."
    )


def test_where_the_share_mattered_its_reason_is_told_table_by_table():
    level = facts(table({Y: 1, R: 2, K: 3}), table({G: 1, W: 2, B: 3, K: 4}, 2))
    assert said(level, Scheme(breaks=("share",)), Y, "de")[-1] == (
        "Anteil an den Tischpunkten: 5 von 9 in Runde 1; im Schnitt 55,56 %."
    )


@pytest.mark.parametrize(
    ("breaks", "german", "english"),
    [
        (("lot",), "Punkte sind gleich. Hinter", "Points are equal. Behind"),
        (("wins", "lot"), "Punkte und Siege sind gleich. Hinter", "Points and wins are equal. Behind"),
        (
            ("thirds", "best", "wins", "lot"),
            "Punkte, dritte Plätze, bestes Einzelergebnis und Siege sind gleich. Hinter",
            "Points, third places, best single result and wins are equal. Behind",
        ),
    ],
)
def test_all_that_was_equal_is_listed_in_turn(breaks, german, english):
    found, scheme = facts(players=2), Scheme(breaks=breaks)
    last = standings(found, scheme)[-1].player.id
    assert said(found, scheme, last, "de")[0].startswith(german)
    assert said(found, scheme, last, "en")[0].startswith(english)


def test_who_shares_a_rank_is_told_so():
    found = facts(players=3)
    assert said(found, Scheme(breaks=("wins",)), Y, "de") == ["Gleichauf mit Gero: in allem gleich, was zählt."]
    assert said(found, Scheme(breaks=("wins",)), Y, "en") == ["Level with Gero: equal in everything that counts."]


def test_the_lot_shows_no_number():
    found = facts(players=2)
    assert all("(" not in sentence for sentence in said(found, Scheme(breaks=("lot",)), Y, "de"))


@pytest.mark.parametrize(("status", "word"), [("withdrawn", "Ausgestiegen"), ("excluded", "Ausgeschlossen")])
def test_who_is_out_is_told_what_it_means(status, word):
    people = (Player(Y, 1, status=status), Player(G, 2))
    assert said(facts(people=people), Scheme(), Y, "de")[0].startswith(word)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("criterion", ["points", *BREAKS])
def test_every_criterion_has_words_for_better_and_worse(criterion, language):
    def line(own: int, other: int) -> Line:
        step = Step(criterion, own, other, G)
        return Line(Player(Y, 1), 1, 0, (), step, None)

    chain = tuple(BREAKS)
    with override(language):
        better, worse = (why(line(*values), NAMES, chain, gettext)[0] for values in ((24, 12), (12, 24)))
        assert name(criterion, gettext) and value(criterion, 24, gettext)
    assert better.endswith(".") and (better != worse) == (criterion != "lot")
