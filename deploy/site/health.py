"""Health checks of this process, for launchers and proxies."""

from django.http import HttpRequest, HttpResponse

from deploy.site import database_away
from tournament.core import clock
from tournament.core.access import gate


@gate("public.see")
def healthz(request: HttpRequest) -> HttpResponse:
    """Sends the clock of the rounds, for open pages: the header `Date` is the machine's, or a proxy's."""
    headers = {"Server-Time": f"{clock.now().timestamp():.3f}"}
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8", headers=headers)


@gate("public.see")
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready when the database answers; Redis may be down."""
    if not database_away.answers():
        database_away.shut()
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain; charset=utf-8")
    database_away.is_back()
    return HttpResponse("ready\n", content_type="text/plain; charset=utf-8")
