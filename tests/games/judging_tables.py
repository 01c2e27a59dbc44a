"""Reads the judging cases in `tests/data/judging`."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.games.case_tables import NAME

FOLDER = Path(__file__).parents[1] / "data" / "judging"


@dataclass(frozen=True)
class Judgement:
    """One throw as a referee recorded it, the ruling that is expected, and why."""

    name: str
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
    return [Judgement(**row) for path in sorted(FOLDER.glob("*.json")) for row in json.loads(path.read_text())]
