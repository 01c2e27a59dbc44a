"""What the description of the API says once for all: refusals and headers by reference, tags, servers, licence, webhooks, and
what is promised about versions. A room that has more to say about itself adds to `MORE` at startup (`tournament.plugins`)."""

from collections.abc import Callable, Mapping
from typing import Any

from tournament.core.api_common.etags import PATTERN

Schema = dict[str, Any]
HERE = "https://augengenau.example.org"  # replaced by the address that the description is asked for at
PROBLEM = {"$ref": "#/components/schemas/Problem"}

# What any operation may be refused with, by status: its name and when. Which of them an operation has follows from what it takes.
REFUSALS: dict[int, tuple[str, str]] = {
    400: ("Malformed", "The request itself is not right: `errors` says which field or parameter, and why."),
    401: ("Unknown", "No token and nobody signed in where somebody is needed, or a token that has ended."),
    403: ("Forbidden", "Not for you, or not for the scope of your token."),
    404: ("NotFound", "There is no such thing, or you may not see that there is."),
    409: ("Conflict", "It was decided on an older state: `data` holds what is so now. Nothing was done."),
    412: ("PreconditionFailed", "If-Match names another version than the one of now. Nothing was done."),
    413: ("TooLarge", "The body is larger than what is taken here."),
    415: ("OtherMediaType", "A body is sent as application/json, in UTF-8."),
    422: (
        "Refused",
        "The request is right, but this cannot be done now: `code` and `title` say why. Nothing was done.",
    ),
    429: ("TooOften", "The limit of this minute is reached: come again after Retry-After."),
    503: (
        "Away",
        "Busy, or the database does not answer: send it again after Retry-After, with the same Idempotency-Key.",
    ),
    507: ("NoRoom", "The disk is full or cannot be written. Nothing was done."),
}
WITH_WAIT = (429, 503)

HEADERS: Schema = {
    "ETag": {"description": "The state that this is.", "schema": {"type": "string", "pattern": f'^{PATTERN}$|^"-'}},
    "Location": {"description": "Where that stands which was made.", "schema": {"type": "string", "pattern": "^/"}},
    "RateLimit": {
        "description": "What is left (`r`) of the limit, and in how many seconds (`t`) it begins anew.",
        "schema": {"type": "string", "examples": ['"read";r=598;t=41']},
    },
    "RateLimit-Policy": {
        "description": "The limit that this request counts against: requests (`q`) in so many seconds (`w`).",
        "schema": {"type": "string", "examples": ['"read";q=600;w=60']},
    },
    "Retry-After": {
        "description": "In how many seconds to come again.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "Idempotency-Replayed": {
        "description": "`true`: this was done before with the same key. Nothing was done now; this is the first answer.",
        "schema": {"type": "string", "enum": ["true"]},
    },
}
LIMITED = ("RateLimit", "RateLimit-Policy")

TAGS = {
    "me": "The account and the token of a request.",
    "clubs": "Clubs and their tournaments.",
    "seasons": "Rankings of a club over several tournaments.",
    "presets": "Kinds of tournament: shipped ones and the club's own.",
    "tournaments": "A tournament, its settings, and what comes next.",
    "stages": "The parts of a tournament, and the rounds of each.",
    "rounds": "Rounds: drawn, published, timed, closed.",
    "tables": "Tables with their seats, reports and results.",
    "entries": "Who plays: entered, checked in, withdrawn.",
    "groups": "Teams and categories.",
    "standings": "Who stands where, and why.",
    "cut": "Who goes on into a final; throw-offs and lots.",
    "bracket": "Who meets whom on the way to the last table.",
    "penalties": "Penalties off the overall score.",
    "games": "Recorded games, throw by throw.",
    "rulings": "What referees decided.",
    "calls": "Tables that want a referee.",
    "appeals": "Players who do not accept a ruling.",
    "papers": "What can be printed.",
    "export": "Lists and the document of a whole tournament.",
    "jobs": "Work in the background.",
    "log": "Who did what when.",
    "draws": "Published draws with all that it takes to check them.",
    "engine": "The rules: positions, moves, rulings on one throw. Nothing is stored.",
    "problems": "What can be refused, by code.",
    "webhooks": "What is told to addresses that a club has named.",
}

ABOUT = """Tournaments of the board game Mensch ärgere Dich nicht: the same actions and the same reading as on the pages.

**Addresses** are the same with and without a slash at their end.

**Refusals** are `application/problem+json` (RFC 9457). `code` is for programs and stays what it is; `type` is its address with
more about it; `title` is for people, in the language of `Accept-Language`. `/api/v1/problems` lists all of them.

**Versions**: within `/api/v1` no address, field, code or event is taken away or changes its meaning. New ones may come: a program
ignores fields of answers, codes and events that it does not know. What a request may hold is said in full, and what is not said
is refused. Should something have to change, there will be a `/api/v2`, and this one goes on for a year at least."""

LICENCE = {"name": "GNU Affero General Public License v3.0 or later", "identifier": "AGPL-3.0-or-later"}
MORE: list[Callable[[], Mapping[str, Any]]] = []


def finished(result: Schema, **_of_generator: Any) -> Schema:
    """A hook of drf-spectacular: called once the paths are there."""
    used = {tag for path in result["paths"].values() for operation in path.values() for tag in operation["tags"]}
    result["info"] |= {"description": ABOUT, "license": LICENCE, "contact": {"name": "Whoever runs this server"}}
    result["servers"] = [{"url": HERE, "description": "This server."}]
    result["tags"] = [
        {"name": name, "description": about} for name, about in TAGS.items() if name in {*used, "webhooks"}
    ]
    result["components"]["headers"] = HEADERS
    result["components"]["responses"] = {name: _refusal(status, about) for status, (name, about) in REFUSALS.items()}
    for more in MORE:
        for part, content in more().items():
            result.setdefault(part, {}).update(content)
    return {**result, "paths": {path.removesuffix("/"): item for path, item in result["paths"].items()}}


def _refusal(status: int, about: str) -> Schema:
    headers = (*LIMITED, *(("Retry-After",) if status in WITH_WAIT else ()))
    return {
        "description": about,
        "headers": referred(*headers),
        "content": {"application/problem+json": {"schema": PROBLEM}},
    }


def referred(*headers: str) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in headers}


def refusals(statuses: set[int]) -> Schema:
    return {str(status): {"$ref": f"#/components/responses/{REFUSALS[status][0]}"} for status in sorted(statuses)}
