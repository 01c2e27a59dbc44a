"""Database sessions that store their account and device, so that the sessions of either can be found and ended."""

import logging
from typing import Any, cast

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.exceptions import SessionInterrupted

from tournament.core import disks
from tournament.models import KnownDevice, Session

_log = logging.getLogger(__name__)

DEVICE = "device"  # session key: the known device it belongs to
# Paths of the authentication backend in earlier releases: an update must not sign out a whole hall.
MOVED = {"tournament.accounts.Backend": "tournament.people.signing_in.Backend"}


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        backend = data.get(BACKEND_SESSION_KEY, "")
        return {**data, BACKEND_SESSION_KEY: MOVED[backend]} if backend in MOVED else data

    def save(self, must_create: bool = False) -> None:
        """A disk that takes nothing keeps an existing session as it was. What the request did is saved by then, and must not be
        answered as if it were not; what is lost is a mark, such as when somebody was last seen."""
        try:
            super().save(must_create)
        except UpdateError as error:
            if not disks.trouble(error.__context__):
                raise
            _log.warning("A session was not updated: %s", error.__context__)

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        device = data.get(DEVICE)
        if device is not None and not KnownDevice.objects.filter(pk=device).exists():
            raise SessionInterrupted("This device was signed out while the request was under way.")
        row = cast(Session, super().create_model_instance(data))
        row.account_id, row.device_id = data.get("_auth_user_id"), device
        return row
