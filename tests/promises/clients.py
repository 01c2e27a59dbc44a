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
from django.contrib.sessions.backends.db import SessionStore
from tournament.actions.clubs import create_club
from tournament.actions.tournaments import create_tournament
from tournament.actors import Actor
from tournament.models import Account
yara = Account.objects.create(login="yara", is_operator=True)
yara.set_password("sechs mal sechs"); yara.save()
club = create_club(None, by=Actor(yara), name="Club", admin=yara).result
made = create_tournament(club, by=Actor(yara), name="Evening", played_on=date(2026, 11, 21)).result
session = SessionStore()
session["_auth_user_id"] = str(yara.pk)
session["_auth_user_backend"] = "tournament.accounts.Backend"
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
        request = urllib.request.Request(
            f"{self.url}/api/v1/tournaments/{self.tournament}/entries/",
            data=json.dumps({"given_name": given_name}).encode(),
            headers={
                "Content-Type": "application/json",
                "Idempotency-Key": key,
                "Cookie": f"session={self.session}; csrf={self.csrf}",
                "X-CSRFToken": self.csrf,
            },
        )
        with self.opener.open(request, timeout=10) as answer:
            return dict(json.load(answer))
