"""What the page of the rules says about the end where a colour is neutral, held to when the engine calls somebody finished."""

import pytest
from django.utils import translation

from games.engine.rules.placing import at_start
from games.engine.rules.registry import rules
from referee.house_rules.books import lines_of

OUT, ALL_HOME = "4 Y:a,b,c,d G:13,B,B,B R:24,B,B,B K:12,a,b,c G 0", "4 Y:a,b,c,d G:13,B,B,B R:24,B,B,B K:a,b,c,d G 0"


def the_end(options) -> list[str]:
    every = rules("classic", options).options
    with translation.override("en"):
        return [str(line.text) for line in lines_of("classic", every, "en") if str(line.title) == "The end"]


@pytest.mark.parametrize("play_on", ["places", "winner"])
def test_nobody_has_finished_before_the_neutral_pieces_are_home(play_on):
    plain, neutral = {"play_on": play_on}, {"play_on": play_on, "neutral": "K"}
    by_rules = rules("classic", neutral)
    assert [at_start(by_rules, by_rules.read(one)).placed for one in (OUT, ALL_HOME)] == [(), ("Y",)]
    assert not any("four pieces home wins" in said for said in the_end(neutral))
    assert [said for said in the_end(neutral) if "Nobody has finished before these are home" in said]
    assert len(the_end(neutral)) == 2 and len(the_end(plain)) == 1 and "four pieces home wins" in the_end(plain)[0]
