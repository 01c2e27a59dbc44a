"""What a phone downloads to judge by itself, Python and the parcel, each under an address whose content never changes; and
the web app manifest."""

import gzip

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.phone import parcel, pyodide
from tournament.core.access import gate

# Where an installed app starts: a page that phones cache.
START = {"referee": "referee", "recording": "recording", "free_recording": "free_recording"}
ICONS = ({"src": "logo.svg", "sizes": "any", "type": "image/svg+xml"}, {"src": "logo-512.png", "sizes": "512x512"})
FOR_EVER = "public, max-age=31536000, immutable"


@gate("public.see")
def python(request: HttpRequest, version: str, name: str) -> HttpResponse:
    kind = pyodide.FILES.get(name)
    if kind is None or version != pyodide.VERSION or not pyodide.is_there():
        raise Http404
    packed = (pyodide.folder() / f"{name}.gz").read_bytes()
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return _cached_for_ever(gzip.decompress(packed), kind)
    answer = _cached_for_ever(packed, kind)
    answer["Content-Encoding"] = "gzip"
    return answer


@gate("public.see")
def engine(_request: HttpRequest, fingerprint: str) -> HttpResponse:
    if fingerprint != parcel.fingerprint():
        raise Http404
    return _cached_for_ever(parcel.parcel(), parcel.KIND)


def _cached_for_ever(content: bytes, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"})


@gate("public.see")
def manifest(_request: HttpRequest, tournament_id: str, page: str) -> HttpResponse:
    """The same for every tournament id, so that it does not tell whether there is such a tournament."""
    if page not in START:
        raise Http404
    start = reverse(START[page], args=[tournament_id])
    name = _("Augengenau referee") if page == "referee" else _("Augengenau recorder")
    icons = [{**icon, "src": static(f"tournament/img/{icon['src']}")} for icon in ICONS]
    content = {
        "id": start,
        "name": name,
        "short_name": "Augengenau",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": icons,
    }
    return JsonResponse(
        content, content_type="application/manifest+json", headers={"Cache-Control": "public, max-age=3600"}
    )
