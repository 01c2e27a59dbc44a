"""Clerks who type in entries over the API as a browser would: signed in, with an id for each action, patient on failure."""

import http.client
import http.cookiejar
import json
import random
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

SEED = """
from datetime import date
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament
from tournament.core.actors import Actor
from tournament.models import Account
from tournament.people.sessions import SessionStore  # noqa: E402
yara = Account.objects.create(login="yara", is_operator=True)
yara.set_password("sechs mal sechs"); yara.save()
club = create_club(None, by=Actor(yara), name="Club", admin=yara).result
made = create_tournament(club, by=Actor(yara), name="Evening", played_on=date(2026, 11, 21)).result
session = SessionStore()
session["_auth_user_id"] = str(yara.pk)
session["_auth_user_backend"] = "tournament.people.signing_in.Backend"
session["_auth_user_hash"] = yara.get_session_auth_hash()
session.save()
print(made.public_id, session.session_key)
"""


@dataclass
class Clerk:
    url: str
    tournament: str
    session: str
    name: str
    keeps_id: bool = True  # the control does not: it invents a new id for every try
    acked: dict[str, dict[str, Any]] = field(default_factory=dict)
    tries: int = 0
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.csrf = "a" * 32

    def add(self, given_name: str, until: float) -> None:
        """One entry, tried again until it is acknowledged."""
        action_id = f"{self.name}-{given_name}"
        while time.monotonic() < until:
            self.tries += 1
            key = action_id if self.keeps_id else f"{action_id}-{random.getrandbits(40)}"
            try:
                self.acked[given_name] = self._post(given_name, key)
            except (OSError, urllib.error.URLError, http.client.HTTPException):
                time.sleep(0.05)
            else:
                return

    def _post(self, given_name: str, key: str) -> dict[str, Any]:
        return self.ask(f"tournaments/{self.tournament}/entries/", {"given_name": given_name}, key)

    def ask(self, path: str, body: dict[str, Any] | None = None, key: str = "") -> dict[str, Any]:
        """Of the API; a body is posted."""
        headers = {"Cookie": f"session={self.session}; csrf={self.csrf}", "X-CSRFToken": self.csrf, **self.headers}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key or f"{random.getrandbits(80):x}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", data=data, headers=headers)
        with self.opener.open(request, timeout=10) as answer:
            return dict(json.load(answer))

    def answered(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        """The same where a refusal is an answer like others."""
        try:
            return 200, self.ask(path, body)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "{}")
