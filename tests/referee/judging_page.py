"""Makes docs/judging.md of the judging cases: `python -m tests.referee.judging_page`."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from games.rules import registry
from tests.games.judging_tables import Judgement, judgements

PAGE = Path(__file__).parents[2] / "docs" / "judging.md"

# The rules of the tournament book, each in a few words of ours.
RULES = {
    2: "up to three throws while nothing can move on",
    3: "no 6 in three throws",
    4: "entering with a 6",
    5: "clearing the start field",
    6: "one throw while something can move on, and a free choice of the piece",
    7: "throwing again after a 6",
    8: "whoever can move must, and by the exact count",
    9: "jumping, and one piece a field",
    10: "whoever can capture must",
    11: "who misses a capture goes back",
    12: "the touched piece is moved",
    13: "a missed duty undoes the move",
    14: "going home, exact to the pip",
    16: "who is done, and when the game is over",
}

HEAD = """\
# Judging, case by case

What the referee's part of the program says about a throw, shown by {count} hand-worked cases. The page is made of the test data
in `tests/data/judging`: `python -m tests.referee.judging_page` writes it, and a test fails if it is out of date.

A row reads: this position and throw · the piece touched first, if that was noted, and what was played · the verdict, with
the numbers of the rules broken and the piece that goes back to its waiting field · the position that stands, with the colour
that throws next · why. Positions are written as in the protocol: board, pieces by colour (`B` waits, `a` to `d` are the goal),
the colour to throw and how many of three throws are gone. Verdicts:

- **correct**: what was played stands.
- **enforced**: the touched piece is moved instead (`turnier 12`).
- **void**: the move is undone. In the tournament game the turn is lost with it; by the other books, which number no rules,
  the same throw is played again.
- **penalised**: what was played stands, but the piece that missed a compulsory capture goes back.

Not here, because one throw does not show it: who begins (`turnier 1`), throwing out of turn or too often, a throw left out
after a 6, and upsetting pieces on purpose (`turnier 15`).
"""

TABLE = """\
| case | position · throw | touched · played | verdict | stands | why |
|---|---|---|---|---|---|
"""


def page() -> str:
    cases = judgements()
    order = list(registry.RULE_SETS)
    cases.sort(key=lambda case: (order.index(book(case)), case.name))
    return HEAD.format(count=len(cases)) + "".join(_sections(cases))


def book(case: Judgement) -> str:
    return case.name.split(" ")[0]


def _sections(cases: list[Judgement]) -> Iterator[str]:
    for name, of_book in groupby(cases, book):
        yield f"\n## {name}: {registry.rule_class(name).names['en']}\n"
        if name != "turnier":
            yield f"\n{_table(of_book)}"
            continue
        for rule, of_rule in groupby(of_book, lambda case: int(case.name.split()[1].rstrip(":"))):
            yield f"\n### {rule}: {RULES[rule]}\n\n{_table(of_rule)}"


def _table(cases: Any) -> str:
    return TABLE + "".join([f"| {' | '.join(_row(case))} |\n" for case in cases])


def _row(case: Judgement) -> tuple[str, ...]:
    ask, ruling = case.ask, case.ruling
    return (
        case.name.partition(" ")[2],
        f"`{ask['position']}` · **{_roll(ask['roll'])}**{_options(ask['options'])}",
        _done(ask),
        _verdict(ruling),
        f"`{ruling['position']}`",
        f"{case.reason['en']}<br>*{case.reason['de']}*",
    )


def _roll(roll: Any) -> str:
    return str(roll) if isinstance(roll, int) else "+".join(str(die) for die in roll)


def _options(options: dict[str, Any]) -> str:
    if not options:
        return ""
    return "<br>" + ", ".join(name if value is True else f"{name}: {value}" for name, value in options.items())


def _done(ask: dict[str, Any]) -> str:
    touched = f"touched {ask['touched']} · " if ask["touched"] else ""
    named = f"<br>the referee names {ask['choice']}" if ask["choice"] else ""
    return f"{touched}`{ask['played']}`{named}"


def _verdict(ruling: dict[str, Any]) -> str:
    """With the move that stands, where it is not the one that was played."""
    said = [f"**{ruling['verdict']}**"]
    if ruling["verdict"] == "enforced":
        said.append(f"`{ruling['move']}`")
    if ruling["broken"]:
        said.append("broken " + ", ".join(str(number) for number in ruling["broken"]))
    if ruling["sent_back"]:
        said.append(f"{ruling['sent_back']} goes back")
    return " · ".join(said)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
