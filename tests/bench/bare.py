"""A Django view with nothing around it, to be measured beside ours: no middleware, one address, the same bytes each time.

BARE_ANSWER names a file with what ours answered: its headers as JSON in the first line, then the body.
"""

import json
import os
from pathlib import Path

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["localhost"], MIDDLEWARE=[], ROOT_URLCONF=__name__, SECRET_KEY="bare")
django.setup()

_said, _newline, BODY = Path(os.environ["BARE_ANSWER"]).read_bytes().partition(b"\n")
HEADERS = json.loads(_said)


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(BODY, headers=HEADERS)


urlpatterns = [path("page/", page)]
application = get_wsgi_application()
