"""How the pages look to this reader: language and light are theirs to choose, kept in a cookie, without an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.i18n import set_language

from tournament.access import gate
from tournament.context import THEME_COOKIE, THEMES
from tournament.views.requests import onward

A_YEAR = 365 * 24 * 3600


@gate("public.see")
def language(request: HttpRequest) -> HttpResponse:
    return set_language(request)


@gate("public.see")
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the device says."""
    response = redirect(onward(request) or "start")
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie(
            THEME_COOKIE, chosen, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax"
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response
