"""Every way through the questions about an incident."""

from collections.abc import Iterator

from games.engine.rules import registry
from games.engine.rules.contract import Rules
from referee.judging.incidents.asking import Asks, Case, Found
from referee.judging.incidents.register import ruled

FOUR = ("Y", "G", "R", "K")
TURNIER = registry.rules("turnier")
Path = dict[str, str]


def case(rules: Rules = TURNIER, who: str = "Y", position: str | None = None, **said: str) -> Case:
    return Case(rules, FOUR, who, said, [], rules.read(position) if position else None)


def conversations(
    incident: str, rules: Rules, position: str | None = None, *, now: str = "", last: str = ""
) -> Iterator[tuple[Path, Found]]:
    """Each with what is found at its end, in the order in which the answers stand."""
    open_ones: list[Path] = [{}]
    while open_ones:
        said = open_ones.pop(0)
        try:
            yield said, ruled(incident, case(rules, position=position, **said)._replace(now=now, last=last))
        except Asks as asks:
            open_ones = [{**said, asks.question.name: answer} for answer in asks.answers] + open_ones
