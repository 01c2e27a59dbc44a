"""Each colour's chance to win after every line of a game, worked out in the background by playing on from there.

A job works out everything that is missing, the newest line first, but lets the waiting job of another game go before the rest.
"""

from games.engine.playout import playout
from games.models import Chance, Game
from games.recording.game import sheet
from games.recording.places import place_of
from tournament.core import jobs
from tournament.core.actors import SYSTEM, Actor
from tournament.models import Job

GAMES = 200  # a share is right to about 3 in a hundred
FEWER = {"mauer": 30}  # right to about 9: the fast loop cannot play it, and spectators should not wait
KIND, QUEUE = "games.chances", "chances"


def order_chances(game: Game, by: Actor) -> None:
    """Queue a job unless one waits: it will find this line too, and its locked row keeps it from starting before the commit."""
    waiting = Job.objects.due().filter(kind=KIND, key__startswith=f"{game.pk}:")
    if waiting.select_for_update().values_list("pk").first() is None:
        _order(game, f"{game.pk}:{game.version}", by=by)


def _order(game: Game, key: str, *, by: Actor) -> None:
    jobs.enqueue(KIND, key=key, by=by, args={"game": game.pk}, **place_of(game).job_owner)


@jobs.job(KIND, queue=QUEUE, seconds=120)
def work_out(task: jobs.Task) -> jobs.Result:
    game = Game.objects.filter(pk=task.args["game"]).first()
    made = 0
    while game and (seq := _newest_missing(game)):
        wins = _wins(game, seq)
        Chance.objects.get_or_create(game=game, seq=seq, defaults={"wins": wins})
        made += 1
        task.progress(made, made)
        if Job.objects.due().filter(queue=QUEUE).exists():
            _order(game, f"{game.pk}:{seq}:rest", by=SYSTEM)
            break
    return {"made": made}


def games_from_here(game: Game) -> int:
    return FEWER.get(game.rules, GAMES)


def _newest_missing(game: Game) -> int | None:
    known = set(game.chances.values_list("seq", flat=True))
    lines = game.lines.exclude(kind="opening").order_by("-seq").values_list("seq", flat=True)
    return next((seq for seq in lines if seq not in known), None)


def _wins(game: Game, seq: int) -> dict[str, int]:
    recorded = sheet(game)
    if recorded.lines[-1].seq != seq:
        recorded = recorded.upto(seq)
    rules, replayed = recorded.rules, recorded.replay
    if replayed.placed:
        return {colour: 1000 * (colour == replayed.placed[0]) for colour in game.colours}
    shares = playout.chances(rules, replayed.position, games_from_here(game), seed=f"{game.public_id} {seq}")
    return {colour: round(1000 * shares.share(colour)) if colour in shares.taken else 0 for colour in game.colours}
