"""The sixteen rules of the tournament book in our own words, German and English."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _all() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((Path(__file__).parent / "rules.json").read_text(encoding="utf-8")))


def explained(language: str, numbers: Iterable[int] | None = None) -> list[dict[str, Any]]:
    """All of them, or those of these numbers."""
    wanted = None if numbers is None else set(numbers)
    return [
        {"number": rule["number"], "title": rule[f"title_{language}"], "text": rule[language]}
        for rule in _all()
        if wanted is None or rule["number"] in wanted
    ]
