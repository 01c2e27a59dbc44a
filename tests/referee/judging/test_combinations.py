"""Every combination of options and readings that a rule set has is judged alike by our judge and the second reading."""

from random import Random

import pytest

from games.engine.rules import registry
from tests.games.engine import random_requests
from tests.games.engine.test_combinations import A_COMBINATION, asked_of, combinations
from tests.referee.judging.asking import oracle, referee


@pytest.mark.slow
@pytest.mark.parametrize("rules", registry.RULE_SETS)
def test_each_is_judged_alike(rules: str) -> None:
    random, verdicts = Random(f"judged {rules}"), set()
    for chosen in combinations(rules):
        for _ in range(A_COMBINATION):
            asked = asked_of(random, rules, chosen)
            if "error" in oracle({"op": "moves", **asked}):
                continue
            asked = {"op": "judge", **asked, **random_requests.table_talk(random, asked)}
            expected = oracle(asked)
            assert expected == referee(asked), asked
            verdicts.add(expected["verdict"])
    assert verdicts >= {"correct", "void"}
