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
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tournament import when
from tournament.models import LogEntry, Tournament

WIDTH, HEIGHT, EDGE = 1200, 630, 70
GROUND, PLUM, WHITE, SOFT = "#f5f3f8", "#4d2a86", "#ffffff", "#5b5266"
SIX = ("#f2b705", "#1d8a4a", "#d0312d", "#2b2b2b", "#2563b8", "#ffffff")  # of the game, as ornament
FONT: Path = settings.BASE_DIR / "tournament/static/tournament/fonts/atkinson-latin.ttf"
TOLD = {"round.published", "round.closed"}


def picture(tournament: Tournament) -> bytes:
    """1200 × 630: name, club, day and place on a field of the board."""
    drawn = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    pen = ImageDraw.Draw(drawn)
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
    said = (f"{tournament.club.name} · {when.told(tournament)}", tournament.place)
    for line in [line for part in said for line in _wrapped(part, _font(46), pen)][: 5 - len(name)]:
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
    """iCalendar (RFC 5545), of tournaments with their counts: from the hour on, as long as the rounds will take; a whole day
    where nobody has said an hour."""
    now = _moment(datetime.now(UTC))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Augengenau//EN"]
    for one in tournaments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.public_id}@{host.partition(':')[0]}",
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
        end = start and start + when.length(one, one.players)  # type: ignore[attr-defined]  (with_counts)
    except OverflowError:  # on the first or the last day of all
        start = end = None
    if start is None or end is None:
        return [f"DTSTART;VALUE=DATE:{_day(one.played_on)}", f"DTEND;VALUE=DATE:{_day(one.played_on, 1)}"]
    return [f"DTSTART:{_moment(start)}", *([f"DTEND:{_moment(end)}"] if end > start else [])]


def _moment(moment: datetime) -> str:
    """In UTC: 20261121T130000Z."""
    return moment.isoformat(timespec="seconds").replace("-", "").replace(":", "")[:15] + "Z"


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
        words = f"{one.name}, {when.when_and_where(one)}"
        found.add_item(words, link, words, pubdate=one.created_at, updateddate=one.created_at, unique_id=link)
    return str(found.writeString("utf-8"))
