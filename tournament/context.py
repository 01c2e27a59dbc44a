"""What every page's frame needs to know."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from tournament.actors import ANONYMOUS

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def page(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "actor": getattr(request, "actor", ANONYMOUS),
        "version": settings.VERSION,
        "languages": settings.LANGUAGES,
        "theme": theme if theme in THEMES else "",
        # Where the switches in the footer lead back to; a view that only takes POST says another place.
        "here": request.get_full_path(),
    }
