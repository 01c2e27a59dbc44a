"""URL paths of the API, for endpoints that only carry out one action."""

from typing import Any

from django.urls import path

from tournament.core.api_common.base import (
    EntryEndpoint,
    RoundEndpoint,
    StageEndpoint,
    TableEndpoint,
    TournamentEndpoint,
    act,
)
from tournament.core.api_common.strict import Nothing, Versioned

T = "tournaments/<str:tournament_id>"
S = f"{T}/stages/<int:stage>"
R = f"{S}/rounds/<int:round>"
TABLE = f"{T}/tables/<str:table_id>"
E = f"{T}/entries/<str:entry_id>"


def of_tournament(word: str, does: Any, takes: Any = Nothing, **more: Any) -> Any:
    return path(f"{T}/{word}/", act(does, TournamentEndpoint, takes, **more))


def of_stage(word: str, does: Any, takes: Any = Nothing, of: Any = StageEndpoint, **more: Any) -> Any:
    return path(f"{S}/{word}/", act(does, of, takes, **more))


def of_round(word: str, does: Any, takes: Any = Versioned) -> Any:
    return path(f"{R}/{word}/", act(does, RoundEndpoint, takes))


def of_table(word: str, does: Any, takes: Any = Versioned) -> Any:
    return path(f"{TABLE}/{word}/", act(does, TableEndpoint, takes))


def of_entry(word: str, does: Any, takes: Any = Versioned, **more: Any) -> Any:
    return path(f"{E}/{word}/", act(does, EntryEndpoint, takes, **more))
