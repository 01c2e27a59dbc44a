"""What was irregular in a record, and what settled it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.engine.records.reader import read
from games.engine.records.record import Back, Entry, Record, Ruled, Throw, Undo
from games.engine.records.replay import replay
from games.engine.records.review import Found, irregular
from games.engine.rules import registry

START = "4 Y:B,7,21,c G:B,8,33,39 R:5,25,31,d K:B,B,3,36 Y 0"


def found(*lines: str) -> tuple[Found, ...]:
    return irregular(read(f"Augengenau 1\nrules: turnier\nstart: {START}\n\n" + "\n".join(lines)))


def test_a_missed_capture_that_was_ruled_on() -> None:
    (one,) = found("1 Y 1 21-22", f"ruled {START}", "2 Y 1 7x8")
    assert (one.number, one.throw.played, one.settled) == (1, "21-22", 1)
    assert registry.rules("turnier").write(one.before) == START
    assert one.stop.reasons


def test_what_was_taken_back_is_found_too_and_what_stands_is_not_settled() -> None:
    first, second = found("1 Y 1 21-22", "back 1", "2 Y 1 21-22")
    assert (first.settled, second.settled) == (1, None)
    assert found("1 Y 1 21-22", "undo", "2 Y 1 7x8")[0].settled == 1
    (again,) = found("1 Y 1 21-22", "undo", "2 Y 1 7x8", "undo")
    assert again.settled == 1


def test_a_regular_game_has_none() -> None:
    assert found("1 Y 1 7x8") == ()


MOVES = ["21-22", "7x8", "7-8", "33-34", "--", "5-6", "B-1", "39-40"]
ENTRY = st.one_of(
    st.builds(Throw, st.sampled_from("YGRK"), st.integers(1, 6), st.sampled_from(MOVES)),
    st.just(Undo()),
    st.builds(Back, st.integers(1, 4)),
    st.just(Ruled(START)),
)


@given(st.lists(ENTRY, max_size=12))
def test_it_ends_as_the_replay_does(entries: list[Entry]) -> None:
    """At every prefix: a throw that stops the replay is found there, and found unsettled where the replay is still stopped."""
    kept: list[Entry] = []
    for entry in entries:
        thrown = sum(isinstance(one, Throw) for one in kept)
        if isinstance(entry, Back) and entry.throw > thrown:
            continue
        kept.append(entry)
    record = Record("turnier", START, entries=tuple(kept))
    found = irregular(record)
    numbers = [one.number for one in found]
    stops = [replay(replace(record, entries=tuple(kept[:length]))).stopped for length in range(len(kept) + 1)]
    assert numbers == sorted({stop.number for stop in stops if stop})
    assert [one.number for one in found if one.settled is None] == ([stops[-1].number] if stops[-1] else [])
