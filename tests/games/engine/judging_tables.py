"""Reads the cases of the book (`referee/commentary/data/cases.json`): throws, and what concerns the table rather than a move."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.games.engine.case_tables import NAME

CASES = Path(__file__).parents[3] / "referee" / "commentary" / "data" / "cases.json"


@dataclass(frozen=True)
class Judgement:
    """One throw as a referee recorded it, or what was done at the table, the ruling that is expected, and why."""

    number: str  # "T 11 c"
    clause: str  # of our rules: "turnier 11 c"; empty for a case that only shows once more what others show
    english: str
    german: str
    shows: list[str]
    ask: dict[str, Any]
    ruling: dict[str, Any]
    reason: dict[str, str]
    book: str

    @property
    def name(self) -> str:
        return f"{self.clause or self.number}: {self.english}"

    @property
    def clauses(self) -> set[str]:
        if not self.clause:
            return set()
        found = NAME.fullmatch(self.name)
        assert found, self.name
        return {f"{found['book']} {found['rule']}", *(f"page {clause}" for clause in self.shows)}


def judgements() -> list[Judgement]:
    return [case for case in every() if "what" not in case.ask]


def at_the_table() -> list[Judgement]:
    """`what` was done: opening (the throws for the first move), throws, hands on or upsets (`who`, after the throw given)."""
    return [case for case in every() if "what" in case.ask]


def every() -> list[Judgement]:
    return [_read(row) for row in json.loads(CASES.read_text(encoding="utf-8"))["cases"]]


def _read(row: dict[str, Any]) -> Judgement:
    return Judgement(
        number=row["number"],
        clause=row.get("clause", ""),
        english=row["title"]["en"],
        german=row["title"]["de"],
        shows=row.get("shows", []),
        ask=row["ask"],
        ruling=row["ruling"],
        reason=row["why"],
        book=row["book"],
    )
