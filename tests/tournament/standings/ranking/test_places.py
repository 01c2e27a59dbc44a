"""How a table ended, as the log keeps it."""

from tournament.standings.ranking.places import NOTHING, Placed, short


def test_the_log_keeps_place_and_count_of_every_colour():
    ended = {"Y": Placed(place=1, counted=137), "G": Placed(place=0, counted=None), "R": NOTHING}
    assert short(ended) == {"Y": [1, 137], "G": [0, None], "R": [None, None]}
