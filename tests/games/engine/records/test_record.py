"""Records as text: what people read, mail and compare."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.records.errors import BadRecord, RecordFault
from games.engine.records.reader import LONGEST, read
from games.engine.records.record import Back, Comment, Entry, Excluded, Record, Ruled, Throw, Undo, write
from games.engine.rules import registry
from tests.games.engine.playthroughs import files

DOCS = Path(__file__).parents[4] / "docs" / "record.md"
START = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B R 0"
HEAD = f"Augengenau 1\nrules: turnier\nstart: {START}\n"

EVENING = f"""\
Augengenau 1
event: Stadtmeisterschaft 2026: Vorrunde; Saal 2
table: 7
date: 2026-11-14
rules: turnier
option: goal_entry free
player: Y Yara K.
player: G
player: R Rosa
player: K Karl "der Schwarze"
opening: Y3 G5 R5 K1
opening: G2 R6
start: {START}

; Rosa beginnt.
1 R 6 B-21
2 R 3 21-24 touched 21 ; zögert
3 G 2 --
back 3 ; verzählt
ruled 4 Y:B,B,B,B G:B,B,B,B R:B,B,B,24 K:B,B,B,B G 1
4 G 5 --
excluded K

result: R Y=G K
"""


def test_what_a_record_holds() -> None:
    record = read(EVENING)
    assert (record.event, record.table) == ("Stadtmeisterschaft 2026: Vorrunde; Saal 2", "7")
    assert record.options == {"goal_entry": "free"}
    assert record.players == (("Y", "Yara K."), ("G", ""), ("R", "Rosa"), ("K", 'Karl "der Schwarze"'))
    assert record.opening == ((("Y", 3), ("G", 5), ("R", 5), ("K", 1)), (("G", 2), ("R", 6)))
    assert record.entries[:3] == (
        Comment("Rosa beginnt."),
        Throw("R", 6, "B-21"),
        Throw("R", 3, "21-24", touched="21", comment="zögert"),
    )
    assert record.entries[4] == Back(3, "verzählt")
    assert record.entries[-1] == Excluded("K")
    assert record.result == (("R",), ("Y", "G"), ("K",))


def test_canonical_text_comes_back_letter_for_letter() -> None:
    assert write(read(EVENING)) == EVENING


def test_the_order_of_options_does_not_matter() -> None:
    one, other = {"barriers": True, "three_throws": False}, {"three_throws": False, "barriers": True}
    assert write(Record("classic", START, options=one)) == write(Record("classic", START, options=other))


def test_what_mail_does_to_a_text_does_no_harm() -> None:
    mailed = "\ufeff" + EVENING.replace("\n", "  \r\n").replace("\r\nback", "\r\n\r\nback") + "\r\n\r\n"
    assert read(mailed.encode()) == read(EVENING)


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_playthroughs_are_canonical(path: Path) -> None:
    assert write(read(path.read_bytes())) == path.read_text(encoding="utf-8")


def test_the_examples_of_the_documentation_are_canonical() -> None:
    examples = DOCS.read_text(encoding="utf-8").split("```")[1::2]
    games = [example.removeprefix("\n") for example in examples if example.startswith("\nAugengenau")]
    assert games
    for game in games:
        assert write(read(game)) == game


# Whatever a record holds

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=30).map(
    lambda text: text.strip(" ")
)
NOTES = WORDS
FIELDS = st.sampled_from(["B", "1", "40", "17", "a", "d"])
PLAYED = st.one_of(
    st.just("--"),
    st.builds("{}{}{}".format, FIELDS, st.sampled_from("-x<"), FIELDS),
    st.builds("K:{}-{}".format, FIELDS, FIELDS),
)
COLOURS = st.sampled_from("YGRK")
THROWS = st.builds(Throw, COLOURS, st.integers(1, 6), PLAYED, st.none() | FIELDS, NOTES)
OTHERS: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Excluded, COLOURS, NOTES),
    st.builds(Ruled, st.just(START), NOTES),
    st.builds(Comment, NOTES.filter(bool)),
)
OPENINGS = st.lists(st.lists(st.tuples(COLOURS, st.integers(1, 6)), min_size=1, max_size=4).map(tuple), max_size=3)


@st.composite
def entries(draw: st.DrawFn) -> tuple[Entry, ...]:
    made: list[Entry] = []
    for entry in draw(st.lists(THROWS | OTHERS, max_size=12)):
        made.append(entry)
        thrown = sum(isinstance(e, Throw) for e in made)
        if thrown and draw(st.booleans()):
            made.append(Back(draw(st.integers(1, thrown)), draw(NOTES)))
            made += [Undo(draw(NOTES))] * draw(st.booleans())
    return tuple(made)


RECORDS = st.builds(
    Record,
    rules=st.just("classic"),
    start=st.just(START),
    event=WORDS,
    table=WORDS,
    date=WORDS,
    options=st.dictionaries(st.sampled_from(["barriers", "three_throws"]), st.booleans())
    | st.just({"neutral": "K", "barriers": True}),
    players=st.lists(st.tuples(COLOURS, WORDS), unique_by=lambda pair: pair[0]).map(tuple),
    opening=OPENINGS.map(tuple),
    entries=entries(),
    result=st.permutations("YGRK").map(lambda order: ((order[0],), (order[1], order[2]))) | st.just(()),
)


@given(RECORDS)
def test_what_is_written_is_read_again(record: Record) -> None:
    assert read(write(record)) == record


@given(st.text(alphabet="\n\r\t\x00\u2028 ab;:"))
def test_what_people_type_stays_on_its_line(text: str) -> None:
    record = replace(
        read(HEAD), event=text, players=(("Y", text),), entries=(Throw("R", 1, comment=text), Comment(text))
    )
    assert read(write(record)).entries[0].comment == read(write(record)).players[0][1]


def test_two_dice() -> None:
    start = registry.rules("mauer").start(2)
    text = f"Augengenau 1\nrules: mauer\nstart: {registry.rules('mauer').write(start)}\n\n1 Y 2,5 B+2+5=7\n"
    assert read(text).entries == (Throw("Y", (2, 5), "B+2+5=7"),)
    assert write(read(text)) == text


# What is no record

WRONG = {
    # id: text, code, line, column
    "nothing": ("", "first_line", 1, 1),
    "another-file": ("<html>", "first_line", 1, 1),
    "later-version": ("Augengenau 2\n", "first_line", 1, 1),
    "no-head": ("Augengenau 1\n", "missing", 1, 1),
    "no-start": ("Augengenau 1\nrules: turnier\n\n", "missing", 2, 1),
    "unknown-line": (HEAD + "weather: fine\n", "head", 4, 1),
    "no-colon": (HEAD + "rules turnier\n", "head", 4, 1),
    "rules-twice": (HEAD + "rules: classic\n", "twice", 4, 1),
    "player-twice": (HEAD + "player: Y A\nplayer: Y B\n", "twice", 5, 9),
    "unknown-rules": (HEAD.replace("turnier", "chess"), "engine", 2, 8),
    "unknown-option": (HEAD + "option: goal_entry free\noption: barriers yes\n", "engine", 5, 9),
    "option-value": (HEAD + "option: goal_entry yes\n", "engine", 4, 9),
    "option-bare": (HEAD + "option: goal_entry\n", "option", 4, 9),
    "impossible-start": (HEAD.replace("Y:B,B,B,B", "Y:B,B,B"), "engine", 3, 8),
    "player-not-there": (HEAD + "player: W Wanda\n", "colour", 4, 9),
    "opening": (HEAD + "opening: Y3 G7\n", "opening", 4, 13),
    "opening-colour": (HEAD + "opening: Y3 W6\n", "colour", 4, 13),
    "number": (HEAD + "\n1 R 1 --\n3 R 1 --\n", "number", 6, 1),
    "colour": (HEAD + "\n1 W 1 --\n", "colour", 5, 3),
    "roll": (HEAD + "\n1 R 7 --\n", "roll", 5, 5),
    "two-dice": (HEAD + "\n1 R 2,5 --\n", "engine", 5, 5),
    "move": (HEAD + "\n1 R 6 B21\n", "played", 5, 7),
    "field": (HEAD + "\n1 R 6 -- touched e\n", "touched", 5, 18),
    "too-few-words": (HEAD + "\n1 R 6\n", "entry", 5, 1),
    "too-many-words": (HEAD + "\n1 R 6 -- 21\n", "entry", 5, 1),
    "unknown-entry": (HEAD + "\nRosa throws a 6\n", "entry", 5, 1),
    "back-too-far": (HEAD + "\n1 R 1 --\nback 2\n", "back", 6, 6),
    "back-nowhere": (HEAD + "\n1 R 1 --\nback\n", "back", 6, 5),
    "undo-nothing": (HEAD + "\n1 R 1 --\nundo\nundo\n", "undo", 7, 1),
    "undo-something": (HEAD + "\n1 R 1 --\nundo 1\n", "entry", 6, 1),
    "ruled-nowhere": (HEAD + "\nruled 4 Y\n", "engine", 5, 7),
    "excluded-nobody": (HEAD + "\nexcluded B\n", "colour", 5, 10),
    "result-twice": (HEAD + "\nresult: R Y R\n", "result", 5, 9),
    "result-of-nobody": (HEAD + "\nresult:\n", "result", 5, 8),
    "control-character": (HEAD + "event: a\x1bb\n", "character", 4, 9),
    "long-line": (HEAD + "event: " + "x" * 5000 + "\n", "line_too_long", 4, 1000),
    "huge": ("x" * (LONGEST + 1), "too_long", 1, 1),
}


@pytest.mark.parametrize(("text", "code", "line", "column"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_and_where(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(BadRecord) as caught:
        read(text)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)
    assert f"Zeile {line}, Spalte {column}: " in error.sentence("de")
    assert f"line {line}, column {column}: " in str(error)
    assert "\n" not in str(error) and len(str(error)) < 300


def test_every_code_is_tried() -> None:
    tried = {code for _, code, _, _ in WRONG.values()}
    assert tried == set(RecordFault) - {"not_text"}


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(BadRecord) as caught:
        read(HEAD.encode() + b"event: \xff\xfe")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("not_text", 4, 8)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: (HEAD + text).encode("utf-8", "replace")))
def test_whatever_comes_in_is_a_record_or_one_sentence(source: bytes) -> None:
    found: Record | BadRecord
    try:
        found = read(source)
    except BadRecord as error:
        found = error
    assert read(write(found)) == found if isinstance(found, Record) else str(found)


DICE = "Augengenau 1\nrules: mauer\nstart: M Y:B,20,30,64 G:B,B,B,B Y 0\n\n"


@pytest.mark.parametrize("played", ["20+2+3=25", "20+3+2=25", "64+1=65", "20+2=22 30+3=33", "64+1=65 touched 30"])
def test_what_two_dice_were_used_for_is_kept_as_it_was_played(played: str) -> None:
    text = f"{DICE}1 Y 2,3 {played}\n"
    assert write(read(text)) == text


@pytest.mark.parametrize("played", ["20+2+3=25 30+3=33", "20+2=22 30+3=33 B+1=1", "20+2=22 --", "20+2", "-- 20+2=22"])
def test_what_two_dice_cannot_do(played: str) -> None:
    with pytest.raises(BadRecord):
        read(f"{DICE}1 Y 2,3 {played}\n")
