"""One field finds a table, a player, a paper or a page of the desk."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.models import Seat, Tournament
from tournament.models.stages import RoundState
from tournament.paper.registry import DOCUMENTS
from tournament.people.duplicates import folded
from tournament.people.names import full_name

MOST = 8  # hits of a kind
LONGEST = 80  # characters


@dataclass(frozen=True)
class Hit:
    words: str
    said: str
    address: str


@dataclass(frozen=True)
class Hits:
    """All of one kind: tables, players, papers, pages."""

    title: str
    icon: str
    hits: tuple[Hit, ...]


def found(tournament: Tournament, actor: Actor, sought: str) -> list[Hits]:
    """By number, or by beginnings of words in any spelling. Only what the actor may open."""
    words = folded(sought[:LONGEST]).split()
    if not words:
        return []
    seats = _seats(tournament)
    kinds = (
        (_("Tables"), "layers", _tables(tournament, actor, seats, sought.strip())),
        (_("Players"), "user-round", _players(tournament, actor, seats, words, sought.strip())),
        (_("Papers"), "printer", _papers(tournament, actor, words)),
        (_("Pages"), "external-link", _pages(tournament, actor, words)),
    )
    some = (
        Hits(title, icon, tuple(hit for hit, _n in zip(hits, range(MOST), strict=False))) for title, icon, hits in kinds
    )
    return [one for one in some if one.hits]


def fits(text: str, words: list[str]) -> bool:
    parts = folded(text).split()
    return all(any(part.startswith(word) for part in parts) for word in words)


def _seats(tournament: Tournament) -> list[Seat]:
    """Of the rounds that are being played, table by table."""
    playing = Seat.objects.filter(round__stage__tournament=tournament, round__state=RoundState.PUBLISHED)
    return list(playing.select_related("table", "round__stage", "entry__person").order_by("table__number", "order"))


def _tables(tournament: Tournament, actor: Actor, seats: list[Seat], sought: str) -> Iterator[Hit]:
    if not may(actor, "results.report", tournament):
        return
    for table in {seat.table_id: seat.table for seat in seats if str(seat.table.number) == sought}.values():
        who = ", ".join(full_name(seat.entry.person) for seat in seats if seat.table_id == table.pk)
        address = reverse("desk_table", args=[tournament.public_id, table.public_id])
        yield Hit(_("Table %(n)d") % {"n": table.number}, who, address)


def _players(tournament: Tournament, actor: Actor, seats: list[Seat], words: list[str], sought: str) -> Iterator[Hit]:
    if not may(actor, "entries.see", tournament):
        return
    at = {seat.entry_id: seat.table.number for seat in seats}
    may_open = may(actor, "entries.change", tournament)
    for entry in tournament.entries.select_related("person").order_by("number"):
        name = full_name(entry.person)
        if sought != str(entry.number) and not fits(name, words):
            continue
        where = _("sits at table %(n)d") % {"n": at[entry.pk]} if entry.pk in at else str(entry.get_state_display())
        own = f"{reverse('player', args=[tournament.public_id])}?entry={entry.public_id}"
        public = reverse("player_page", args=[tournament.public_id, entry.number])
        yield Hit(f"{entry.number} {name}", where, own if may_open else public)


def _papers(tournament: Tournament, actor: Actor, words: list[str]) -> Iterator[Hit]:
    shelf = reverse("papers", args=[tournament.public_id])
    if may(actor, "papers.make", tournament):
        for code, document in DOCUMENTS.items():
            if may(actor, document.needs, tournament) and fits(str(document.title), words):
                yield Hit(str(document.title), "", f"{shelf}?at={code}#paper-{code}")


def _pages(tournament: Tournament, actor: Actor, words: list[str]) -> Iterator[Hit]:
    pages = (
        ("desk_tournament", "tournament.see", _("Overview")),
        ("enter", "entries.change", _("Enter players")),
        ("players", "entries.change", _("Players")),
        ("check_in", "entries.change", _("Check-in")),
        ("groups", "entries.change", _("Teams and categories")),
        ("rounds", "tournament.see", _("Rounds")),
        ("results", "results.confirm", _("Results")),
        ("results_list", "results.confirm", _("Results from a list")),
        ("desk_standings", "tournament.see", _("Standings")),
        ("desk_bracket", "tournament.see", _("Bracket")),
        ("recording", "games.record", _("Recording games")),
        ("referee", "rulings.see", _("Referee")),
        ("papers", "papers.make", _("Papers")),
        ("steering", "screen.steer", _("Hall screen")),
        ("log", "log.see", _("Log")),
        ("undo", "tournament.change", _("Undo")),
        ("stages", "tournament.change", _("Rounds and boards")),
        ("settings", "tournament.change", _("Settings")),
        ("entering", "tournament.change", _("Entering oneself")),
        ("people", "role.grant", _("Helpers")),
        ("data", "data.export", _("Data")),
        ("tournament", "tournament.see", _("What everybody sees")),
    )
    for name, needs, title in pages:
        if fits(title, words) and may(actor, needs, tournament):
            yield Hit(title, "", reverse(name, args=[tournament.public_id]))
