"""Responses to requests that are refused before Django sees them: problem+json for programs, as for every other refusal."""

import json
from contextlib import suppress
from http import HTTPStatus

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from deploy.site.middleware import API
from tournament.core import problems

CODES = {
    413: ("too_large", problems.TOO_LARGE),
    415: ("unsupported_media_type", problems.NO_UTF8),
    503: ("busy", problems.COME_AGAIN),
}


def refused(status: int, path: str, accepts: str = "") -> tuple[str, bytes]:
    """The Content-Type and the body. `accepts` is the Accept-Language, the only thing that is known of the language yet."""
    if not path.startswith(API):
        return "text/plain; charset=utf-8", HTTPStatus(status).phrase.encode()
    code, text = CODES[status]
    with translation.override(_language(accepts)):
        content = problems.body(code, str(text), status)
    return problems.PROBLEM_JSON, json.dumps(content).encode()


def _language(accepts: str) -> str:
    for code, _weight in parse_accept_lang_header(accepts.lower()):
        with suppress(LookupError):
            return translation.get_supported_language_variant(code)
    return settings.LANGUAGE_CODE
