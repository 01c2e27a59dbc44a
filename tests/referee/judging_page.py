"""Makes docs/judging.md of the judging cases: `python -m tests.referee.judging_page`."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from games.rules import registry
from games.rules.wording import colour_name
from tests.games.judging_tables import Judgement, at_the_table, judgements

PAGE = Path(__file__).parents[2] / "docs" / "judging.md"

# The rules of the tournament book, each in a few words of ours.
RULES = {
    1: "who begins",
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
    15: "upsetting pieces on purpose",
    16: "who is done, and when the game is over",
}

HEAD = """\
# Judging, case by case

What the referee's part of the program says about a throw, shown by {count} hand-worked cases. The page is made of the test data
in `tests/data/judging`: `python -m tests.referee.judging_page` writes it, and a test fails if it is out of date.

A row reads: this position and throw · the piece touched first, if that was noted, and what was played · the verdict, with
the numbers of the rules broken and the piece that goes back to its waiting field · the position that stands, with the colour
that throws next · why. Of a position the pieces are named that do not wait, by their fields: 1 to 40 is the track (on the
6-seat board 1 to 48), `a` to `d` is the goal of each colour, `B` are its waiting fields; a colour that is not named has all its
pieces waiting. The whole positions, as the protocol has them, stand in the test data. Verdicts:

- **correct**: what was played stands.
- **enforced**: the touched piece is moved instead (`turnier 12`).
- **void**: the move is undone. In the tournament game the turn is lost with it; by the other books, which number no rules,
  the same throw is played again.
- **penalised**: what was played stands, but the piece that missed a compulsory capture goes back.

Who begins, throwing too often or out of turn, a throw left out after a 6 and pieces upset on purpose (`turnier 1, 2, 3, 7, 15`)
concern the table rather than a move; such cases have a table of their own under their rule.
"""

TABLE = """\
| case | position · throw | touched · played | verdict | stands | why |
|---|---|---|---|---|---|
"""
AT_THE_TABLE = """\
| case | at the table | ruling | stands | why |
|---|---|---|---|---|
"""
# What was done, and who did it.
DONE = {"throws": "{who} throws", "hands on": "{who} hands the die on", "upsets": "{who} upsets pieces"}


def page() -> str:
    cases, order = [*judgements(), *at_the_table()], list(registry.RULE_SETS)
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
            yield f"\n### {rule}: {RULES[rule]}\n"
            yield from _of_rule(list(of_rule))


def _of_rule(cases: list[Judgement]) -> Iterator[str]:
    throws = [case for case in cases if "what" not in case.ask]
    others = [case for case in cases if "what" in case.ask]
    if throws:
        yield f"\n{_table(throws)}"
    if others:
        yield f"\n{AT_THE_TABLE}" + "".join([f"| {' | '.join(_row_at_table(case))} |\n" for case in others])


def _row_at_table(case: Judgement) -> tuple[str, ...]:
    ruled, stands = _opened(case.ruling) if case.ask["what"] == "opening" else _stood(case.ruling)
    return _titled(case), _at_table(case.ask), ruled, stands, _why(case)


def _at_table(ask: dict[str, Any]) -> str:
    if ask["what"] == "opening":
        return " · ".join(f"{colour_name(word[0], 'en')} **{word[1:]}**" for word in ask["thrown"].split())
    thrown = f" **{ask['roll']}**, `{ask['played']}`" if "roll" in ask else " next"
    return f"{_before(ask['position'])}{thrown} · {DONE[ask['what']].format(who=colour_name(ask['who'], 'en'))}"


def _opened(ruling: dict[str, Any]) -> tuple[str, str]:
    if ruling["begins"]:
        return f"**{colour_name(ruling['begins'], 'en')} begins**", ""
    return f"still to throw: {', '.join(colour_name(letter, 'en') for letter in ruling['throws'])}", ""


def _stood(ruling: dict[str, Any]) -> tuple[str, str]:
    said = "**counts**" if ruling["stands"] else "**does not count**"
    broken = " · broken " + ", ".join(str(number) for number in ruling["broken"]) if ruling["broken"] else ""
    return said + broken, _after(ruling["position"])


def _titled(case: Judgement) -> str:
    return f"{case.name.partition(' ')[2]}<br>*{case.german}*"


def _why(case: Judgement) -> str:
    return f"{case.reason['en']}<br>*{case.reason['de']}*"


def _table(cases: Any) -> str:
    return TABLE + "".join([f"| {' | '.join(_row(case))} |\n" for case in cases])


def _row(case: Judgement) -> tuple[str, ...]:
    ask, ruling = case.ask, case.ruling
    return (
        _titled(case),
        f"{_before(ask['position'])} **{_roll(ask['roll'])}**{_options(ask['options'])}",
        _done(ask),
        _verdict(ruling),
        _after(ruling["position"]),
        _why(case),
    )


def _before(position: str) -> str:
    *_, mover, throws = position.split(" ")
    gone = f" ({throws} of 3 throws gone)" if throws != "0" else ""
    return f"{_pieces(position)}<br>{colour_name(mover, 'en')}{gone} throws"


def _after(position: str) -> str:
    *_, mover, throws = position.split(" ")
    gone = f", throw {int(throws) + 1} of 3" if throws != "0" else ""
    return f"{_pieces(position)}<br>next {colour_name(mover, 'en')}{gone}"


def _pieces(position: str) -> str:
    """By colour, what does not wait."""
    board, *groups, _mover, _throws = position.split(" ")
    out = [(group[0], [field for field in group[2:].split(",") if field != "B"]) for group in groups]
    said = " · ".join(f"{colour_name(colour, 'en')} {' '.join(fields)}" for colour, fields in out if fields)
    return ("6-seat board: " if board == "6" else "") + (said or "all pieces wait")


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
        said.append(f"{colour_name(ruling['sent_back'][0], 'en')} {ruling['sent_back'][1:]} goes back")
    return " · ".join(said)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
