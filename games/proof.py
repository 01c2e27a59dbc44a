"""Whether the recorded games of a tournament are as they were entered, and give what their tables were reported."""

from collections.abc import Iterator

from games.actions.record import as_logged
from games.models import Game
from games.recording import sheet
from tournament.models import Tournament
from tournament.models.results import ReportSource


def faults(tournament: Tournament) -> Iterator[str]:
    for game in Game.objects.filter(table__round__stage__tournament=tournament).select_related("table", "stream"):
        for fault in _faults(game):
            yield f"game {game.public_id}: {fault}"


def _faults(game: Game) -> Iterator[str]:
    found = sheet(game)
    logged = [entry.data for entry in game.stream.log.filter(code="game.line_added").order_by("seq")]
    for line, data in zip(found.lines, logged, strict=False):
        if as_logged(line) != data:
            yield f"line {line.seq} is not as the log has it"
    if len(found.lines) != len(logged):
        yield f"{len(found.lines)} lines, the log has {len(logged)}"
    report = game.table.reports.filter(source=ReportSource.RECORD, set_aside_at=None).last()
    if report and found.is_over and found.rules.write(found.position) != report.position:
        yield "its end is another one than was reported"
