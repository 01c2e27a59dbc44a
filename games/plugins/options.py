"""Recorded games keep the options under which they were begun; a document brings none that nobody could play by."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.errors import GameError
from games.models import Game
from games.recording.game import clockwise, engine
from tournament.core import snapshots
from tournament.core.errors import Declared, by_engine
from tournament.models import LogEntry, Stage, Tournament
from tournament.stages.options import NEUTRAL, NO_OPTIONS, Touched, as_chosen, played_in

# After these a round can have been published anew, by other options than its record has.
TAKEN_BACK = ("round.unpublished", "step.undone", snapshots.RESTORED)
NOT_OF_THE_TABLE = Declared(
    "game_colours", gettext_lazy("The recorded game of table %(table)d has colours or a board that are not there.")
)
PLAYED_OTHERWISE = Declared(
    "game_options", gettext_lazy("The recorded game of table %(table)d was played by other options than its round.")
)


def records(stage: Stage) -> Touched:
    return Touched("records", _("Recorded games"), Game.objects.filter(table__round__stage=stage).count())


def are_playable(tournament: Tournament) -> bool:
    games = Game.objects.filter(table__round__stage__tournament=tournament)
    can_differ = was_published_anew(tournament)
    for game in games.select_related("table__board", "table__round__stage"):
        if not isinstance(game.options, Mapping):
            raise NO_OPTIONS()
        try:
            _require_colours(game)
        except GameError as error:
            raise by_engine(error) from error
        if not can_differ:
            _require_as_its_round(game)
    return True


def was_published_anew(tournament: Tournament) -> bool:
    """By its log: then records and rulings keep what they were made by, and a round can have other options."""
    return LogEntry.objects.filter(stream__tournament=tournament, code__in=TAKEN_BACK).exists()


def _require_colours(game: Game) -> None:
    rules, table = engine(game), game.at_table
    board = game.board if game.board in rules.boards else None
    position = rules.start(colours=game.colours, board=board)
    others = {group[0] for group in rules.view(position).groups} - {rules.options.get(NEUTRAL)}
    is_there = others == {*game.colours} and game.colours == clockwise(game.colours)
    is_full = len(game.colours) >= min(3, table.seats.count())
    kinds = {table.board.kind} if table.board.kind in rules.boards else {table.board.kind, rules.boards[0]}
    if not (is_there and is_full and game.board in kinds):
        raise NOT_OF_THE_TABLE({"table": table.number}, table=table.number)


def _require_as_its_round(game: Game) -> None:
    table = game.at_table
    played = played_in(table.round)
    here = played.at(table.board.kind, game.colours) if played.neutral else played
    if (game.rules, as_chosen(game.rules, game.options)) != (here.rules, here.options):
        raise PLAYED_OTHERWISE({"table": table.number}, table=table.number)
