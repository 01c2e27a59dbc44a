"""Reads the judging cases in `tests/data/judging`: throws, and (`table.json`) what concerns the table rather than a move."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.games.case_tables import NAME

FOLDER = Path(__file__).parents[1] / "data" / "judging"
TABLE = FOLDER / "table.json"


@dataclass(frozen=True)
class Judgement:
    """One throw as a referee recorded it, or what was done at the table, the ruling that is expected, and why."""

    name: str
    german: str  # what the name says of the case
    shows: list[str]
    ask: dict[str, Any]
    ruling: dict[str, Any]
    reason: dict[str, str]

    @property
    def clauses(self) -> set[str]:
        found = NAME.fullmatch(self.name)
        assert found, self.name
        return {f"{found['book']} {found['rule']}", *(f"page {clause}" for clause in self.shows)}


def judgements() -> list[Judgement]:
    return [judged for path in sorted(FOLDER.glob("*.json")) if path != TABLE for judged in _read(path)]


def at_the_table() -> list[Judgement]:
    """`what` was done: opening (the throws for the first move), throws, hands on or upsets (`who`, after the throw given)."""
    return _read(TABLE)


def _read(path: Path) -> list[Judgement]:
    return [Judgement(**row) for row in json.loads(path.read_text())]
