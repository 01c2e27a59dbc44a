"""On which readings of its book a verdict rests: it is judged again under every other value of each.

Decided here: which readings decide a throw, and what would have been said under the others. Left out: which readings there are
(`Rules.readings`), what each of them changes (the rule set and the judge of its book), the words (`wording`).
"""

from collections.abc import Callable, Iterator

from games.engine.rules.contract import Reason, Rules
from games.engine.rules.options import Option

from .codes import Otherwise
from .facts import Facts, gather_again
from .verdict import CORRECT, ENFORCED, OtherWay, Verdict

Judge = Callable[[Facts], Verdict]


def rests_on(facts: Facts, verdict: Verdict, judge: Judge) -> tuple[OtherWay, ...]:
    return tuple(
        [
            OtherWay(option, value, other)
            for option, value in _other_values(facts)
            if (other := _judged_under(facts, option, value, verdict, judge)).ruled != verdict.ruled
        ]
    )


def _other_values(facts: Facts) -> Iterator[tuple[Option, object]]:
    """What else might have been chosen, of the readings that can have decided."""
    for reading in facts.rules.readings:
        if reading.name in facts.asked or not reading.is_judged:
            chosen = facts.rules.options[reading.name]
            for value in reading.values:
                if value != chosen:
                    yield reading, value


def _judged_under(facts: Facts, reading: Option, value: object, verdict: Verdict, judge: Judge) -> Verdict:
    other = facts.rules.read_otherwise(reading.name, value)
    if reading.is_judged:
        return judge(facts._replace(rules=other))
    if facts.rules.permits_as(other, facts.position, facts.roll):
        return verdict
    return judge(gather_again(facts, other))


def as_data(rules: Rules, verdict: Verdict) -> list[dict[str, object]]:
    """The readings that decided, with what would have been said under each other value of them."""
    return [
        {
            "option": name,
            "value": rules.options[name],
            "others": [_other(rules, way) for way in verdict.readings if way.option.name == name],
        }
        for name in dict.fromkeys(way.option.name for way in verdict.readings)
    ]


def _other(rules: Rules, way: OtherWay) -> dict[str, object]:
    return {
        "value": way.value,
        "verdict": way.verdict.verdict,
        "broken": way.verdict.broken,
        "sent_back": way.verdict.sent_back,
        "move": way.verdict.move,
        "position": rules.write(way.verdict.position),
    }


def reasons(verdict: Verdict) -> list[Reason]:
    """A sentence for each reading that decided: what would have been ruled by another value of it."""
    return [_reason(verdict, way) for way in verdict.readings]


def _reason(verdict: Verdict, way: OtherWay) -> Reason:
    other = way.verdict
    piece = other.sent_back or verdict.sent_back
    data = {
        "how": (way.option.title, way.option.values[way.value]),
        "move": other.move,
        "piece": (piece[0], piece[1:]) if piece else None,
        "broken": other.broken,
    }
    return Reason(_otherwise(verdict, other), (), data)


def _otherwise(verdict: Verdict, other: Verdict) -> Otherwise:
    if other.verdict in (CORRECT, ENFORCED):
        return Otherwise.WOULD_COUNT if other.verdict == CORRECT else Otherwise.OTHER_MOVE
    if verdict.verdict in (CORRECT, ENFORCED):
        return Otherwise.WOULD_BE_VOID_BACK if other.sent_back else Otherwise.WOULD_BE_VOID
    if verdict.sent_back == other.sent_back:
        return Otherwise.OTHER_RULES
    if other.sent_back is None:
        return Otherwise.STAYS
    return Otherwise.OTHER_GOES_BACK if verdict.sent_back else Otherwise.GOES_BACK
