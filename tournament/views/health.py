"""Is this process well? Read by launchers and proxies."""

from django.http import HttpRequest, HttpResponse

from deploy import away
from tournament import steady
from tournament.access import gate


@gate("public.see")
def healthz(request: HttpRequest) -> HttpResponse:
    """With the time that rounds go by, for the clocks of open pages: the header `Date` is the machine's, or a proxy's."""
    headers = {"Server-Time": f"{steady.now().timestamp():.3f}"}
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8", headers=headers)


@gate("public.see")
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready when the database answers; Redis may be away."""
    if not away.answers():
        away.shut()
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain; charset=utf-8")
    away.is_back()
    return HttpResponse("ready\n", content_type="text/plain; charset=utf-8")
