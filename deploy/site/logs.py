"""A server's log: one line of JSON for each record, with ids, routes and figures; never a name, a link's address or a secret.

Our own messages are written for this. Of other packages' messages only the format string is logged, not its arguments (a path
holds a link's secret, an error of the database quotes the row); of an exception its class, and where it was raised.
"""

import json
import logging
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime

OURS = ("augengenau", "deploy", "tournament", "games", "referee")
FRAMES = 12  # the innermost ones

request_id: ContextVar[str] = ContextVar("request_id", default="")


class Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": _words(record),
            "request": request_id.get(),
            **getattr(record, "facts", {}),
            **_error(record),
        }
        return json.dumps({name: value for name, value in line.items() if value != ""}, default=str)


def _words(record: logging.LogRecord) -> str:
    is_ours = record.name.partition(".")[0] in OURS
    return record.getMessage() if is_ours else str(record.msg)


def _error(record: logging.LogRecord) -> dict[str, object]:
    if not record.exc_info or record.exc_info[0] is None:
        return {}
    kind, _error, trace = record.exc_info
    frames = traceback.extract_tb(trace)[-FRAMES:]
    return {"error": kind.__name__, "where": [f"{at.filename}:{at.lineno} {at.name}" for at in frames]}
