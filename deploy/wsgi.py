"""Pages alone, for gunicorn on a server; the proxy in front says how much may be sent."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_app = get_wsgi_application()

from deploy.middleware import is_utf8  # noqa: E402  (needs the settings)


def application(environ, start_response):  # type: ignore[no-untyped-def]
    if is_utf8(environ.get("CONTENT_TYPE", "")):
        return django_app(environ, start_response)
    start_response("415 Unsupported Media Type", [("Content-Type", "text/plain")])
    return [b"Only UTF-8 is understood."]
