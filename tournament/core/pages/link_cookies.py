"""Cookies of whoever holds a link without an account: what the link opened, signed.

Each is sent to two places only: to the pages that the link opens, and to the links themselves, so that another link of the kind
adds to what this browser holds and the browser stays the same one. Browsers match whole paths, so it is set once for each.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse


@dataclass(frozen=True)
class LinkCookie:
    """`page` and `link`: the names of the routes that begin with the paths it is sent to."""

    name: str
    salt: str
    seconds: int
    page: str
    link: str

    @property
    def page_name(self) -> str:
        return f"{settings.HTTPS_ONLY}{self.name}"

    @property
    def link_name(self) -> str:
        return f"{settings.HTTPS_ONLY}{self.name}_link"

    def read(self, request: HttpRequest, *, at_link: bool = False) -> dict[str, str]:
        """Empty if there is none, or it ended, or somebody has changed it."""
        sent = request.COOKIES.get(self.link_name if at_link else self.page_name, "")
        try:
            data: dict[str, str] = signing.loads(sent, salt=self.salt, max_age=self.seconds)
        except signing.BadSignature:
            return {}
        return data

    def write(self, request: HttpRequest, answer: HttpResponse, data: dict[str, str]) -> None:
        signed = signing.dumps(data, salt=self.salt)
        paths = {
            self.page_name: reverse(self.page, args=["-"]).removesuffix("-/"),
            self.link_name: reverse(self.link, args=["-", "-"]).removesuffix("-/-/"),
        }
        for name, path in paths.items():
            answer.set_cookie(
                name,
                signed,
                max_age=self.seconds,
                path=path,
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )
        answer["Referrer-Policy"] = "no-referrer"
