"""A program of somebody's: a client with a token."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tournament.core.actors import Actor
from tournament.models import Account
from tournament.out.tokens.actions import make_token


@pytest.fixture(autouse=True)
def _limits_begin_anew() -> None:
    cache.clear()


class Program:
    def __init__(self, secret: str) -> None:
        self.browser, self.secret = Client(), secret

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """`headers` as on the wire, with _ for -."""
        said = {f"HTTP_{name.upper()}": value for name, value in headers.items()}
        data = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        address = path if path.startswith("/") else f"/api/v1/{path}"
        return self.browser.generic(method, address, HTTP_AUTHORIZATION=f"Bearer {self.secret}", **data, **said)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, body, **headers)


def make_secret(account: Account, scope: str = "organiser", days: int = 1) -> str:
    return make_token(None, by=Actor(account), name="phone", scope=scope, days=days).result


@pytest.fixture
def program(db: None) -> Callable[..., Program]:
    def make(account: Account, scope: str = "organiser", days: int = 1) -> Program:
        return Program(make_secret(account, scope, days))

    return make


@pytest.fixture
def yaras(program: Callable[..., Program], yara: Account) -> Program:
    return program(yara)


@pytest.fixture
def here(tournament: Any) -> str:
    return f"tournaments/{tournament.public_id}"
