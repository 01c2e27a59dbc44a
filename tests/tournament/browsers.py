"""A browser as browsers are: a cookie goes to the path that it was set for. Django's own client sends every cookie everywhere."""

from typing import Any

from django.test import Client


class Browser(Client):
    def request(self, **request: Any) -> Any:
        path = request["PATH_INFO"]
        kept = [one for one in self.cookies.values() if path.startswith(one["path"] or "/")]
        return super().request(**request, HTTP_COOKIE="; ".join(f"{one.key}={one.coded_value}" for one in kept))
