"""HTML to PDF, fenced in: nothing is fetched but the project's own font; same input, same bytes.

WeasyPrint is imported on first use: its libraries may be missing on a laptop, and only paper needs them.
"""

import os
import re
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.errors import Refused

OWN = "augengenau:"  # addresses of our own files, all that a document may ask for
OWN_NAME = re.compile(r"(?:[a-z0-9_-]+/)+[A-Za-z0-9_.-]+")
INSTALL = "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


@cache
def _weasyprint() -> Any:
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # a font that is cut down for a document notes the second otherwise
    try:
        import weasyprint
    except OSError as error:
        raise Refused(
            "no_pdf", _("PDFs need system libraries that are missing here. Install them: %(line)s") % {"line": INSTALL}
        ) from error
    return weasyprint


def pdf(template: str, context: dict[str, Any]) -> bytes:
    html = render_to_string(template, context)
    document = _weasyprint().HTML(string=html, base_url=None, url_fetcher=_fetcher()).render()
    return bytes(document.write_pdf(pdf_tags=True))


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OwnFiles(URLFetcher):
        """Serves what stands below our static files and nothing else, whatever a document asks for."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            path = _own_file(url)
            if path is None:
                raise ValueError("A document asked for something outside the project.")
            kind = guess_type(path.name)[0] or "application/octet-stream"  # a style sheet of no kind is not read
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    return OwnFiles()


def _own_file(url: str) -> Path | None:
    name = url.removeprefix(OWN)
    if not url.startswith(OWN) or not OWN_NAME.fullmatch(name):
        return None
    found = finders.find(name)
    return Path(found) if found and Path(found).is_file() else None
