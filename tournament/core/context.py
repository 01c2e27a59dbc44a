"""The template context that the frame of every page needs."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from tournament.core import languages
from tournament.core.actors import ANONYMOUS

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def theme_of(request: HttpRequest) -> str:
    """Empty: as the reader's system has it."""
    said = request.COOKIES.get(THEME_COOKIE, "")
    return said if said in THEMES else ""


DENSITY_COOKIE = "density"
ROOMY = "roomy"


def density_of(request: HttpRequest) -> str:
    """How close together the desk's lists stand on a laptop. Empty: close."""
    return ROOMY if request.COOKIES.get(DENSITY_COOKIE) == ROOMY else ""


def page(request: HttpRequest) -> dict[str, Any]:
    return {
        "actor": getattr(request, "actor", ANONYMOUS),
        "version": settings.VERSION,
        "our_command": settings.COMMAND,
        "languages": languages.own_names(),
        "theme": theme_of(request),
        "density": density_of(request),
        # The page to which the switches in the footer return; a view that only takes POST sets another one.
        "here": request.get_full_path(),
    }
