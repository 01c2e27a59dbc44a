"""Makes docs/judging.md of the judging cases: `python -m tests.referee.judging.judging_page`."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from games.engine.rules import registry
from games.engine.rules.at_table import CLAIMS_UNTIL
from games.engine.rules.wording import colour_name
from referee.commentary.book import rules
from referee.judging import claimed
from referee.judging.incidents.register import known, stored
from tests.games.engine.judging_tables import Judgement, every
from tests.referee.judging.incidents.talks import FOUR, TURNIER, case, conversations

PAGE = Path(__file__).parents[3] / "docs" / "judging.md"

HEAD = """\
# Judging, case by case

What the referee's part of the program says about a throw, shown by {count} worked cases of all five books. The page is made
of the book's own file, `referee/commentary/data/cases.json` ([schema](cases.schema.json)), which the pages of the commentary
show too: `python -m tests.referee.judging.judging_page` writes it, and a test fails if it is out of date. The number of a case
never changes, so it can be cited; "/rules/cases/T11c/" is the address of T 11 c. `python -m referee` finds cases too:
`{{"op":"cases","words":"…"}}` by words, book, rule, verdict and option, `{{"op":"alike", …}}`, asked as `judge` is, the three
most like a throw.

A row reads: this position and throw · the piece touched first, if that was noted, and what was played · the verdict, with
the numbers of the rules broken and the piece that goes back to its waiting field · the position that stands, with the colour
that throws next · why. Of a position the pieces are named that do not wait, by their fields: 1 to 40 is the track (on the
6-seat board 1 to 48), `a` to `d` is the goal of each colour, `B` are its waiting fields; a colour that is not named has all its
pieces waiting. The whole positions, as the protocol has them, stand in the file. Verdicts:

- **correct**: what was played stands.
- **enforced**: the touched piece is moved instead (`turnier 12`).
- **void**: the move is undone. In the tournament game the turn is lost with it; by the other books, which number no rules,
  the same throw is played again.
- **penalised**: what was played stands, but the piece that missed a compulsory capture goes back.

Where the book can be read in more than one way (`goal_entry`, `touched_stuck`, `missed_capture`, `left_out_throw`,
`play_on`), the case names the reading, if it is not the usual one. Every verdict also says on which readings it rests, and
what each other one would have ruled.

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
    cases = every()
    return HEAD.format(count=len(cases)) + "".join(_sections(cases)) + _claims() + _incidents()


CLAIMS_TITLE = "\n## Until when a throw is claimed\n"
CLAIMS_HEAD = """{title}
Yellow's throw is claimed at a table of four; behind it stands who has thrown since. The readings are those of `claims_until`.

| thrown since | {readings} |
|---|{lines}|
"""
SINCE = ("", "Y", "G", "GG", "GR", "GRK", "GRKY")


def _claims() -> str:
    values = list(CLAIMS_UNTIL.values)
    head = CLAIMS_HEAD.format(
        title=CLAIMS_TITLE,
        readings=" | ".join(f"`{value}`: {CLAIMS_UNTIL.worded(value).said('en')}" for value in values),
        lines="|".join("---" for _value in values),
    )
    ends = (*((f"Y{since}", False) for since in SINCE), ("YGRKY", True))
    return head + "".join(f"| {' | '.join(_claimed_row(throwers, is_over))} |\n" for throwers, is_over in ends)


def _claimed_row(throwers: str, is_over: bool) -> Iterator[str]:
    since = ", ".join(colour_name(letter, "en") for letter in throwers[1:]) or "nobody"
    yield f"{since}; the game is over" if is_over else since
    for value in CLAIMS_UNTIL.values:
        rules_here = registry.rules("turnier", {CLAIMS_UNTIL.name: value})
        yield "in time" if claimed(rules_here, throwers, is_over=is_over).is_in_time else "**too late**"


INCIDENT_HEAD = """
## Without a move to judge

What a referee is told where the dispute is about the throw, the turn or the board itself, by the tournament book at a table of
four (yellow is the one it is about; where a player is asked for, one of them stands here for all). `python -m referee` has it
conversation by conversation: `{"op":"table","rules":R,"colours":[…],"incident":I,"who":C,"answers":{…}}` answers with the next
question under `asks`, three at most, or with what was found under `ruling`; a `position` in the place of `colours` answers what
it knows. `incidents` lists what can happen by a rule set.

| what happened | asked and answered | what counts, and who throws next | rules | measure |
|---|---|---|---|---|
"""


def _incidents() -> str:
    return INCIDENT_HEAD + "".join(_incident_rows())


def _incident_rows() -> Iterator[str]:
    for incident in known(TURNIER):
        seen = set[str]()
        for said, _found in conversations(incident.code, TURNIER):
            kept = stored(incident.code, case(**said))
            asked = " · ".join(f"{name}: {answer}" for name, answer in said.items() if answer not in FOUR)
            if asked not in seen:
                seen.add(asked)
                words = (
                    f"**{kept['head']['en']}**. {' '.join(kept['words']['en'])}<br>*{' '.join(kept['words']['de'])}*"
                )
                cited = ", ".join(map(str, kept["cited"])) or ("ours" if kept["is_decided"] else "")
                yield f"| {incident.title.english} | {asked} | {words} | {cited} | {kept['measure']} |\n"


def _rule(case: Judgement) -> str:
    return case.number.rpartition(" ")[0]


def _sections(cases: list[Judgement]) -> Iterator[str]:
    for name, of_book in groupby(cases, lambda case: case.book):
        yield f"\n## {name}: {registry.rule_class(name).names['en']}\n"
        for number, of_rule in groupby(of_book, _rule):
            yield f"\n### {number}: {rules()[number].title['en']}\n"
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
    done = DONE[ask["what"]].format(who=colour_name(ask["who"], "en"))
    return f"{_before(ask['position'])}{thrown}{_options(ask.get('options', {}))} · {done}"


def _opened(ruling: dict[str, Any]) -> tuple[str, str]:
    if ruling["begins"]:
        return f"**{colour_name(ruling['begins'], 'en')} begins**", ""
    return f"still to throw: {', '.join(colour_name(letter, 'en') for letter in ruling['throws'])}", ""


def _stood(ruling: dict[str, Any]) -> tuple[str, str]:
    said = "**counts**" if ruling["stands"] else "**does not count**"
    broken = " · broken " + ", ".join(str(number) for number in ruling["broken"]) if ruling["broken"] else ""
    return said + broken, _after(ruling["position"])


def _titled(case: Judgement) -> str:
    return f"{case.number}: {case.english}<br>*{case.german}*"


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
