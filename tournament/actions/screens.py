"""Steering the hall screen."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.actions.core import Write, action
from tournament.errors import Refused
from tournament.models import Screen, Tournament
from tournament.screens import LEAST_SECONDS, MOST_SECONDS, PANELS


@action("screen.set", needs="screen.steer")
def set_screen(
    write: Write,
    tournament: Tournament,
    *,
    shows: Sequence[str],
    seconds: int,
    words: str = "",
    is_night: bool = False,
    version: int | None = None,
) -> Screen:
    """`shows`: codes of panels, in turn; none: whatever fits the moment."""
    screen, _is_new = Screen.objects.get_or_create(tournament=tournament)
    write.same_version(screen, version)
    known = [panel.code for panel in PANELS]
    if not set(shows) <= set(known):
        raise Refused("panel", _("The screen cannot show this."))
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise Refused(
            "seconds",
            _("Between %(least)d and %(most)d seconds, please.") % {"least": LEAST_SECONDS, "most": MOST_SECONDS},
        )
    screen.shows = [code for code in known if code in shows]
    screen.seconds, screen.words, screen.is_night = seconds, words.strip(), is_night
    screen.version += 1
    screen.save(update_fields=["shows", "seconds", "words", "is_night", "version"])
    write.log(shows=screen.shows, seconds=seconds, is_night=is_night, texts={"words": screen.words} if words else None)
    write.answer(version=screen.version)
    return screen
