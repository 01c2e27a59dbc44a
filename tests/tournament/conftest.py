"""What tests of the desk's pages share: an evening of sixteen, its first round, the addresses of its pages, and an ear for the
fields that they ask for."""

import pytest
from django.http import QueryDict
from django.urls import reverse

from tests.tournament.evening import Evening
from tournament.core import action as core
from tournament.core import guard


@pytest.fixture
def one_window(monkeypatch):
    """No window in which tries are counted ends in the middle of the test."""
    monkeypatch.setattr(guard, "_now", lambda: 1_800_000_000.0)


@pytest.fixture
def evening(club, as_yara):
    made = Evening(club, "championship", by=as_yara)
    made.come(16)
    return made


@pytest.fixture
def round_(evening):
    return evening.publish(evening.draw(1)[0])


@pytest.fixture
def at(evening):
    """The address of a page of this tournament."""
    return lambda name, *more: reverse(name, args=[evening.tournament.public_id, *more])


@pytest.fixture
def heard(monkeypatch) -> set[str]:
    """The names of all fields that are asked for."""
    names: set[str] = set()
    for method in ("__getitem__", "__contains__", "getlist"):
        plain = getattr(QueryDict, method)

        def listening(query, name, *rest, plain=plain):
            if not query._mutable:  # as it is while it is filled, with whatever was sent
                names.add(name)
            return plain(query, name, *rest)

        monkeypatch.setattr(QueryDict, method, listening)
    return names


@pytest.fixture
def asked(monkeypatch) -> list[bytes]:
    """What was asked of actions, word for word as it is fingerprinted: as if somebody had guessed all of it."""
    said: list[bytes] = []
    written = core._canonical

    def noted(*content) -> bytes:
        said.append(written(*content))
        return said[-1]

    monkeypatch.setattr(core, "_canonical", noted)
    return said
