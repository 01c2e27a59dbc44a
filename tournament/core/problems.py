"""The catalogue of refusals: by code, with what status a program gets it, what it says, and the address that names it for good.

`problem_codes.json` is read from the source by `deploy/workshop/problem_codes.py`. Here stands what the framework, the doors of
the site and the proxy refuse.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rules.speech import Text
from tournament.core.errors import DECLARED
from tournament.core.languages import spoken

FILE = Path(__file__).parent / "problem_codes.json"
PROBLEM_JSON = "application/problem+json"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")

NO_SLASH = _("This address takes no other method than those in Allow.")
UNREADABLE = _("This is no JSON that can be read: line %(line)d, sign %(column)d.")
NO_UTF8 = _("A request is text in UTF-8.")
NESTED = _("The JSON is nested too deeply.")
TWICE = _("The field “%(name)s” stands there twice.")
TOO_LARGE = _("This is larger than what is taken here.")
COME_AGAIN = _("Too much is being sent here just now: nothing of this was taken. Send it again in a moment.")
BAD_REQUEST = _("This request cannot be read.")
ONLY_HTTPS = _("Only over https: whoever listens has the token that was sent.")
NO_TEXT = _("No text has the sign NUL in it.")
UNKNOWN_HOST = _("Unknown host name.")
BUG = _("That was our mistake")
DATABASE_AWAY = _("The database does not answer just now. Send this again in a moment, with the same Idempotency-Key.")
AWAY = _("No server answers just now. Send this again in a moment, with the same Idempotency-Key.")

# With their statuses, where nothing in the product raises them as a refusal of its own.
AROUND: dict[str, tuple[int, tuple[Promise, ...]]] = {
    "parse_error": (400, (UNREADABLE, NESTED, NO_UTF8, TWICE)),
    "invalid": (400, (_("Something in this request is not right: `errors` says where."),)),
    "bad_request": (400, (BAD_REQUEST,)),
    "nul": (400, (NO_TEXT,)),
    "unknown_host": (400, (UNKNOWN_HOST,)),
    "not_authenticated": (401, (_("A token is needed here, or somebody who is signed in."),)),
    "authentication_failed": (401, (_("This token does not exist, has ended or was taken back."),)),
    "permission_denied": (403, (_("This was not sent from a page of ours."),)),
    "https": (403, (ONLY_HTTPS,)),
    "not_found": (404, (_("There is nothing here, or nothing that you may see."),)),
    "method_not_allowed": (405, (NO_SLASH,)),
    "precondition_failed": (412, (_("This was changed in the meantime. Look at it again."),)),
    "too_large": (413, (TOO_LARGE,)),
    "unsupported_media_type": (415, (_("A body is sent as application/json."),)),
    "throttled": (429, (_("That was too often. Retry-After says in how many seconds to come again."),)),
    "bug": (500, (BUG,)),
    "away": (502, (AWAY,)),
    "database_away": (503, (DATABASE_AWAY,)),
}


@dataclass(frozen=True)
class Problem:
    code: str
    statuses: tuple[int, ...]
    sentences: tuple[str, ...]  # as its `title` may be, with … for what differs

    @property
    def address(self) -> str:
        return address(self.code)


class _Dots(dict[str, str]):
    def __missing__(self, _name: str) -> str:
        return "…"


def address(code: str) -> str:
    """The `type` of a problem: the same on every installation, and a page there."""
    return f"/problems/{code}/"


def catalogue() -> dict[str, Problem]:
    """By code, worded in the current language."""
    return {code: _worded(code) for code in sorted({*_of_source(), *AROUND})}


def _worded(code: str) -> Problem:
    raised = _of_source().get(code, {})
    status, around = AROUND.get(code, (0, ()))
    declared = (str(way.sentence) for way in DECLARED.get(code, ()))
    ours = declared if code in DECLARED else (gettext(one) for one in _texts(raised, "sentences"))
    engine = (Text(one).said(spoken(), _Dots()) for one in _texts(raised, "engine"))
    sentences = [one for one in (*map(_dotted, ours), *engine, *(_dotted(str(one)) for one in around)) if one != "…"]
    statuses = {*map(int, _texts(raised, "status")), *({status} if status else ())}
    return Problem(
        code,
        tuple(sorted(statuses)),
        tuple(dict.fromkeys(one.replace("….", "…") for one in sentences))
        or (gettext("What is said depends on the case."),),
    )


def _dotted(sentence: str) -> str:
    return PLACEHOLDER.sub("…", sentence).replace("%%", "%")


def _texts(raised: Mapping[str, list[str]], name: str) -> list[str]:
    return raised.get(name, [])


@cache
def _of_source() -> Mapping[str, Mapping[str, list[str]]]:
    found: Mapping[str, Mapping[str, list[str]]] = json.loads(FILE.read_text())
    return found


def body(code: str, title: str, status: int, **more: object) -> dict[str, object]:
    """RFC 9457."""
    return {"type": address(code), "title": title, "status": status, "code": code, **more}
