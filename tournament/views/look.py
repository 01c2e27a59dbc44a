"""How the pages look to this reader: language and light are theirs to choose, kept in a cookie, without an account.

Whoever forges one of these forms turns on somebody's light. So they carry no token, and the pages for everybody, in whose frame
they stand, hold nothing of one reader and set no cookie: one copy is right for all.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.access import gate
from tournament.context import THEME_COOKIE, THEMES
from tournament.views.requests import onward

A_YEAR = 365 * 24 * 3600


@csrf_exempt
@gate("public.see")
def language(request: HttpRequest) -> HttpResponse:
    return set_language(request)


@csrf_exempt
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
