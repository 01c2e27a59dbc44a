"""Who uses the site while something goes wrong: clerks who type, one guest who reads, somebody of the desk who looks. All of
them come through the proxy, from a host of their own."""

import http.client
import json
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.deploy.conftest import until
from tests.rig.history import History, Row
from tests.rig.site import CLERKS, Rig

PATIENCE = 10.0  # seconds for one answer; then a browser's page sends it again
PAUSE, AGAIN = 0.25, 0.3  # one token may write 300 times a minute
TO_THE_END = 120.0  # seconds for a deed, all tries together
NO_ANSWER = 0


@dataclass(frozen=True)
class Answer:
    asked: float
    seconds: float
    status: int
    kept: str = ""  # what nginx says of its copy
    request: str = ""  # its number

    @property
    def is_error(self) -> bool:
        return self.status == NO_ANSWER or self.status >= 500


class Door:
    """One connection to the proxy, as a browser keeps it."""

    def __init__(self, rig: Rig, patience: float = PATIENCE) -> None:
        self.rig, self.patience = rig, patience
        self.context = ssl.create_default_context(cafile=str(rig.site.folder / "fullchain.pem"))
        self.connection: http.client.HTTPSConnection | None = None

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[Answer, bytes]:
        began, data = time.monotonic(), None if body is None else json.dumps(body)
        lines = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            said, found = self._sent(
                method, path, data, lines | {"Content-Type": "application/json"} if data else lines
            )
        except (OSError, http.client.HTTPException):
            self.close()
            return Answer(began, time.monotonic() - began, NO_ANSWER), b""
        more = said.headers.get("X-Cache", ""), said.headers.get("X-Request-ID", "")
        return Answer(began, time.monotonic() - began, said.status, *more), found

    def _sent(
        self, method: str, path: str, data: str | None, lines: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        if self.connection is None:
            host, port = self.rig.site.address("https").split(":")
            self.connection = http.client.HTTPSConnection(host, int(port), timeout=self.patience, context=self.context)
            with self.rig.network["cli"].entered():
                self.connection.connect()
        self.connection.request(method, path, data, lines)
        said = self.connection.getresponse()
        return said, said.read()

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@dataclass
class Crowd:
    """`repeats`, `keeps_key`: as pages and programs of ours do; a control does not."""

    rig: Rig
    name: str
    clerks: Sequence[int] = range(CLERKS)
    repeats: bool = True
    keeps_key: bool = True
    patience: float = PATIENCE
    pause: float = PAUSE  # between two deeds of a clerk
    typed: list[Answer] = field(default_factory=list)
    read: list[Answer] = field(default_factory=list)
    looked: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history = History(self.name)
        self.over = threading.Event()

    @contextmanager
    def there(self) -> Iterator["Crowd"]:
        """What is begun is typed to its end."""
        doing = [(self._type, n) for n in self.clerks] + [(self._read,), (self._look,)]
        people = [threading.Thread(target=do, args=more) for do, *more in doing]
        for person in people:
            person.start()
        try:
            yield self
        finally:
            self.over.set()
            for person in people:
                person.join()
            self.history.save(self.rig.site.folder / f"history-{self.name}.jsonl")

    def _type(self, clerk: int) -> None:
        entry, token = self.rig.entries[clerk]
        path, door = f"/api/v1/tournaments/{self.rig.tournament}/entries/{entry}/paid/", Door(self.rig, self.patience)
        number = 0
        while not self.over.wait(self.pause):
            number += 1
            deed, began, tries = f"{self.name}.{clerk}.{number}", time.monotonic(), 0
            while time.monotonic() - began < TO_THE_END:
                tries += 1
                key = deed if self.keeps_key else f"{deed}.{tries}"
                self.history.note("invoke", deed, key)
                headers = {"Authorization": f"Bearer {token}", "Idempotency_Key": key}
                answer, said = door.ask("POST", path, {"is_paid": bool(number % 2)}, **headers)
                self.typed.append(answer)
                self.history.note(*_told(answer, deed, key, said))
                if not (answer.is_error or answer.status == 429) or not self.repeats:
                    break
                time.sleep(AGAIN)

    def _read(self) -> None:
        door = Door(self.rig)
        while not self.over.wait(0.1):
            answer, _page = door.ask("GET", f"/t/{self.rig.tournament}/", Accept_Language="en")
            self.read.append(answer)

    def _look(self) -> None:
        door, (_entry, token) = Door(self.rig), self.rig.entries[CLERKS]
        while not self.over.wait(0.15):
            path = f"/api/v1/tournaments/{self.rig.tournament}/"
            answer, said = door.ask("GET", path, Authorization=f"Bearer {token}")
            self.looked.append(answer)
            if answer.status == 200:
                self.history.saw(answer.asked, json.loads(said)["live"]["seq"])

    @property
    def reads(self) -> list[Answer]:
        return self.read + self.looked

    def order_paper(self, language: str) -> None:
        path, (_entry, token) = f"/api/v1/tournaments/{self.rig.tournament}/papers/", self.rig.entries[CLERKS]
        asked = {"paper": "names", "language": language}
        answer, said = Door(self.rig).ask("POST", path, asked, Authorization=f"Bearer {token}")
        assert answer.status < 300, said

    def wait_for(self, more: int) -> None:
        """Until so many more deeds are acknowledged."""
        known = self.history.count("ok")
        until(lambda: self.history.count("ok") >= known + more, TO_THE_END)


def _told(answer: Answer, deed: str, key: str, said: bytes) -> tuple[str, str, str, Row]:
    if answer.status == 200:
        receipt = json.loads(said)
        return "ok", deed, key, (receipt["seq"], receipt["hash"])
    return "unknown" if answer.is_error or answer.status == 429 else "fail", deed, key, (0, "")


def errors(answers: list[Answer], since: float = 0) -> list[Answer]:
    """Of what was asked from then on."""
    return [one for one in answers if one.is_error and one.asked >= since]


def longest(answers: list[Answer]) -> float:
    return max((one.seconds for one in answers), default=0)
