"""ETags: the version of a thing, if it has one, and a hash of the response.

`If-None-Match` saves sending the same content again. `If-Match` says which version was looked at: if it has changed since,
nothing is done (412). The hash alone would not do, since names look different to different people; the version alone would
not do, since a name can change without it.
"""

import hashlib
import re
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

PATTERN = r'"([0-9]{1,9})(-[0-9a-f]{16})?(-gz)?"'
_TAG = re.compile(PATTERN)
_PACKED = "-gz"


class PreconditionFailed(APIException):
    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("This was changed in the meantime. Look at it again.")


def tag(content: bytes, data: Any) -> str:
    version = data.get("version", "") if isinstance(data, dict) else ""
    return f'"{version}-{hashlib.sha256(content).hexdigest()[:16]}"'


def put_on(response: Response, request: Request) -> None:
    """Set the ETag once the response is rendered; unchanged content becomes a 304."""
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    response["Cache-Control"] = "private, no-cache"
    known = request.headers.get("If-None-Match", "")
    response.add_post_render_callback(lambda rendered: _compare(rendered, tag(rendered.content, rendered.data), known))


def put_on_file(response: HttpResponse, known: str) -> HttpResponse:
    """The same for an answer that is not rendered: a file, a description."""
    _compare(response, tag(response.content, None), known)
    return response


def packed(current: str) -> str:
    """The ETag of the same content as other bytes."""
    return f'{current[:-1]}{_PACKED}"'


def _compare(response: HttpResponse, current: str, known: str) -> None:
    response["ETag"] = current
    same = next((one for one in (current, packed(current)) if one in known), "")
    if same or known.strip() == "*":
        response["ETag"] = same or current
        response.status_code, response.content = 304, b""
        del response["Content-Type"]


def version_wanted(request: Request) -> int | None:
    """The version in If-Match; `*` only demands that the thing exists, which its path does as well."""
    header = request.headers.get("If-Match", "*").strip()
    if header == "*":
        return None
    match = _TAG.fullmatch(header)
    if not match:
        raise ValidationError({"If-Match": [_("This is not an ETag of ours.")]})
    return int(match[1])


def require_versioned(taken: type[Serializer[object]]) -> None:
    """Refuse If-Match where no version is compared: else the client would take it for checked."""
    if "version" not in taken().fields:
        raise ValidationError({"If-Match": [_("There is no version here that could be compared.")]})
