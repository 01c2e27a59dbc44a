"""A tournament with one of everything that an address of the API can name."""

from typing import Any

from games.recording.actions import open_game
from referee.appeals.actions import appeal
from referee.calls.actions import call_referee
from referee.models import Claim
from tests.tournament.routes import play
from tournament.club.seasons.actions import set_season
from tournament.core.actors import Actor
from tournament.out.webhooks.actions import make_webhook
from tournament.paper.actions import order_paper
from tournament.standings.penalties.actions import give_penalty


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
    hook = make_webhook(club, by=by, url="https://example.org/hook", areas=["results"]).receipt["id"]
    things |= {"webhook_id": hook}
    things |= {"call": str(call), "appeal": str(appealed.pk), "season_id": season}
    return {**things, "entry_id": entry.public_id, "penalty": str(penalty.pk), "game_id": game.public_id}
