"""What a piece of a pasted line is: an address, a telephone number, a year of birth, a club, "bezahlt" … PURE.

Decided here: what a piece looks like. Left out: what is left as the name (`lines`), and whether the values can be stored
(`reading`).
"""

import datetime
import re
from collections.abc import Callable
from enum import StrEnum


class Part(StrEnum):
    """What a piece says. The values of those that a list can import are the codes of their columns."""

    EMAIL = "email"
    PAID = "paid"
    MINOR = "minor"
    CLUB = "club"
    TEAM = "team"
    NUMBER = "number"
    BORN = "born"  # a year, a day or an age, from which "under 16" follows
    PHONE = "phone"  # recognised so that it is not taken for a name; not stored
    UNPAID = "unpaid"
    MONEY = "money"
    WORD = ""


_FLAGS = re.IGNORECASE | re.VERBOSE

EMAIL = re.compile(r"[<(\[]?(?:mailto:)?([^\s<>()\[\];,:\"|]+@[^\s<>()\[\];,\"|]+\.[^\W\d_]{2,})[>)\]]?")
DAY = re.compile(
    r"""(?: (?:geb(?:oren|\.)? | born | \*) \s* (?:am\s+)? )?
        (?: (?P<d>\d{1,2}) \. \s? (?P<m>\d{1,2}) \. \s? (?P<y>(?:19|20)\d\d|\d\d)
          | (?P<d2>\d{1,2}) / (?P<m2>\d{1,2}) / (?P<y2>(?:19|20)\d\d)
          | (?P<y3>(?:19|20)\d\d) - (?P<m3>\d\d) - (?P<d3>\d\d) ) (?!\d)""",
    _FLAGS,
)
YEAR = re.compile(
    r"(?: (?: geb(?:oren|\.|urtsjahr:?)? | born | jahrgang:? | jg\.?:? | \* ) \s* (?:in\s+)? '? (?P<y>(?:19|20)\d\d | \d\d) \b"
    r" | (?<![\d/+-]) \b (?P<y2>(?:19[3-9]|20[0-4])\d) \b (?![\d/-]) )",
    _FLAGS,
)
AGE = re.compile(
    r"\b(?:alter:?\s*)?(?P<age>\d{1,2})\s*(?:jahre?(?:\s+alt)?|j\.|years?(?:\s+old)?|y/?o)(?!\w)|\b(?:alter|aged?)\b:?\s*(?P<aged>\d{1,2})\b",
    re.IGNORECASE,
)
PHONE = re.compile(
    r"(?:(?:tel(?:efon)?|handy|mobil|fon|phone|mobile)\b\.?\s*:?\s*)?(?<![\w.])\(?(?:\+|00?)(?:[\s/().-]*\d){5,}",
    re.IGNORECASE,
)
_SUM = r"(?:\b\d+(?:[.,]\d\d)?\s*(?:€|eur(?:o)?\b)|[€£$]\s*\d+(?:[.,]\d\d)?)"
UNPAID = re.compile(
    r"\b(?: (?:noch\s+)? (?: nicht\s+(?:be|ge)zahlt | unbezahlt | offen ) | (?:not|un)\s?paid"
    r" | (?:be)?zahlt \s+ (?: bar | vor\s+ort | am\s+abend | später ) ) \b",
    _FLAGS,
)
PAID = re.compile(
    rf"(?:{_SUM}\s*)? (?:\b(?:startgeld|gebühr)\s+)? (?:\b(?:hat|ist|schon|bereits)\s+)*"
    r"\b (?: bezahlt | gezahlt | überwiesen | bez\. | has\s+paid | paid ) (?!\w) (?:\s*[✓✔☑])? ",
    _FLAGS,
)
MONEY = re.compile(r"(?<!\w)\d+(?:[.,]\d\d)?\s*(?:€|eur(?:o)?\b)|[€£$]\s*\d+(?:[.,]\d\d)?", re.IGNORECASE)
MINOR = re.compile(
    r"(?:u\s?-?\s?(?:[4-9]|1[0-6])|unter\s?16|under\s?16|kind|jugendliche[rn]?|minderjährig|child|minor)", re.IGNORECASE
)
TEAM = re.compile(r"(?P<team>(?:team|mannschaft)\s+[^\s:].*)|(?:team|mannschaft)\s*:\s*(?P<named>\S.*)", re.IGNORECASE)
NUMBER = re.compile(r"(?:\#|(?:start)?(?:nummer|nr\.?)\s*:?)\s*(?P<number>\d{1,4})(?![\d.])", re.IGNORECASE)
# A word by which one knows a club: its kind in capitals, its trade in front, or its form at the end.
_CLUB_KINDS = (
    "SV SC FC TV TSG TuS TuRa TSC ESV VfL VfB VfR SG SpVgg SSV DJK MTV ATV BSV KSV MSC ASV PSV CVJM KJG DRK AWO THW FFW"
    " Freiwillige Club Klub Verein Stammtisch Feuerwehr Landfrauen Landjugend Jugendtreff"
)
_CLUB_FRONTS = "Spiele Brettspiel Würfel Sport Turn Schützen Heimat Kegel Skat Karneval Kolping"
_CLUB_ENDS = "verein freunde treff club klub gruppe runde gemeinschaft verband stammtisch"
_CLUB_WORD = (
    rf"(?:[A-ZÄÖÜ]{{1,3}}SV|{'|'.join(_CLUB_KINDS.split())}|(?:{'|'.join(_CLUB_FRONTS.split())})[a-zäöüß-]{{3,}}"
    rf"|[A-ZÄÖÜ][\wäöüß-]*(?:{'|'.join(_CLUB_ENDS.split())}))"
)
CLUB = re.compile(rf"(?<!\w){_CLUB_WORD}(?!\w)[^;|\t,]*")
_REGISTERED = re.compile(r".*\be\.\s?V\.")
_ABBREVIATED = re.compile(r"[A-ZÄÖÜ]{2,4}\s+[A-ZÄÖÜ][a-zäöüß].*|[A-ZÄÖÜ][\w -]+\s(?:[A-Z]{1,2}C|SV|Club)")
LABELLED = re.compile(r"(?:verein|club)\s*:\s*(?P<club>\S.*)", re.IGNORECASE)


def _whole(pattern: re.Pattern[str]) -> Callable[[str], re.Match[str] | None]:
    return pattern.fullmatch


_KINDS: tuple[tuple[Part, Callable[[str], re.Match[str] | None]], ...] = (
    (Part.EMAIL, _whole(EMAIL)),
    (Part.BORN, _whole(DAY)),
    (Part.BORN, _whole(YEAR)),
    (Part.BORN, _whole(AGE)),
    (Part.PHONE, _whole(PHONE)),
    (Part.UNPAID, _whole(UNPAID)),
    (Part.PAID, _whole(PAID)),
    (Part.MONEY, _whole(MONEY)),
    (Part.MINOR, _whole(MINOR)),
    (Part.TEAM, _whole(TEAM)),
    (Part.NUMBER, _whole(NUMBER)),
    (Part.CLUB, _whole(LABELLED)),
    (Part.CLUB, _whole(CLUB)),
    (Part.CLUB, _whole(_REGISTERED)),
    (Part.CLUB, _whole(_ABBREVIATED)),
)


_VALUES = {Part.EMAIL: EMAIL, Part.TEAM: TEAM, Part.NUMBER: NUMBER, Part.CLUB: LABELLED}


def kind(piece: str) -> Part:
    """What the whole piece says."""
    return next((part for part, matches in _KINDS if matches(piece)), Part.WORD)


def value(part: Part, piece: str) -> str:
    """The piece as the cell of a column has it."""
    if part in (Part.PAID, Part.MINOR):
        return "x"
    pattern = _VALUES.get(part)
    match = pattern.fullmatch(piece) if pattern else None
    return next(filter(None, match.groups())) if match else piece


def is_under_16(piece: str, day: datetime.date) -> bool | None:
    """Whether somebody of this day or year of birth, or this age, is under 16 on the day; None: it cannot be read. A year
    alone that leaves it open counts as under 16, which protects more."""
    if match := AGE.fullmatch(piece.strip()) or re.fullmatch(r"(?P<age>\d{1,2})", piece.strip()):
        return int(next(filter(None, match.groups()))) < 16
    if match := DAY.fullmatch(piece.strip()):
        return _is_young(match, day)
    if match := YEAR.fullmatch(piece.strip()):
        return day.year - _full_year(match["y"] or match["y2"], day) <= 16
    return None


def _is_young(match: re.Match[str], day: datetime.date) -> bool | None:
    year, month, date = (next(filter(None, (match[name + n] for n in ("", "2", "3")))) for name in "ymd")
    try:
        born = datetime.date(_full_year(year, day), int(month), int(date))
    except ValueError:
        return None
    return (day.year - born.year - ((day.month, day.day) < (born.month, born.day))) < 16


def _full_year(digits: str, day: datetime.date) -> int:
    year = int(digits)
    if year > 99:
        return year
    return year + (2000 if year <= day.year % 100 else 1900)
