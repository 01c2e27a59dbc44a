"""What stands in pasted lists and is nobody: titles, greetings, sums, chats, notes beside a name. PURE."""

import re

_TITLE_WORDS = (
    r"teilnehmer\w* \w*meldung\w* angemeldet\w* anmeld\w+ nachrücker\w* \w*liste stand zusagen? absagen? abgesagt \w*turnier"
    r" \w*pokal gesamt summe anzahl kasse startgeld anwesenheit\w* betreuer\w* trainer\w* ansprechpartner\w* kontakt fragen"
    r" davon n\.\s?n \w*(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)"
    r" players participants list total entry entries"
)
_ANY_TITLE = "|".join(_TITLE_WORDS.split())
_TITLE = re.compile(rf"\b(?:{_ANY_TITLE})\b", re.IGNORECASE)
_GREETINGS = (
    r"hallo hi hey moin servus liebe[rs]? lg vg mfg danke gruß grüße dear hello thanks cheers best regards kind\s+regards"
    r" sehr\s+geehrte\w* guten\s+(?:tag|morgen|abend) (?:viele|liebe|beste|schöne|mit\s+freundlichen)\s+grüße\w*"
)
_ANY_GREETING = "|".join(_GREETINGS.split())
_GREETING = re.compile(
    rf"^(?:(?:{_ANY_GREETING})(?:\W|$)|am\s.*\sschrieb|on\s.*\swrote"
    r"|(?:von|an|betreff|gesendet|from|to|subject)\s*:)",
    re.IGNORECASE,
)
_NOTE_WORDS = (
    r"kommt komm\w* bring\w* muss folgt später uhr weg ab bis erst evtl eventuell vielleicht veg\w* allergi\w* braucht ohne hilft"
    r" comes? late early needs? brings? maybe"
)
_ANY_NOTE = "|".join(_NOTE_WORDS.split())
_NOTE = re.compile(rf"\b(?:{_ANY_NOTE})\b", re.IGNORECASE)
_COMPANIONS = "mutter vater eltern oma opa mama papa mother father parents c/o bringt mit with"
_ANY_COMPANION = "|".join(_COMPANIONS.split())
SOMEBODY_ELSE = re.compile(rf"\b(?:{_ANY_COMPANION}|kommt\s+mit)\b[^;|]*", re.IGNORECASE)
CHAT = re.compile(r"^\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d\d(?::\d\d)?\]?\s*(?:-\s*)?")
_FORMULA = re.compile(r"^[=#]\S*[A-Z]")
_BRACKET = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")


def is_formula(text: str) -> bool:
    """Of a spreadsheet, or its error."""
    return bool(_FORMULA.match(text))


def is_chat(text: str) -> bool:
    """ "[12.11.26, 18:30] Petra: Ich komme": who writes is not always who plays."""
    stamp = CHAT.match(text.strip())
    return bool(stamp and ":" in text.strip()[stamp.end() :])


def is_greeting(text: str) -> bool:
    return bool(_GREETING.match(text))


def is_title(text: str) -> bool:
    return bool(_TITLE.search(text)) and "@" not in text


def is_heading(text: str) -> bool:
    """A title, a greeting, a sum; what ends with a colon; what has no letter."""
    is_open = text.rstrip().endswith((":", "?"))
    return is_open or not any(map(str.isalpha, text)) or is_greeting(text) or is_title(_BRACKET.sub("", text))


def is_note(piece: str) -> bool:
    """ "kommt später": said of somebody, and no club."""
    return bool(_NOTE.search(piece))
