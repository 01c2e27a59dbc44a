"""The certificates as a paper: for whom, in which design, with which words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.core import files
from tournament.core.errors import Refused
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.models import Entry, Seat, Tournament
from tournament.models.events import GONE
from tournament.models.stages import RoundState
from tournament.paper import choices
from tournament.paper.certificates.designs import AWARDED, DESIGNS, IN_CATEGORY, OF_TEAMS, Design, drawn, heading_of
from tournament.paper.certificates.sheet import Facts
from tournament.paper.ink import ink
from tournament.paper.registry import RESULTS, Choices, Order, Pack, document, of_all
from tournament.people.names import full_name

IN_PART = 16
_BESIDE_NUMBER = re.compile(r"(?<=\d) (?=\S)|(?<=\d\.) (?=\S)|(?<=\S) (?=\d)")  # a number stays with what it counts
FITTING = "fit"
AWARD = "award"
# How an event's name is led up to, which in some languages depends on its gender.
AT = {
    "tournament": gettext_lazy("at the tournament"),
    "f": pgettext_lazy("before the name of an event, feminine", "at the"),
    "m": pgettext_lazy("before the name of an event, masculine or neuter", "at the"),
    "p": pgettext_lazy("before the name of an event, plural", "at the"),
}


_PLACE_ALONE = pgettext_lazy("a place alone on a medal", "{place}")
_UNDER_PLACE = pgettext_lazy("under a place on a medal", "place")


class Honoured(NamedTuple):
    ranked: choices.Ranked
    colour: str = "R"
    members: tuple[str, ...] = ()
    among: int = 0
    is_team: bool = False
    is_child: bool = False


def rankings(tournament: Tournament) -> Choices:
    offered = list(choices.final_rankings(tournament))
    return [*offered, (AWARD, _("An award of your own"))] if offered else []


def _designs() -> list[tuple[str, Any]]:
    fitting = gettext_lazy("As it fits: festive, for children, for teams")
    return [(FITTING, fitting), *((code, one.name) for code, one in DESIGNS.items())]


def _leads() -> list[tuple[str, Any]]:
    return [(code, f"{words} …") for code, words in AT.items()]


@document(
    "certificates",
    group=RESULTS,
    title=gettext_lazy("Certificates"),
    holds=gettext_lazy(
        "One page for each player or team, in seven designs, with the club’s own background and signature if you like; "
        "also for an award of your own."
    ),
    of=rankings,
    asks=gettext_lazy("Ranking"),
    fields={
        "design": lambda: forms.ChoiceField(label=gettext_lazy("Design"), choices=_designs(), required=False),
        "across": lambda: forms.BooleanField(label=gettext_lazy("Landscape"), required=False),
        "at": lambda: forms.ChoiceField(
            label=gettext_lazy("Before the tournament's name"), choices=_leads(), required=False
        ),
        "first": lambda: forms.IntegerField(
            label=gettext_lazy("Only the first … places"), min_value=1, max_value=1000, required=False
        ),
        "award": lambda: forms.CharField(
            label=gettext_lazy("Name of the award"),
            max_length=60,
            required=False,
            help_text=gettext_lazy("For an award of your own, such as: Most pieces thrown out."),
        ),
        "numbers": lambda: forms.CharField(
            label=gettext_lazy("Start numbers"),
            max_length=400,
            required=False,
            help_text=gettext_lazy("Who gets the award, such as: 4, 17"),
        ),
        "town": lambda: forms.CharField(
            label=gettext_lazy("Town"),
            max_length=60,
            required=False,
            help_text=gettext_lazy("Stands before the date. Without it: the town of the tournament."),
        ),
        "signed": lambda: forms.CharField(
            label=gettext_lazy("Under the signature"),
            max_length=60,
            required=False,
            help_text=gettext_lazy("Without it: Tournament director."),
        ),
        "heading": lambda: forms.CharField(
            label=gettext_lazy("Heading"),
            max_length=40,
            required=False,
            help_text=gettext_lazy("Without it, what belongs to the design."),
        ),
        "wording": lambda: forms.CharField(
            label=gettext_lazy("Words"),
            max_length=600,
            required=False,
            widget=forms.Textarea({"rows": 3}),
            help_text=gettext_lazy(
                "Without them, what belongs to the design. {tournament}, {date}, {place}, {points}, {category}, {count} and "
                "{club} are filled in for each; **so** is bold."
            ),
        ),
    },
    is_quick=False,
    names="full",
)
def certificates(order: Order) -> Pack:
    first = order.options.get("first") or 10_000
    people = [one for one in _honoured(order) if order.of == AWARD or (one.ranked.rank or first + 1) <= first]
    if order.is_sample:  # the name that needs most room
        people = sorted(people, key=lambda one: len(one.ranked.name))[-1:]
    is_provisional = order.of != AWARD and bool(people) and choices.is_provisional(order)
    parts = of_all([_certificate(order, one) | {"is_provisional": is_provisional} for one in people], IN_PART)
    return Pack(_in_parts(order, parts), len(people), _pictures(order))


def _in_parts(order: Order, parts: Sequence[Any]) -> Iterator[str]:
    title = _("Certificates")
    if not parts:
        yield order.page("print/nothing.html", title)
    for part in parts:
        yield order.page("print/certificates.html", title, sheets=part, is_across=bool(order.options.get("across")))


def _certificate(order: Order, one: Honoured) -> dict[str, SafeString | bool]:
    design = _design(order, one)
    rank = None if order.of == AWARD else one.ranked.rank
    chosen = order.options
    facts = Facts(
        name=ink(one.ranked.name, 80),
        words=_said(order, design, one),
        heading=ink(chosen.get("heading") or heading_of(design, rank), 40),
        place=rank,
        place_text=str(_PLACE_ALONE).replace("{place}", str(rank)),
        place_word=str(_UNDER_PLACE),
        colour=one.colour,
        club=order.club,
        above=_above(order, one),
        day=", ".join(filter(None, (_town(order), date_format(order.tournament.played_on)))),
        day_label=_("Place, date"),
        signed_by=ink(chosen.get("signed") or _("Tournament director"), 60),
        members=one.members,
        is_landscape=bool(chosen.get("across")),
        has_logo=_has(order, "logo"),
        has_background=_has(order, "background"),
        has_signature=_has(order, "signature"),
    )
    sheet = drawn(design, facts)
    has_background = facts.has_background and design is DESIGNS["own"]
    return {"picture": mark_safe(sheet.svg()), "words": mark_safe(sheet.html()), "has_background": has_background}  # noqa: S308  (our drawing; names are escaped)


def _has(order: Order, picture: str) -> bool:
    return bool(getattr(order.letterhead, picture, ""))


def _pictures(order: Order) -> dict[str, bytes]:
    """The files that only certificates show."""
    names = {"background": "background.jpg", "signature": "signature.png"}
    return {name: files.read(getattr(order.letterhead, one)) for one, name in names.items() if _has(order, one)}


def _design(order: Order, one: Honoured) -> Design:
    code = order.options.get("design") or FITTING
    if code == FITTING:
        code = "team" if one.is_team else "children" if one.is_child else "festive"
    return DESIGNS[code]


def _said(order: Order, design: Design, one: Honoured) -> str:
    if own := order.options.get("wording"):
        return _filled(order, one, str(own))
    return _BESIDE_NUMBER.sub("\u00a0", _filled(order, one, str(_words(order, design, one))))


def _words(order: Order, design: Design, one: Honoured) -> Any:
    if order.of == AWARD:
        return AWARDED
    if one.is_team:
        return OF_TEAMS
    return IN_CATEGORY if one.ranked.category and design is not DESIGNS["children"] else design.words


def _above(order: Order, one: Honoured) -> str:
    if order.of == AWARD:
        return ink(order.options.get("award") or "", 60)
    return _("The team") if one.is_team else ""


def _filled(order: Order, one: Honoured, words: str) -> str:
    filled = {
        "{tournament}": order.event.replace("**", ""),
        "{at}": str(AT.get(str(order.options.get("at")), AT["tournament"])),
        "{date}": date_format(order.tournament.played_on),
        "{place}": str(one.ranked.rank or ""),
        "{points}": one.ranked.points,
        "{club}": order.club,
        "{category}": ink(one.ranked.category),
        "{count}": str(one.among),
    }
    for word, value in filled.items():
        words = words.replace(word, value)
    return words


def _town(order: Order) -> str:
    """The last part of the address, without its postcode."""
    said = order.options.get("town") or order.tournament.place.rpartition(",")[2].strip().lstrip("0123456789")
    return ink(said, 60)


def _honoured(order: Order) -> list[Honoured]:
    entries = {
        entry.pk: entry for entry in Entry.objects.filter(tournament=order.tournament).select_related("person", "team")
    }
    colours = _colours(order.tournament)
    if order.of == AWARD:
        return [
            Honoured(
                choices.Ranked(None, full_name(entry.person), ""), colours.get(entry.pk, "R"), is_child=_is_child(entry)
            )
            for entry in _chosen(order, list(entries.values()))
        ]
    ranked = [line for line in choices.ranked(order) if line.rank is not None]
    members = _members(entries.values())
    return [_of_ranking(line, entries.get(line.entry or 0), colours, members, len(ranked)) for line in ranked]


def _of_ranking(
    line: choices.Ranked,
    entry: Entry | None,
    colours: Mapping[int, str],
    members: Mapping[str, tuple[str, ...]],
    count: int,
) -> Honoured:
    if entry is None:
        return Honoured(line, members=members.get(line.name, ()), among=count, is_team=True)
    return Honoured(line, colours.get(entry.pk, "R"), among=count, is_child=_is_child(entry))


def _is_child(entry: Entry) -> bool:
    return entry.person.is_minor


def _colours(tournament: Tournament) -> dict[int, str]:
    """Of the table that each player sat at last: in a final, that of the final."""
    seats = Seat.objects.filter(table__round__stage__tournament=tournament).exclude(
        table__round__state=RoundState.DRAFT
    )
    in_order = seats.order_by("table__round__stage__position", "table__round__number")
    return dict(in_order.values_list("entry_id", "colour"))


def _members(entries: Any) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in sorted(entries, key=lambda entry: entry.number):
        if entry.team_id and entry.state not in GONE:
            found[entry.team.name] = (*found.get(entry.team.name, ()), ink(full_name(entry.person), 40))
    return found


def _chosen(order: Order, entries: list[Entry]) -> list[Entry]:
    by_number = {entry.number: entry for entry in entries}
    typed = str(order.options.get("numbers") or "").replace(",", " ").split()
    numbers = [whole_number(word, MOST_ID) for word in typed]
    if not numbers or not all(number in by_number for number in numbers):
        raise Refused("award_numbers", _("Name who gets the award by start numbers of this tournament, such as: 4, 17"))
    return [by_number[number] for number in numbers if number is not None]
