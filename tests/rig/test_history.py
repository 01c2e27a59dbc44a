"""The checker of the rig objects to whatever is wrong, and to nothing else."""

import pytest

from tests.rig.history import History, Line, objections

SEALS = {n: f"seal {n}" for n in range(9)}
LOG = {"x.1": [(1, SEALS[1])], "x.2": [(2, SEALS[2])], "x.3": [(3, SEALS[3])], "other": [(4, SEALS[4])]}


def told(*lines: tuple[float, str, str, int]) -> History:
    """When, what, which deed, and as which line of the log; the key is the deed."""
    return History("x", [Line(at, what, deed, deed, (seq, SEALS[seq] if seq else "")) for at, what, deed, seq in lines])


AS_IT_SHOULD = (
    (1, "invoke", "x.1", 0),
    (2, "ok", "x.1", 1),
    (3, "invoke", "x.2", 0),
    (3, "invoke", "x.3", 0),
    (4, "saw", "look", 1),
    (5, "unknown", "x.2", 0),
    (6, "ok", "x.3", 3),
    (7, "invoke", "x.2", 0),
    (8, "ok", "x.2", 2),
    (9, "saw", "look", 4),
    (9, "invoke", "x.5", 0),
    (10, "unknown", "x.5", 0),
)


def test_it_is_content_with_what_fits():
    assert objections(told(*AS_IT_SHOULD), LOG) == []


@pytest.mark.parametrize(
    ("log", "lines", "said"),
    [
        ({}, AS_IT_SHOULD[:2], "x.1: acknowledged as [(1, 'seal 1')], in the log as []"),
        (
            {"x.1": [(1, "other")]},
            AS_IT_SHOULD[:2],
            "x.1: acknowledged as [(1, 'seal 1')], in the log as [(1, 'other')]",
        ),
        ({"x.1": [(1, SEALS[1]), (2, SEALS[2])]}, AS_IT_SHOULD[:2], "x.1: 2 times in the log"),
        (LOG, AS_IT_SHOULD[:2], "x.2: in the log, and nobody asked for it"),
        ({"x.1": [(1, SEALS[1])]}, ((1, "invoke", "x.1", 0), (2, "fail", "x.1", 0)), "x.1: refused, and in the log"),
        (LOG, (*AS_IT_SHOULD, (11, "saw", "look", 2)), "shown 2 when 3 was acknowledged"),
        (
            {"x.1": [(2, SEALS[2])], "x.2": [(1, SEALS[1])]},
            ((1, "invoke", "x.1", 0), (2, "ok", "x.1", 2), (3, "invoke", "x.2", 0), (4, "ok", "x.2", 1)),
            "x.1: acknowledged before x.2 was asked for, and stands behind it",
        ),
    ],
    ids=["lost", "altered", "doubled", "of nobody", "refused", "outdated", "out of order"],
)
def test_it_objects(log, lines, said):
    assert said in objections(told(*lines), log)


def test_a_deed_under_two_keys_counts_as_done_twice():
    first, again = Line(1, "invoke", "deed", "x.1"), Line(2, "invoke", "deed", "x.2")
    assert objections(History("x", [first, again]), {key: LOG[key] for key in ("x.1", "x.2")}) == [
        "deed: 2 times in the log"
    ]
