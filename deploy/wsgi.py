"""Pages alone, for gunicorn on a server; the proxy in front says how much may be sent."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_app = get_wsgi_application()

from deploy import metrics  # noqa: E402  (these need the settings)
from deploy.middleware import bare_headers, is_utf8  # noqa: E402
from tournament.unchanged import ASKED_WITH, is_unchanged, question  # noqa: E402


def application(environ, start_response):  # type: ignore[no-untyped-def]
    if _is_unchanged(environ):
        metrics.count_unchanged()
        headers = [("ETag", environ["HTTP_IF_NONE_MATCH"]), ("Cache-Control", "private, no-cache")]
        start_response("304 Not Modified", [*headers, *bare_headers()])
        return []
    if is_utf8(environ.get("CONTENT_TYPE", "")):
        return django_app(environ, start_response)
    start_response("415 Unsupported Media Type", [("Content-Type", "text/plain; charset=utf-8"), *bare_headers()])
    return [b"Only UTF-8 is understood."]


def _is_unchanged(environ) -> bool:  # type: ignore[no-untyped-def]
    if environ["REQUEST_METHOD"] != "GET" or "HTTP_IF_NONE_MATCH" not in environ:
        return False
    headers = {name: environ.get(f"HTTP_{name.upper().replace('-', '_')}", "") for name in ASKED_WITH}
    query = environ.get("QUERY_STRING", "")
    return is_unchanged(question(environ.get("PATH_INFO", "") + (f"?{query}" if query else ""), headers))
