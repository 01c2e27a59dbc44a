"""Reports about small schedules, every figure counted by hand."""

from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Board, Report, Request, Round, Wish
from tournament.draw.seating.report import report

NAMES = ("Yara", "Gero", "Rosa", "Karl", "Bela", "Wanda", "Xaver")
SEVEN: tuple[Round, ...] = (((0, 1, 2, 3), (4, 5, 6)), ((4, 0, 1, 5), (2, 3, 6)))


def about(rounds: tuple[Round, ...] = SEVEN, **asked: object) -> Report:
    request = Request(ids=NAMES, rounds=len(rounds), **asked)  # type: ignore[arg-type]
    return report(rounds, [[1, 2]] * len(rounds), request)


def test_repeats_are_named_with_their_rounds() -> None:
    found = about()["repeats"]
    assert (found["count"], found["least"], found["why"], found["most_often"]) == (3, 3, "few_tables", 2)
    assert found["who"] == [
        {"players": ["Yara", "Gero"], "rounds": [1, 2]},
        {"players": ["Rosa", "Karl"], "rounds": [1, 2]},
        {"players": ["Bela", "Wanda"], "rounds": [1, 2]},
    ]


def test_threes_are_counted_and_compared() -> None:
    found = about()["threes"]
    assert found["counts"] == [0, 0, 1, 1, 1, 1, 2]
    assert (found["spread"], found["least"], found["worst_after_any_round"]) == (2, 1, 2)


def test_colours_and_turns() -> None:
    """Yara was first and second, Gero second and third: one apart each. Xaver was third at both threes."""
    found = about()
    assert found["colours"]["four"] == {"spread": 1, "least": 1, "worst_after_any_round": 1}
    assert found["colours"]["three"] == {"spread": 2, "least": 1, "worst_after_any_round": 2}
    assert found["turns"] == {"spread": 2, "least": 1, "begun": [1, 0, 1, 0, 2, 0, 0]}


def test_broken_wishes_are_named_beside_the_least() -> None:
    wishes = (Wish("family", (0, 1), 4, "Yilmaz"), Wish("club", (2, 3, 6), 1, "Mitte"))
    found = about(wishes=wishes)["wishes"]
    assert (found["broken"], found["least"], found["cost"], found["least_cost"]) == (6, 2, 12, 2)
    assert found["who"][0] == {"kind": "family", "name": "Yilmaz", "players": ["Yara", "Gero"], "round": 1}


def test_boards() -> None:
    boards = (Board(1, "4"), Board(2, "6"), Board(3, "4"))
    found = about(boards=boards, fixed={0: (3,), 6: (2,)})["boards"]
    assert (found["again"], found["least"], found["most_often"]) == (3, 1, 2)
    assert found["not_at_own"] == [
        {"player": "Yara", "round": 1, "board": 1},
        {"player": "Yara", "round": 2, "board": 1},
    ]


def test_a_history_is_counted_in_but_its_repeats_apart() -> None:
    found = about(SEVEN[1:], history=SEVEN[:1])
    assert found["rounds_before"] == 1
    assert (found["repeats"]["count"], found["repeats"]["before"], found["repeats"]["least"]) == (3, 0, 3)
    assert found["threes"]["counts"] == [0, 0, 1, 1, 1, 1, 2]
    both = about((*SEVEN[:1], *SEVEN[:1]), history=SEVEN)
    assert (both["repeats"]["count"], both["repeats"]["before"]) == (18, 3)


def test_whoever_has_gone_is_named_but_not_compared() -> None:
    request = Request(ids=NAMES[:4], gone=NAMES[4:], history=SEVEN[:1])
    found = report((((3, 2, 1, 0),),), [[1]], request)
    assert found["threes"]["counts"] == [0, 0, 0, 0]
    assert found["repeats"]["count"] == found["repeats"]["least"] == 6
    assert found["repeats"]["who"][0] == {"players": ["Yara", "Gero"], "rounds": [1, 2]}


def test_both_choices_and_their_price_where_they_differ() -> None:
    choices = draw(Request(ids=tuple(range(13)), rounds=3)).report["choices"]
    assert choices["threes"]["threes_spread"] == 1
    assert choices["threes"]["repeats"] == 6
    assert choices["repeats"] == {
        "repeats": 0,
        "least_repeats": 0,
        "threes_spread": 2,
        "threes_worst_after_any_round": 2,
    }
    assert draw(Request(ids=tuple(range(16)), rounds=3)).report["choices"] == {}


def test_the_organiser_can_put_repeats_first() -> None:
    ids = tuple(range(13))
    assert draw(Request(ids=ids, rounds=3, first="repeats")).report["repeats"]["count"] == 0
    assert draw(Request(ids=ids, rounds=3)).report["repeats"]["count"] == 6


def test_how_far_scores_were_stretched() -> None:
    """Everybody has met the neighbours in the ranking, so the best draw by score alone is not to be had."""
    history: tuple[Round, ...] = (tuple(tuple(range(i, i + 4)) for i in range(0, 16, 4)),)
    scores = tuple(float(15 - player) for player in range(16))
    found = draw(Request(ids=tuple(range(16)), history=history, scores=scores, rounds=2), "swiss").report
    assert found["repeats"]["count"] == 0
    assert found["scores"]["least_mean"] == 3.0
    assert found["scores"]["mean"] == sum(found["scores"]["tables"]) / 4 > 3.0
    assert found["scores"]["most"] == max(found["scores"]["tables"])
