"""A tournament with one of everything that an address of the API can name."""

from typing import Any

from games.actions.record import open_game
from referee.actions.appeals import appeal
from referee.actions.calls import call_referee
from referee.models import Claim
from tests.tournament.routes import play
from tournament.actions.clubs import set_season
from tournament.actions.papers import order_paper
from tournament.actions.penalties import give_penalty
from tournament.actors import Actor


def furnish(tournament: Any, club: Any, by: Any) -> dict[str, str]:
    job = order_paper(tournament, by=by, code="names", language="de").result
    things = {"tournament_id": tournament.public_id, "club_id": club.public_id, "job_id": str(job.pk)}
    things |= play(tournament, by) | {"stage": "1", "round": "1", "number": "1"}
    entry = tournament.entries.first()
    asked = {"stage_id": int(things["stage_id"]), "entry_id": entry.public_id, "points": 1, "reason": "spät"}
    penalty = give_penalty(tournament, by=by, **asked).result
    game = open_game(tournament, by=by, table_id=things["table_id"]).result
    call = call_referee(tournament, by=by, table_id=things["table_id"]).receipt["call"]
    claim = Claim.objects.get(tournament=tournament)
    loser = Actor(via="link", entry=claim.against.public_id)
    appealed = appeal(tournament, by=loser, number=claim.number, words="!").result
    seasons = {"name": "2026", "counts": "ranks", "worth": [2, 1], "best": 0, "tournaments": [tournament.public_id]}
    season = set_season(club, by=by, season_id="", **seasons).receipt["id"]
    things |= {"call": str(call), "appeal": str(appealed.pk), "season_id": season}
    return {**things, "entry_id": entry.public_id, "penalty": str(penalty.pk), "game_id": game.public_id}
