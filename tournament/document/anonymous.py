"""The same tournament without anybody in it: for data sets that everybody may have.

Results, draws and standings stay; names, words, addresses, the log and the ids of our pages go. Families and clubs of origin
are numbered, so that it can still be seen that the draw kept them apart.
"""

import hashlib
from typing import Any

from tournament.document import shape
from tournament.document.writing import Row
from tournament.models.ids import ALPHABET

GROUPS = ("family", "from_club")


def without_names(content: dict[str, Any]) -> dict[str, Any]:
    secret = "".join(stream["salt"] for stream in content["streams"])
    parts = {part.name: _part(part, content[part.name], secret) for part in shape.parts()}
    numbered = {name: _numbers(content["entries"], name) for name in GROUPS}
    for entry, row in zip(content["entries"], parts["entries"], strict=True):
        row |= {name: numbered[name][entry[name]] for name in GROUPS}
    open_stages = _not_played_out(content)
    for stage in parts["stages"]:
        stage["seed"] = "" if stage["id"] in open_stages else stage["seed"]  # what is drawn next stays a secret
    public_id = _other_id(content["tournament"]["public_id"], secret)
    tournament = {**content["tournament"], "public_id": public_id, "place": ""}
    return {**content, "club": {"name": "–"}, "tournament": tournament, **parts}


def _part(part: shape.Part, rows: list[Row], secret: str) -> list[Row]:
    return [] if part.is_private else [_row(part, row, secret) for row in rows]


def _row(part: shape.Part, row: Row, secret: str) -> Row:
    changed = {
        name: value.format(n=row["id"]) if isinstance(value, str) else value
        for name, value in part.private.items()
        if name in row
    }
    if "public_id" in row:
        changed["public_id"] = _other_id(row["public_id"], secret)
    return {**row, **changed}


def _other_id(public_id: str, secret: str) -> str:
    """The same for the same tournament; who does not have its log cannot tell which it was."""
    digest = hashlib.sha256(f"{secret}\0{public_id}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[: len(public_id)])


def _numbers(rows: list[Row], name: str) -> dict[str, str]:
    words = dict.fromkeys(row[name] for row in rows if row[name])
    return {"": "", **{word: str(number) for number, word in enumerate(words, 1)}}


def _not_played_out(content: dict[str, Any]) -> set[int]:
    closed: dict[int, int] = {}
    for row in content["rounds"]:
        closed[row["stage"]] = closed.get(row["stage"], 0) + (row["state"] == "closed")
    return {stage["id"] for stage in content["stages"] if closed.get(stage["id"], 0) < stage["planned_rounds"]}
