"""Files for other programs: a preview picture for messengers, a calendar file, a feed.

None of them contains a player's name: once fetched, others keep them, and a name could not be hidden any more.
"""

import io
import uuid
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament.core import when
from tournament.core.languages import spoken
from tournament.models import Club, LogEntry, Tournament

WIDTH, HEIGHT, EDGE = 1200, 630, 70
GROUND, PLUM, WHITE, SOFT = "#f5f3f8", "#4d2a86", "#ffffff", "#5b5266"
SIX = ("#f2b705", "#1d8a4a", "#d0312d", "#2b2b2b", "#2563b8", "#ffffff")  # colours of the pieces, as an ornament
FONT: Path = settings.BASE_DIR / "tournament/static/tournament/fonts/atkinson-latin.ttf"
TOLD = {"round.published", "round.closed"}


def picture(tournament: Tournament) -> bytes:
    """A PNG of 1200 × 630 pixels with name, club, day and place."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 24), fill=PLUM)
    for n, colour in enumerate(SIX):
        middle = EDGE + 28 + n * 84
        pen.ellipse((middle - 28, HEIGHT - 118, middle + 28, HEIGHT - 62), fill=colour, outline=PLUM, width=5)
    pen.text((WIDTH - EDGE, HEIGHT - 90), "Augengenau", font=_font(46), fill=PLUM, anchor="rm")
    top = 110
    name = _wrapped(tournament.name, _font(92), pen)[:3]
    for line in name:
        pen.text((EDGE, top), line, font=_font(92), fill=PLUM)
        top += 104
    facts = (f"{tournament.club.name} · {when.told(tournament)}", tournament.place)
    for line in [line for part in facts for line in _wrapped(part, _font(46), pen)][: 5 - len(name)]:
        pen.text((EDGE, top + 12), line, font=_font(46), fill=SOFT)
        top += 58
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


def _wrapped(text: str, font: ImageFont.FreeTypeFont, pen: ImageDraw.ImageDraw) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if pen.textlength(longer, font=font) <= WIDTH - 2 * EDGE or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# Under which other programs know our things, whatever the address is at which they were asked for.
OURS = uuid.UUID("6b1c7e3e-0d0c-4d8e-9c53-8f7f5a8c2d11")


def lasting(name: str) -> str:
    """The same id on every machine and under every address."""
    return uuid.uuid5(OURS, name).urn


def calendar(tournaments: Iterable[Tournament], address: dict[str, str]) -> str:
    """iCalendar (RFC 5545) of tournaments annotated with counts. Events last as long as the rounds will take; without a time
    of day they take the whole day."""
    now = _moment(datetime.now(UTC))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Augengenau//EN"]
    for one in tournaments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.public_id}@augengenau",
            f"DTSTAMP:{now}",
            *_span(one),
            f"SUMMARY:{_escaped(one.name)}",
            *([f"LOCATION:{_escaped(one.place)}"] if one.place else []),
            f'ORGANIZER;CN="{_quoted(one.club.name)}":{address[one.public_id]}',
            f"URL:{address[one.public_id]}",
            "END:VEVENT",
        ]
    return "\r\n".join(_folded(line) for line in [*lines, "END:VCALENDAR"]) + "\r\n"


def _span(one: Tournament) -> list[str]:
    try:
        start = when.begins(one)
        end = start and start + when.length(one, one.players)
    except OverflowError:  # on the first or last day that Python knows
        start = end = None
    if start is None or end is None:
        return [f"DTSTART;VALUE=DATE:{_day(one.played_on)}", f"DTEND;VALUE=DATE:{_day(one.played_on, 1)}"]
    return [f"DTSTART:{_moment(start)}", *([f"DTEND:{_moment(end)}"] if end > start else [])]


def _moment(moment: datetime) -> str:
    """In UTC: 20261121T130000Z."""
    return moment.isoformat(timespec="seconds").replace("-", "").replace(":", "")[:15] + "Z"


def _day(day: date, after: int = 0) -> str:
    """YYYYMMDD, also for years before 1000 and for the last day that Python knows."""
    return date.fromordinal(min(day.toordinal() + after, date.max.toordinal())).isoformat().replace("-", "")


def _escaped(text: str) -> str:
    for char in "\\;,":
        text = text.replace(char, f"\\{char}")
    return text.replace("\n", "\\n")


def _quoted(text: str) -> str:
    return "".join(char for char in text if char != '"' and char.isprintable())


def _folded(line: str) -> str:
    """Fold to lines of at most 75 bytes, without cutting a character in two."""
    parts, part = [], ""
    for char in line:
        if len((part + char).encode()) > 74:
            parts.append(part)
            part = ""
        part += char
    return "\r\n ".join([*parts, part])


def feed(tournament: Tournament, address: str, own: str) -> str:
    """An Atom feed of the rounds published and closed."""
    atom = Atom1Feed(
        *(tournament.name, address, tournament.club.name),
        language=spoken(),
        feed_guid=lasting(tournament.public_id),
        feed_url=own,
        author_name=tournament.club.name,
    )
    stages = dict(tournament.stages.values_list("position", "name"))
    news = LogEntry.objects.filter(stream=tournament.stream, code__in=TOLD).order_by("-seq")[:50]
    for entry in news:
        number = entry.data.get("round", "")
        words = _("Round %(n)s: who sits where") if entry.code == "round.published" else _("Round %(n)s is over")
        stage = stages.get(entry.data.get("stage"), "")
        title = ", ".join(filter(None, (stage, words % {"n": number})))
        unique = lasting(f"{tournament.public_id} {entry.seq}")
        atom.add_item(title, address, title, pubdate=entry.recorded_at, updateddate=entry.recorded_at, unique_id=unique)
    return str(atom.writeString("utf-8"))


def club_feed(club: Club, address: str, own: str, tournaments: Iterable[tuple[Tournament, str]]) -> str:
    atom = Atom1Feed(
        *(club.name, address, club.name),
        language=spoken(),
        feed_guid=lasting(club.public_id),
        feed_url=own,
        author_name=club.name,
    )
    for one, link in tournaments:
        words = f"{one.name}, {when.when_and_where(one)}"
        atom.add_item(
            words,
            link,
            words,
            pubdate=one.created_at,
            updateddate=one.created_at,
            unique_id=lasting(f"event {one.public_id}"),
        )
    return str(atom.writeString("utf-8"))
