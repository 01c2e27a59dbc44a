"""Recorded games that must exist for every rule set and option: where they lie, and how a new one is made.

    python -m tests.games.engine.playthroughs        plays those games of CASES that have no file yet

A file that is there is never written anew: it holds what the rules were when it was made.
"""

from pathlib import Path

from games.engine.playout.playout import RandomSource, throws
from games.engine.records.record import Record, Throw, write
from games.engine.records.replay import replay
from games.engine.rules import registry
from games.engine.rules.contract import NOTHING

FOLDER = Path(__file__).parents[2] / "data" / "playthroughs"
ALL = {"three_throws": True, "no_goal_jump": True, "backward_capture": True, "barriers": True, "forced_capture": True}
NEUTRAL = {"neutral": "K"}
# Readings of the table; a 6 throws again nowhere in Mauerhüpfen.
WINNER = {"play_on": "winner", "claims_until": "next"}
AT_TABLE = {**WINNER, "left_out_throw": "lost"}

# A club's own boards: a longer track, and other walls.
RING = {"own_board": "56:Y1,G9,R20,K29,B38,W47"}
LANES = {"own_board": "12:Y1,G1,R3,K3:11,12:2-10-1,3-9-5,3-9-6"}

# By file name: rule set, options, players, who begins, strategy.
CASES = {
    "turnier.four": ("turnier", {}, 4, "G", "sensible"),
    "turnier.three": ("turnier", {}, 3, "B", "random"),
    "turnier.goal_entry": ("turnier", {"goal_entry": "free"}, 4, "Y", "hindmost"),
    "turnier.touched_stuck": ("turnier", {"touched_stuck": "free"}, 4, "R", "sensible"),
    "turnier.missed_capture": ("turnier", {"missed_capture": "moved"}, 3, "R", "sensible"),
    "turnier.all": (
        "turnier",
        {"goal_entry": "free", "touched_stuck": "free", "missed_capture": "moved"},
        4,
        "K",
        "random",
    ),
    "classic.four": ("classic", {}, 4, "R", "random"),
    "classic.two": ("classic", {}, 2, "Y", "sensible"),
    **{f"classic.{option}": ("classic", {option: True}, 4, "K", "random") for option in ALL},
    "classic.neutral": ("classic", NEUTRAL, 3, "Y", "sensible"),
    "classic.neutral-all": ("classic", {**ALL, **NEUTRAL}, 3, "G", "random"),
    "classic6.five": ("classic6", {}, 5, "W", "sensible"),
    "classic6.all": ("classic6", ALL, 4, "B", "random"),
    "classic6.neutral": ("classic6", NEUTRAL, 3, "R", "random"),
    "verboten.three": ("verboten", {}, 3, "R", "sensible"),
    "verboten.all": ("verboten", ALL, 4, "Y", "sensible"),
    "verboten.neutral": ("verboten", {"neutral": "G"}, 3, "K", "sensible"),
    "mauer.four": ("mauer", {}, 4, "K", "sensible"),
    "mauer.two": ("mauer", {}, 2, "G", "sensible"),
    "turnier.table": ("turnier", AT_TABLE, 4, "Y", "sensible"),
    "classic.table": ("classic", {**AT_TABLE, **NEUTRAL}, 3, "G", "sensible"),
    "classic6.table": ("classic6", AT_TABLE, 5, "R", "sensible"),
    "verboten.table": ("verboten", AT_TABLE, 3, "K", "random"),
    "mauer.table": ("mauer", WINNER, 4, "R", "sensible"),
    "turnier.own_board": ("turnier", RING, 3, "B", "sensible"),
    "classic6.own_board": ("classic6", RING, 5, "W", "sensible"),
    "verboten.own_board": ("verboten", RING, 5, "K", "sensible"),
    "mauer.own_board": ("mauer", LANES, 4, "G", "sensible"),
}
CAST = {"Y": "Yara", "G": "Gero", "R": "Rosa", "K": "Karl", "B": "Bela", "W": "Wanda"}


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def played(name: str) -> Record:
    """One game, recorded to its end."""
    rules_id, options, players, begins, strategy = CASES[name]
    rules = registry.rules(rules_id, options)
    dealt = rules.start(players)
    if begins not in rules.players_of(dealt):
        begins = rules.players_of(dealt)[-1]
    board, *groups, _, count = rules.write(dealt).split(" ")
    start = " ".join([board, *groups, begins, count])
    game = throws(rules, rules.read(start), RandomSource(name), strategy)
    entries = [
        Throw(rules.view(throw.before).to_move, throw.roll, throw.move.text if throw.move else NOTHING)
        for throw in game
    ]
    people = tuple((colour, CAST[colour]) for colour in rules.players_of(dealt))
    record = Record(
        rules_id, start, event=f"Playthrough {name}", options=options, players=people, entries=tuple(entries)
    )
    return Record(**{**vars(record), "result": replay(record).ranked})


if __name__ == "__main__":
    for name in CASES:
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(write(played(name)), encoding="utf-8")
            print(path)
