"""Check that recorded games match the log of their entries, and end as their tables were reported."""

from collections.abc import Collection, Iterable, Iterator

from games.free.actions import seats_in_log
from games.models import FreeGame, Game, Line
from games.recording.actions import as_logged
from games.recording.game import sheet
from tournament.core import bound
from tournament.models import Club, Person, Stream, Tournament
from tournament.models.results import ReportSource
from tournament.out import folding, rows


def faults(tournament: Tournament) -> Iterator[str]:
    """Recorded games are what their logs have, and end as was reported."""
    for game in Game.objects.filter(table__round__stage__tournament=tournament).select_related("table", "stream"):
        for fault in _faults(game):
            yield f"game {game.public_id}: {fault}"


def free_faults(stream: Stream) -> Iterator[str]:
    """Free games are what the logs of the club and of their records have."""
    if stream.club is not None:
        yield from _begun_faults(stream.club, stream)
        yield from _people_faults(stream.club)
    game = Game.objects.select_related("free__club__stream", "stream").filter(stream=stream).exclude(free=None).first()
    if game and game.free:
        yield from _lines_faults(game)
        yield from _free_faults(game, game.free)
        yield from _bound_faults([game], folding.of_lines(stream, Game.__name__))
        yield from _bound_faults(game.lines.all(), folding.of_lines(stream, Line.__name__))


def _bound_faults(there: Iterable[Game | Line], fold: folding.Fold, without: Collection[str] = ()) -> Iterator[str]:
    """Values that the lines of a log bind. `without`: those that another log binds as well, later."""
    compared = rows.Compared()
    for row in there:
        values = {name: getattr(row, name) for name in bound.columns(type(row)) if name not in without}
        yield from compared.row(type(row), row.pk, values, fold)


def _begun_faults(club: Club, stream: Stream) -> Iterator[str]:
    entries = list(stream.log.filter(code="free_game.begun").prefetch_related("texts"))
    begun = {entry.data["game"]: entry.data for entry in entries}
    called = {entry.data["game"]: text.text for entry in entries for text in entry.texts.all()}
    games = Game.objects.filter(free__club=club).select_related("free")
    there = {game.public_id: game for game in games}
    binding = folding.of_lines(stream, Game.__name__)
    yield from binding.unreadable
    yield from (f"the free game {lost} is gone" for lost in sorted(begun.keys() - there.keys()))
    yield from (f"the free game {strange} is not in the log" for strange in sorted(there.keys() - begun.keys()))
    for key in begun.keys() & there.keys():
        game, said = there[key], begun[key]
        now = {"rules": game.rules, "options": game.options, "board": game.board, **seats_in_log(_free(game))}
        now["played_on"] = _free(game).played_on.isoformat()
        if any(said.get(name, value) != value for name, value in now.items()):
            yield f"the free game {key} is not as it was begun"
        yield from (f"the free game {key}: {found}" for found in _bound_faults([game], binding, without={"version"}))
        if _free(game).name != called.get(key, ""):
            yield f"the free game {key} is called otherwise than the log has it"


def _people_faults(club: Club) -> Iterator[str]:
    """Of those who play in free games alone; the others are compared with their tournaments."""
    people = Person.objects.filter(club=club, entries=None, free_seats__isnull=False).distinct()
    if people.exists():
        yield from rows.people_faults(people, folding.of_people(club.pk))


def _free_faults(game: Game, free: FreeGame) -> Iterator[str]:
    ended = game.stream.log.filter(code="free_game.ended").order_by("seq").last()
    if (free.places, free.ended_at_line) != ((ended.data["places"], ended.data["at_line"]) if ended else ([], 0)):
        yield "its end is another one than the log has"
    if free.is_over and list(sheet(game).replay.placed) != free.places:
        yield "its places are not those of its record"
    changed = game.stream.log.filter(code="free_game.changed").order_by("seq").last()
    begun = free.club.stream.log.filter(code="free_game.begun", receipt__game=game.public_id).first()
    said = {"is_dropped": False, **(begun.data if begun else {}), **(changed.data if changed else {})}
    if (free.is_shown, free.is_dropped) != (said.get("is_shown"), said["is_dropped"]):
        yield "who may see it is not as the log has it"


def _free(game: Game) -> FreeGame:
    assert game.free is not None
    return game.free


def _faults(game: Game) -> Iterator[str]:
    yield from _lines_faults(game)
    recorded = sheet(game)
    report = game.at_table.reports.filter(source=ReportSource.RECORD, set_aside_at=None).last()
    if report and recorded.is_over and recorded.rules.write(recorded.position) != report.position:
        yield "its end is another one than was reported"


def _lines_faults(game: Game) -> Iterator[str]:
    recorded = sheet(game)
    logged = [entry.data for entry in game.stream.log.filter(code="game.line_added").order_by("seq")]
    for line, data in zip(recorded.lines, logged, strict=False):
        if as_logged(line) != data:
            yield f"line {line.seq} is not as the log has it"
    if len(recorded.lines) != len(logged):
        yield f"{len(recorded.lines)} lines, the log has {len(logged)}"
