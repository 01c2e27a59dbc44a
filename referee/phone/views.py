"""What a phone fetches to judge by itself: Python and the parcel, each under an address that never changes its content; and
the description with which it puts our pages on its home screen."""

import gzip

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from deploy import phone
from referee.phone import parcel
from tournament.access import gate

# Where an installed page starts: it must be one that is kept on the phone.
START = {"referee": "referee", "recording": "recording"}
ICONS = ({"src": "logo.svg", "sizes": "any", "type": "image/svg+xml"}, {"src": "logo-512.png", "sizes": "512x512"})
FOR_EVER = "public, max-age=31536000, immutable"


@gate("public.see")
def python(request: HttpRequest, version: str, name: str) -> HttpResponse:
    kind = phone.FILES.get(name)
    if kind is None or version != phone.VERSION or not phone.is_there():
        raise Http404
    packed = (phone.folder() / f"{name}.gz").read_bytes()
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return kept(gzip.decompress(packed), kind)
    answer = kept(packed, kind)
    answer["Content-Encoding"] = "gzip"
    return answer


@gate("public.see")
def engine(_request: HttpRequest, fingerprint: str) -> HttpResponse:
    if fingerprint != parcel.fingerprint():
        raise Http404
    return kept(parcel.parcel(), "application/zip")


def kept(content: bytes, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"})


@gate("public.see")
def manifest(_request: HttpRequest, tournament_id: str, page: str) -> HttpResponse:
    """Says nothing of the tournament, not even whether there is one."""
    if page not in START:
        raise Http404
    start = reverse(START[page], args=[tournament_id])
    name = _("Augengenau referee") if page == "referee" else _("Augengenau recorder")
    icons = [{**icon, "src": static(f"tournament/img/{icon['src']}")} for icon in ICONS]
    said = {
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
        said, content_type="application/manifest+json", headers={"Cache-Control": "public, max-age=3600"}
    )
