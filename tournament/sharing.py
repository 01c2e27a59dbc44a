"""What other programs show of a tournament: a picture for messengers, a calendar file, a feed.

None of it holds a player's name: what was fetched once is kept by others for ever, and cannot be hidden any more.
"""

import io
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament.models import LogEntry, Tournament

WIDTH, HEIGHT, EDGE = 1200, 630, 70
GROUND, PLUM, WHITE, SOFT = "#f5f3f8", "#4d2a86", "#ffffff", "#5b5266"
SIX = ("#f2b705", "#1d8a4a", "#d0312d", "#2b2b2b", "#2563b8", "#ffffff")  # of the game, as ornament
FONT: Path = settings.BASE_DIR / "tournament/static/tournament/fonts/atkinson-latin.ttf"
TOLD = {"round.published", "round.closed"}


def picture(tournament: Tournament) -> bytes:
    """1200 × 630: name, club and day on a field of the board."""
    drawn = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((0, 0, WIDTH, 24), fill=PLUM)
    for n, colour in enumerate(SIX):
        middle = EDGE + 28 + n * 84
        pen.ellipse((middle - 28, HEIGHT - 118, middle + 28, HEIGHT - 62), fill=colour, outline=PLUM, width=5)
    pen.text((WIDTH - EDGE, HEIGHT - 90), "Augengenau", font=_font(46), fill=PLUM, anchor="rm")
    top = 110
    for line in _wrapped(tournament.name, _font(92), pen)[:3]:
        pen.text((EDGE, top), line, font=_font(92), fill=PLUM)
        top += 104
    said = f"{tournament.club.name} · {date_format(tournament.played_on, 'DATE_FORMAT')}"
    for line in _wrapped(said, _font(46), pen)[:2]:
        pen.text((EDGE, top + 12), line, font=_font(46), fill=SOFT)
        top += 58
    out = io.BytesIO()
    drawn.save(out, "PNG", optimize=True)
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


def calendar(tournaments: Iterable[Tournament], host: str, address: dict[str, str]) -> str:
    """iCalendar (RFC 5545): whole days, since an evening's hours are not known before its rounds are set up."""
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Augengenau//EN"]
    for one in tournaments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.public_id}@{host.partition(':')[0]}",
            f"DTSTAMP:{now}",
            f"DTSTART;VALUE=DATE:{_day(one.played_on)}",
            f"DTEND;VALUE=DATE:{_day(one.played_on, 1)}",
            f"SUMMARY:{_escaped(one.name)}",
            f'ORGANIZER;CN="{_quoted(one.club.name)}":{address[one.public_id]}',
            f"URL:{address[one.public_id]}",
            "END:VEVENT",
        ]
    return "\r\n".join(_folded(line) for line in [*lines, "END:VCALENDAR"]) + "\r\n"


def _day(day: date, after: int = 0) -> str:
    """Four digits for the year, whichever; nothing comes after the last day of all."""
    return date.fromordinal(min(day.toordinal() + after, date.max.toordinal())).isoformat().replace("-", "")


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _quoted(text: str) -> str:
    return "".join(sign for sign in text if sign != '"' and sign.isprintable())


def _folded(line: str) -> str:
    """At most 75 bytes a line, no sign cut in two."""
    parts, part = [], ""
    for sign in line:
        if len((part + sign).encode()) > 74:
            parts.append(part)
            part = ""
        part += sign
    return "\r\n ".join([*parts, part])


def feed(tournament: Tournament, address: str) -> str:
    """The rounds, as they were published and closed."""
    found = Atom1Feed(tournament.name, address, tournament.club.name, language=get_language(), feed_guid=address)
    news = LogEntry.objects.filter(stream=tournament.stream, code__in=TOLD).order_by("-seq")[:50]
    for entry in news:
        number = entry.data.get("round", "")
        words = _("Round %(n)s: who sits where") if entry.code == "round.published" else _("Round %(n)s is over")
        title = words % {"n": number}
        unique = f"{address}#{entry.seq}"
        found.add_item(
            title, address, title, pubdate=entry.recorded_at, updateddate=entry.recorded_at, unique_id=unique
        )
    return str(found.writeString("utf-8"))


def club_feed(name: str, address: str, tournaments: Iterable[tuple[Tournament, str]]) -> str:
    found = Atom1Feed(name, address, name, language=get_language(), feed_guid=address)
    for one, link in tournaments:
        words = f"{one.name}, {date_format(one.played_on, 'DATE_FORMAT')}"
        found.add_item(words, link, words, pubdate=one.created_at, updateddate=one.created_at, unique_id=link)
    return str(found.writeString("utf-8"))
