"""The fields of an entry, each declared once.

Everything else is derived from a declaration: the import column (`imports`), the forms, the API (`serializers`), the export
column (`tournament.out.lists`), what the actions take (`details`), and the tests of all these. Lengths are those of the
model's column of the same name. What erasing and retention do to a column is declared in `tournament.policy`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


def _(text: str) -> str:
    """Mark a text for the catalogues; it is translated where it is shown."""
    return text


class Of(StrEnum):
    """The model of the column: the person for all tournaments, the entry for this one, the contact, which is erased alone."""

    PERSON = "person"
    ENTRY = "entry"
    CONTACT = "contact"


class Kind(StrEnum):
    NAME = "name"  # one line of text
    TEXT = "text"
    EMAIL = "email"
    TRUTH = "truth"
    NUMBER = "number"  # the start number
    GROUP = "group"  # a team or category, given by name in a list
    BOARDS = "boards"


@dataclass(frozen=True)
class Own:
    """How the public page asks for it, on which people enter themselves."""

    label: str = ""  # empty: the label of the field
    help: str = ""
    autocomplete: str = ""
    is_long: bool = False  # several lines


@dataclass(frozen=True)
class Field:
    """One field. An empty text leaves out its use: without `column` it cannot be imported, without `title` not exported."""

    name: str
    of: Of
    kind: Kind
    label: str
    help: str = ""
    column: str = ""  # the code of its column in an import
    heads: str = ""  # headings by which the column is recognised, in lower case without hyphens
    meaning: str = ""  # its name where somebody corrects what a column means
    title: str = ""  # heading of its column in an export
    is_public: bool = False  # everybody may read it in an export
    own: Own | None = None
    api_help: str = ""
    api_list_help: str = ""

    @property
    def is_private(self) -> bool:
        """Only those who may change entries see it."""
        return self.of == Of.CONTACT

    @property
    def sees(self) -> str:
        """The permission needed to read it (tournament.core.access)."""
        return "public.see" if self.is_public else "entries.change" if self.is_private else "entries.see"


FIELDS = (
    Field(
        *("given_name", Of.PERSON, Kind.NAME, _("First name")),
        column="given",
        heads="vorname rufname givenname firstname forename given",
        meaning=_("first name"),
        title=_("First name"),
        own=Own(autocomplete="given-name"),
    ),
    Field(
        *("family_name", Of.PERSON, Kind.NAME, _("Surname")),
        column="family",
        heads="nachname familienname zuname surname lastname familyname family",
        meaning=_("surname"),
        title=_("Surname"),
        own=Own(autocomplete="family-name"),
    ),
    Field(
        *("number", Of.ENTRY, Kind.NUMBER, _("Start number")),
        column="number",
        heads="nr nummer startnummer startnr no number startnumber bib bibno bibnumber startno",
        meaning=_("start number"),
        title=_("Start number"),
        is_public=True,
    ),
    Field(
        *("is_minor", Of.PERSON, Kind.TRUTH, _("under 16")),
        column="minor",
        heads="u16 unter16 kind kinder minderjährig under16 minor child jugend",
        meaning=_("under 16"),
        title=_("Under 16"),
        own=Own(),
    ),
    Field(
        *("guardian", Of.CONTACT, Kind.NAME, _("Grown-up who agrees")),
        own=Own(
            label=_("Name of the grown-up who agrees"),
            help=_("Only for somebody under 16. Nobody but the organisers reads it."),
            autocomplete="off",
        ),
        api_help="For somebody under 16.",
    ),
    Field(
        *("is_hidden", Of.PERSON, Kind.TRUTH, _("hide the name in public")),
        column="hidden",
        heads="verborgen nameverbergen hidden hidename",
        meaning=_("hide in public"),
        title=_("Hidden"),
        own=Own(help=_("Others then see “Player” and the start number. Under 16 that is always so.")),
    ),
    Field(
        *("shows_full_name", Of.PERSON, Kind.TRUTH, _("full name in public, as this player allows")),
        help=_("Otherwise the first name and the first letter of the surname; under 16 only the start number."),
    ),
    Field(
        *("is_paid", Of.ENTRY, Kind.TRUTH, _("has paid")),
        column="paid",
        heads="bezahlt bez startgeld startgeldbezahlt gezahlt paid fee",
        meaning=_("paid"),
        title=_("Paid"),
    ),
    Field(
        *("team", Of.ENTRY, Kind.GROUP, _("Team")),
        column="team",
        heads="team mannschaft gruppe",
        meaning=_("team"),
        title=_("Team"),
        is_public=True,
        api_list_help="By name; a new one is made.",
    ),
    Field(
        *("category", Of.ENTRY, Kind.GROUP, _("Category")),
        column="category",
        heads="kategorie klasse altersklasse wertung category class",
        meaning=_("category"),
        title=_("Category"),
        is_public=True,
    ),
    Field(
        *("from_club", Of.ENTRY, Kind.NAME, _("Club")),
        column="club",
        heads="verein club",
        meaning=_("club"),
        title=_("Club"),
    ),
    Field(
        *("family", Of.ENTRY, Kind.NAME, _("Family")),
        help=_("Whoever has the same word here is not seated at one table, where that is possible."),
        column="kin",
        heads="familie haushalt nichtzusammen apart household",
        meaning=_("family: not at one table"),
        title=_("Household"),
        api_help="One word for all who would rather sit apart.",
    ),
    Field(
        *("fixed_boards", Of.ENTRY, Kind.BOARDS, _("Boards within reach")),
        help=_("For limited mobility: the numbers of the boards, best one for four and one for three: 3, 14."),
        column="board",
        heads="brett festesbrett festertisch bretter board fixedboard boards",
        meaning=_("boards within reach"),
        title=_("Boards"),
    ),
    Field(
        *("email", Of.CONTACT, Kind.EMAIL, _("E-mail address")),
        column="email",
        heads="email mail emailadresse mailadresse emailaddress mailaddress",
        meaning=_("e-mail address"),
        own=Own(label=_("E-mail address (optional)"), autocomplete="email"),
    ),
    Field(
        *("note", Of.ENTRY, Kind.TEXT, _("Note")),
        own=Own(
            label=_("Wishes (optional)"),
            help=_("A table that is easy to get to, family who would rather not play each other …"),
            is_long=True,
        ),
    ),
)
NAMED = {field.name: field for field in FIELDS}
IN_LISTS = tuple(field for field in FIELDS if field.column)
OWN = tuple(field for field in FIELDS if field.own)
# The desk has separate controls for these.
_ELSEWHERE = {"number", "is_paid"}
WISHES = tuple(field for field in FIELDS if field.of == Of.ENTRY and field.name not in _ELSEWHERE)
PERSONAL = tuple(field for field in FIELDS if field.of == Of.PERSON)
CONTACT = tuple(field for field in FIELDS if field.of == Of.CONTACT)


def names(fields: Iterable[Field]) -> set[str]:
    return {field.name for field in fields}
