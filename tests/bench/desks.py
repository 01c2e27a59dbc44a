"""Desks that confirm results over the API, and keep what they were told, to be compared with the log afterwards."""

import json
import random
import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.bench.asking import Asked, Door, Visitor, ask

CLIENTS = 8
LOST = (502, 503, 504)  # the proxy had nobody to ask, or nobody answered: sent again under the same id
Desk = dict[str, Any]
Table = tuple[Desk, str, str]  # its tournament, its id, its colours


@dataclass
class Desks:
    """`plan`: the tournaments with their tables and tokens (`tests.bench.many`). Whoever is free takes the next table: one of
    each tournament in turn."""

    plan: list[Desk]
    receipts: dict[str, list[Any]] = field(default_factory=dict)  # by action id: tournament, line of the log, its hash
    answered: dict[int, list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )  # by client: numbers of its requests

    def confirm(self, door: Door, seconds: float) -> Asked:
        """As many as there is time for; then all are taken back, by the clock of nobody."""
        confirmed: list[Table] = []
        tables = iter([table for row in zip(*map(_tables, self.plan), strict=True) for table in row])
        asked = ask(door, [self._confirming(client, tables, confirmed) for client in range(CLIENTS)], seconds)
        again = iter(confirmed)
        ask(door, [self._taking_back(client, again) for client in range(CLIENTS)], float("inf"))
        return asked

    def _confirming(self, client: int, tables: Iterator[Table], confirmed: list[Table]) -> Visitor:
        for desk, table, colours in tables:
            order = random.sample(colours, len(colours))
            places = {colour: {"place": n, "counted": 20 * n} for n, colour in enumerate(order, 1)}
            yield from self._said(client, desk, f"{table}/confirm", {"places": places})
            confirmed.append((desk, table, colours))

    def _taking_back(self, client: int, tables: Iterator[Table]) -> Visitor:
        for desk, table, _colours in tables:
            yield from self._said(client, desk, f"{table}/take-back", {"reason": "another table's"})

    def _said(self, client: int, desk: Desk, path: str, body: dict[str, Any]) -> Visitor:
        key, said = uuid.uuid4().hex, json.dumps(body)
        lines = [
            f"POST /api/v1/tournaments/{desk['tournament']}/tables/{path}/ HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            f"Content-Length: {len(said)}",
            f"Authorization: Bearer {random.choice(desk['tokens'])}",
            f"Idempotency-Key: {key}",
        ]
        request = ("\r\n".join(lines) + "\r\n\r\n" + said).encode()
        while (answer := (yield request)).status in LOST:
            pass
        assert answer.status == 200, (path, answer.status, answer.body[:500])
        receipt = json.loads(answer.body)
        self.receipts[key] = [desk["tournament"], receipt["seq"], receipt["hash"]]
        self.answered[client].append(answer.header("X-Request-ID"))


def _tables(desk: Desk) -> list[Table]:
    return [(desk, table, colours) for table, colours in desk["tables"]]
