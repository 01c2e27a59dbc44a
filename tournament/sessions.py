"""Sessions in the database, each with the account and the device it belongs to, so that it can be found and ended."""

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.exceptions import SessionInterrupted

from tournament.models import KnownDevice, Session

DEVICE = "device"  # session: the known device that it is of


class SessionStore(DatabaseStore):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        device = data.get(DEVICE)
        if device is not None and not KnownDevice.objects.filter(pk=device).exists():
            raise SessionInterrupted("This device was signed out while the request was under way.")
        row = super().create_model_instance(data)
        row.account_id, row.device_id = data.get("_auth_user_id"), device
        return row
