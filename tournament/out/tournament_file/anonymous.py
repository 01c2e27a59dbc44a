"""Anonymise a tournament's document, so that it can be published as a data set.

Results, draws and standings stay; names, free text, addresses and the log are removed, public ids replaced. Families and clubs of
origin are numbered, so that one still sees that the draw kept them apart.
"""

import hashlib
from typing import Any

from tournament.models import Stage
from tournament.models.ids import ALPHABET
from tournament.out.tournament_file.writing import Row
from tournament.policy import parts as shape
from tournament.policy import table
from tournament.policy.columns import Instead

Numbers = dict[str, dict[str, str]]  # for each numbered column: its words with their numbers


def without_names(content: dict[str, Any]) -> dict[str, Any]:
    secret = "".join(stream["salt"] for stream in content["streams"])
    parts = {part.name: _part(part, content[part.name], secret) for part in shape.parts()}
    open_stages = _unfinished_stages(content)
    hidden = table.of(Stage).where(without_names=Instead.WHEN_PLAYED)
    for stage in parts["stages"]:
        stage |= dict.fromkeys(hidden if stage["id"] in open_stages else (), "")
    tournament = _row(shape.TOURNAMENT, content["tournament"], secret, {})
    return {**content, "club": {"name": "–"}, "tournament": tournament, **parts}


def _part(part: shape.Part, rows: list[Row], secret: str) -> list[Row]:
    numbers = {name: _numbers(rows, name) for name in part.policy.where(without_names=Instead.NUMBERED)}
    return [] if part.policy.is_private else [_row(part, row, secret, numbers) for row in rows]


def _row(part: shape.Part, row: Row, secret: str, numbers: Numbers) -> Row:
    columns = ((name, part.policy.columns[name].without_names) for name in row if name in part.policy.columns)
    changed = {name: _replaced(row, name, instead, secret, numbers) for name, instead in columns if name != "id"}
    return {**row, **changed}


def _replaced(row: Row, name: str, instead: Any, secret: str, numbers: Numbers) -> Any:
    match instead:
        case Instead.OTHER_ID:
            return _other_id(row[name], secret)
        case Instead.NUMBERED:
            return numbers[name][row[name]]
        case Instead():
            return row[name]
        case str():
            return instead.format(n=row.get("id"))
    return instead


def _other_id(public_id: str, secret: str) -> str:
    """A replacement id: a hash with the log's secret salts, so that it cannot be traced back. Erasing somebody changes it."""
    digest = hashlib.sha256(f"{secret}\0{public_id}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[: len(public_id)])


def _numbers(rows: list[Row], name: str) -> dict[str, str]:
    words = dict.fromkeys(row[name] for row in rows if row[name])
    return {"": "", **{word: str(number) for number, word in enumerate(words, 1)}}


def _unfinished_stages(content: dict[str, Any]) -> set[int]:
    closed: dict[int, int] = {}
    for row in content["rounds"]:
        closed[row["stage"]] = closed.get(row["stage"], 0) + (row["state"] == "closed")
    return {stage["id"] for stage in content["stages"] if closed.get(stage["id"], 0) < stage["planned_rounds"]}
