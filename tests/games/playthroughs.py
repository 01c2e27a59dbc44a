"""Recorded games that must exist for every rule set and option: where they lie, and how a new one is made.

    python -m tests.games.playthroughs        plays those games of CASES that have no file yet

A file that is there is never written anew: it holds what the rules were when it was made.
"""

from pathlib import Path

from games.playout import Chance, throws
from games.record import Record, Throw, write
from games.replay import replay
from games.rules import registry
from games.rules.contract import NOTHING

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
ALL = {"three_throws": True, "no_goal_jump": True, "backward_capture": True, "barriers": True, "forced_capture": True}
NEUTRAL = {"neutral": "K"}

# By file name: rule set, options, players, who begins, strategy.
CASES = {
    "turnier.four": ("turnier", {}, 4, "G", "sensible"),
    "turnier.three": ("turnier", {}, 3, "B", "random"),
    "turnier.goal_entry": ("turnier", {"goal_entry": "free"}, 4, "Y", "hindmost"),
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
    game = throws(rules, rules.read(start), Chance(name), strategy)
    entries = [
        Throw(rules.view(throw.before).to_move, throw.roll, throw.move.text if throw.move else NOTHING)
        for throw in game
    ]
    people = tuple((colour, CAST[colour]) for colour in rules.players_of(dealt))
    record = Record(
        rules_id, start, event=f"Playthrough {name}", options=options, players=people, entries=tuple(entries)
    )
    placed = replay(record).placed
    return Record(**{**vars(record), "result": tuple((colour,) for colour in placed)})


if __name__ == "__main__":
    for name in CASES:
        path = FOLDER / f"{name}.txt"
        if not path.exists():
            path.write_text(write(played(name)), encoding="utf-8")
            print(path)
