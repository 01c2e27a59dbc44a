"""A record as text (docs/record.md) becomes a recorded game: line by line, by the same action as on the phone."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.actions.record import add_line, open_game
from games.models import Game, LineKind
from games.record import Back, Excluded, Record, Ruled, Throw, Undo, written_roll
from games.record_errors import BadRecord
from games.record_reader import read
from games.recording import engine, sheet
from games.rules import registry
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Table


def import_record(table: Table, text: str, *, by: Actor) -> Game:
    """All of it or nothing."""
    try:
        record = read(text.replace("\r\n", "\n"))
    except BadRecord as error:
        raise Refused("bad_record", error.sentence("en" if get_language() == "en" else "de")) from error
    with transaction.atomic():
        opened = open_game(table.tournament, by=by, table_id=table.public_id).receipt["game"]
        game = Game.objects.get(public_id=opened)
        if (record.rules, {**registry.rules(record.rules, record.options).options}) != (
            game.rules,
            engine(game).options,
        ):
            raise Refused("other_rules", _("This record is of another game than this table plays."))
        for line in _lines(game, record):
            add_line(game, by=by, **line)
    return game


def _lines(game: Game, record: Record) -> Iterator[dict[str, Any]]:
    for thrown in record.opening:
        for colour, roll in thrown:
            yield {"kind": LineKind.OPENING, "colour": colour, "roll": str(roll)}
    begins = record.start.rsplit(" ", 2)[1]
    if not record.opening:
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
