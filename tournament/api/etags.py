"""ETags: the version of a thing, if it has one, and a hash of what is answered.

`If-None-Match` saves sending the same again. `If-Match` says which version was looked at: if it is another one by now, nothing
is done (412). The hash alone would not do, since names look different to different people; the version alone would not do,
since a name can change without it.
"""

import hashlib
import re
from typing import Any

from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

_TAG = re.compile(r'"(\d{1,9})(-[0-9a-f]{16})?"')


class PreconditionFailed(APIException):
    status_code = 412
    default_code = "precondition_failed"
    default_detail = _("This was changed in the meantime. Look at it again.")


def tag(content: bytes, data: Any) -> str:
    version = data.get("version", "") if isinstance(data, dict) else ""
    return f'"{version}-{hashlib.sha256(content).hexdigest()[:16]}"'


def put_on(response: Response, request: Request) -> None:
    """As soon as the answer is written; the same again becomes 304."""
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    response["Cache-Control"] = "private, no-cache"
    known = request.headers.get("If-None-Match", "")

    def finish(rendered: Response) -> None:
        found = tag(rendered.content, rendered.data)
        rendered["ETag"] = found
        if found in known:
            rendered.status_code, rendered.content = 304, b""
            del rendered["Content-Type"]

    response.add_post_render_callback(finish)


def version_wanted(request: Request) -> int | None:
    """Of If-Match; `*` only says that the thing is there, which its address does as well."""
    said = request.headers.get("If-Match", "*").strip()
    if said == "*":
        return None
    found = _TAG.fullmatch(said)
    if not found:
        raise ValidationError({"If-Match": [_("This is not an ETag of ours.")]})
    return int(found[1])


def require_versioned(taken: type[Serializer]) -> None:
    """Who says what they looked at must not be told that it was compared where it is not."""
    if "version" not in taken().fields:
        raise ValidationError({"If-Match": [_("There is no version here that could be compared.")]})
