"""Pages only, for gunicorn on a server; the proxy in front limits the size of requests."""

import os
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
django_app = get_wsgi_application()

from deploy.site import database_away, metrics  # noqa: E402  (these need the settings)
from deploy.site.door import refused  # noqa: E402
from deploy.site.middleware import bare_headers, is_utf8  # noqa: E402
from tournament.core.page_cache import cached, is_unchanged, request_key  # noqa: E402

database_away.look_at_start()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    if environ["REQUEST_METHOD"] == "GET":
        query = environ.get("QUERY_STRING", "")
        path = environ.get("PATH_INFO", "") + (f"?{query}" if query else "")
        headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name[:5] == "HTTP_"}
        if "if-none-match" in headers and is_unchanged(request_key(path, headers)):
            metrics.count_unchanged()
            tag = [("ETag", headers["if-none-match"]), ("Cache-Control", "private, no-cache")]
            start_response("304 Not Modified", [*tag, *bare_headers()])
            return []
        if (page := cached(path, headers)) is not None:
            metrics.count_kept()
            start_response("200 OK", list(page.headers))
            return [page.body]
    if is_utf8(environ.get("CONTENT_TYPE", "")):
        return django_app(environ, start_response)
    kind, body = refused(415, environ.get("PATH_INFO", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    start_response("415 Unsupported Media Type", [("Content-Type", kind), *bare_headers()])
    return [body]
