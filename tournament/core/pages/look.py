"""How the pages look to a reader: language and theme are chosen without an account and stored in a cookie.

A forged form could only change somebody's theme or language. So these forms carry no CSRF token, and the public pages, in whose
frame they stand, hold nothing personal and set no cookie: one copy is right for all.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.core.access import gate
from tournament.core.context import DENSITY_COOKIE, ROOMY, THEME_COOKIE, THEMES
from tournament.core.pages.requests import onward

A_YEAR = 365 * 24 * 3600


@csrf_exempt
@gate("public.see")
def language(request: HttpRequest) -> HttpResponse:
    return set_language(request)


@csrf_exempt
@gate("public.see")
def theme(request: HttpRequest) -> HttpResponse:
    """Light, dark, or as the device says."""
    return _kept(request, THEME_COOKIE, "theme", THEMES)


@csrf_exempt
@gate("public.see")
def density(request: HttpRequest) -> HttpResponse:
    """The desk's lists: roomy, or close together."""
    return _kept(request, DENSITY_COOKIE, "density", (ROOMY,))


def _kept(request: HttpRequest, cookie: str, name: str, values: tuple[str, ...]) -> HttpResponse:
    response = redirect(onward(request) or "start")
    chosen = request.POST.get(name, "")
    if chosen in values:
        response.set_cookie(cookie, chosen, max_age=A_YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
    else:
        response.delete_cookie(cookie, samesite="Lax")
    return response
