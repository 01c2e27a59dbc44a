"""Pages alone, for gunicorn on a server; the proxy in front says how much may be sent."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_app = get_wsgi_application()

from deploy import metrics  # noqa: E402  (these need the settings)
from deploy.middleware import bare_headers, is_utf8  # noqa: E402
from tournament.unchanged import is_unchanged, kept, question  # noqa: E402


def application(environ, start_response):  # type: ignore[no-untyped-def]
    if environ["REQUEST_METHOD"] == "GET":
        query = environ.get("QUERY_STRING", "")
        path = environ.get("PATH_INFO", "") + (f"?{query}" if query else "")
        headers = {name[5:].replace("_", "-").lower(): said for name, said in environ.items() if name[:5] == "HTTP_"}
        if "if-none-match" in headers and is_unchanged(question(path, headers)):
            metrics.count_unchanged()
            tag = [("ETag", headers["if-none-match"]), ("Cache-Control", "private, no-cache")]
            start_response("304 Not Modified", [*tag, *bare_headers()])
            return []
        if (page := kept(path, headers)) is not None:
            metrics.count_kept()
            start_response("200 OK", list(page.headers))
            return [page.body]
    if is_utf8(environ.get("CONTENT_TYPE", "")):
        return django_app(environ, start_response)
    start_response("415 Unsupported Media Type", [("Content-Type", "text/plain; charset=utf-8"), *bare_headers()])
    return [b"Only UTF-8 is understood."]
