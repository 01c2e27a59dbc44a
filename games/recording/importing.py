"""Import a record from text (docs/record.md): line by line, by the same action that the recorder uses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Count, Q
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.records.errors import BadRecord
from games.engine.records.reader import read
from games.engine.records.record import Back, Comment, Entry, Excluded, Record, Ruled, Throw, Undo, written_roll
from games.engine.rules import registry
from games.engine.rules.contract import Rules
from games.free.actions import begin_free_game
from games.free.queries import of_club
from games.free.seating import NEUTRAL, OPPOSITE, colours_in
from games.models import Game, LineKind
from games.recording.actions import add_line, open_game, report_end
from games.recording.game import engine, sheet
from games.recording.places import AtTable
from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.core.errors import Declared, Refused
from tournament.core.languages import codes, colour, spoken
from tournament.models import Table
from tournament.people.duplicates import folded

RECORD_HERE = Declared(
    "record_here", gettext_lazy("This record is already here. It is taken in once more if that is asked for.")
)
BAD_RECORD = Declared("bad_record", gettext_lazy("This is no record of a game."))  # usually it says where


def read_record(text: str) -> Record:
    try:
        return read(text.replace("\r\n", "\n"))
    except BadRecord as error:
        raise BAD_RECORD.in_words(error.sentence(spoken())) from error


@transaction.atomic
def import_record(table: Table, text: str, *, by: Actor) -> Game:
    """All of it or nothing."""
    record = read_record(text)
    opened = open_game(table.tournament, by=by, table_id=table.public_id).receipt["game"]
    game = Game.objects.get(public_id=opened)
    if (record.rules, _played(registry.rules(record.rules, record.options))) != (game.rules, _played(engine(game))):
        raise Refused("other_rules", _("This record is of another game than this table plays."))
    return _filled(game, record, by)


@action("free_game.taken_in", needs="games.record", answers=("game",))
def take_in_free_record(write: Write, circle: Circle, *, record: str, is_again: bool = False, **said: Any) -> Game:
    """The same as a game outside every tournament; `said`: who played it, as `begin_free_game` takes it. `is_again`: also if
    the club has it already."""
    read = read_record(record)
    if not is_again and (here := same_as(circle, read)):
        raise RECORD_HERE(game=here.public_id)
    said |= {"rules": read.rules, "options": read.options, "board": read.start.partition(" ")[0]}
    begun = begin_free_game(circle, by=write.by, as_recorded=True, **said).receipt["game"]
    game = _filled(Game.objects.select_related("free__club", "stream").get(public_id=begun), read, write.by)
    report_end(game, by=write.by)
    write.log(game=game.public_id, lines=game.version)
    write.answer(game=game.public_id)
    return game


def same_as(circle: Circle, record: Record) -> Game | None:
    """The game in the club's list that this record tells, whoever is said to have played it. Without a throw it tells none."""
    throws = sum(isinstance(entry, Throw) for entry in record.entries)
    if not throws:
        return None
    thrown = Count("lines", filter=Q(lines__kind=LineKind.THROW))
    known = of_club(circle.club, full=True).filter(rules=record.rules).annotate(thrown=thrown).filter(thrown=throws)
    told = _told(record)
    return next((game for game in known if _told(sheet(game).record) == told), None)


def _told(record: Record) -> tuple[object, ...]:
    """By what rules, from where, and all that was entered; the same however a move was written. A start that is not the book's
    own is kept as set by hand."""
    begins, rest = record.start, [_entered(entry) for entry in record.entries if not isinstance(entry, Comment)]
    if rest and isinstance(rest[0], Ruled):
        begins, rest = rest[0].position, rest[1:]
    return registry.rules(record.rules, record.options).options, begins, rest


def _entered(entry: Entry) -> Entry:
    plain = replace(entry, comment="")
    if not isinstance(plain, Throw):
        return plain
    played = plain.played.rpartition(":")[2].replace("x", "-").replace("<", "-")
    return replace(plain, played=played)


def _filled(game: Game, record: Record, by: Actor) -> Game:
    for line in _fields_of_lines(game, record):
        add_line(game, by=by, **line)
    return game


def unlike(record: Record, table: Table) -> list[str]:
    """In what its head differs from the table where it is to be taken in, a sentence each: another event, table, people."""
    place = AtTable(Game(table=table))
    found = []
    if record.event and folded(record.event) != folded(place.event):
        found.append(
            _("The record is of “%(theirs)s”, this is “%(ours)s”.") % {"theirs": record.event, "ours": place.event}
        )
    if record.table and record.table != place.written_table:
        sentence = _("The record is of table %(theirs)s, this is table %(ours)s.")
        found.append(sentence % {"theirs": record.table, "ours": place.written_table})
    return [*found, *_other_people(record, place)]


def _other_people(record: Record, place: AtTable) -> Iterator[str]:
    known = _names_known(place)
    now = place.names(full=True)
    for letter, name in record.players:
        if folded(name) not in known.get(letter, set()):
            said = {"colour": colour(letter), "theirs": name, "ours": now.get(letter, "–")}
            yield _("%(colour)s is %(theirs)s in the record, here %(ours)s.") % said


def _names_known(place: AtTable) -> Mapping[str, set[str]]:
    """By colour, every way in which a record could name who sits there."""
    known: dict[str, set[str]] = {letter: {folded(name)} for letter, name in place.names(full=True).items()}
    for language in codes():
        with translation.override(language):
            for letter, name in place.names(full=False).items():
                known[letter].add(folded(name))
    return known


def seats_of(record: Record) -> dict[str, str]:
    """The colours of each player with the name that the record has. Two who have two colours each are named twice."""
    names = dict(record.players)
    playing = [letter for letter in colours_in(record.start) if letter != record.options.get(NEUTRAL)]
    if "".join(playing) == "YGRK" and all(names.get(two[0]) and names[two[0]] == names.get(two[1]) for two in OPPOSITE):
        return {two: names[two[0]] for two in OPPOSITE}
    return {letter: names.get(letter, "") for letter in playing}


def _played(rules: Rules) -> dict[str, object]:
    """What decides moves; what concerns only the table may have been read differently where it was played."""
    return {option.name: rules.options[option.name] for option in rules.choices}


def _fields_of_lines(game: Game, record: Record) -> Iterator[dict[str, Any]]:
    for thrown in _opening(game, record):
        for letter, roll in thrown:
            yield {"kind": LineKind.OPENING, "colour": letter, "roll": str(roll)}
    begins = record.start.rsplit(" ", 2)[1]
    if not _opening(game, record):
        yield {"kind": LineKind.BEGINS, "colour": begins}
    if record.start != sheet(game).start.rsplit(" ", 2)[0] + f" {begins} 0":
        yield {"kind": LineKind.RULED, "position": record.start}
    for entry in record.entries:
        match entry:
            case Throw():
                words = {"colour": entry.colour, "roll": written_roll(entry.roll), "played": entry.played}
                yield {"kind": LineKind.THROW, **words, "touched": entry.touched or ""}
            case Back():
                yield {"kind": LineKind.BACK, "number": entry.throw}
            case Undo():
                yield {"kind": LineKind.BACK}
            case Ruled():
                yield {"kind": LineKind.RULED, "position": entry.position}
            case Excluded():
                yield {"kind": LineKind.EXCLUDED, "colour": entry.colour}


def _opening(game: Game, record: Record) -> Sequence[Any]:
    """The throws for the first move, where each player here has one."""
    first = {letter for letter, _roll in record.opening[0]} if record.opening else set()
    return record.opening if first == {*game.first_throwers} else ()
