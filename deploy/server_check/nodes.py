"""The processes for pages and streams themselves: each there, of one version, with room for its connections."""

import os
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from deploy.server_check.clocks import compared
from deploy.server_check.finding import Finding, Where, note, ok, wrong
from deploy.server_check.visit import ask_directly, key

PART = "nodes"
FEWEST_FILES = 4_000
SETTING = "AUGENGENAU_NODES"


def look(where: Where) -> Iterator[Finding]:
    named = os.environ.get(SETTING, "").split(",")
    places = where.nodes or tuple(place.strip() for place in named if place.strip())
    if not places:
        text = _("Which processes there are is not said, so none was asked.")
        yield note(PART, text, _("Name them in %(name)s: 127.0.0.1:8000,127.0.0.1:8001") % {"name": SETTING})
    for place in places:
        yield from _node(place)


def _node(place: str) -> Iterator[Finding]:
    asked = timezone.now()
    try:
        answer = ask_directly(place, "/seen", Authorization=key())
    except (OSError, ValueError) as error:
        words = {"place": place, "why": str(error)[:150]}
        yield wrong(
            PART, _("%(place)s does not answer: %(why)s") % words, _("Start it: systemctl restart augengenau.target")
        )
        return
    if not answer.told:
        text = _("%(place)s is asked with another metrics token than it has, or is of another version.") % {
            "place": place
        }
        yield wrong(PART, text, _("Give all processes the same secrets, and restart them."))
        return
    yield from compared_facts(PART, place, answer.told, asked)


def compared_facts(part: str, place: str, told: dict[str, Any], asked: datetime) -> Iterator[Finding]:
    todo = _("Restart it with the program and the settings that the others have.")
    for name, ours in (("version", settings.VERSION), ("time_zone", settings.TIME_ZONE)):
        if told[name] != ours:
            words = {"place": place, "name": name, "theirs": told[name], "ours": ours}
            yield wrong(part, _("%(place)s has %(name)s %(theirs)s, and here it is %(ours)s.") % words, todo)
    if 0 < told["files"] < FEWEST_FILES:
        words = {"place": place, "files": told["files"]}
        text = _("%(place)s may open only %(files)d files: too few for a full hall.") % words
        yield wrong("files", text, "LimitNOFILE=20000")
    yield compared(part, place, datetime.fromisoformat(told["at"]), asked)
    yield ok(part, _("%(place)s answers, version %(version)s.") % {"place": place, "version": told["version"]})
