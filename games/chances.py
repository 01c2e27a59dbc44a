"""Each colour's chance to win after every line of a game: played on from there by the engine, in the background.

A job works off all that is missing, the newest first; but the newest of another game comes before the older ones of this.
"""

from games import playout
from games.models import Chance, Game
from games.recording import sheet
from tournament import jobs
from tournament.actors import SYSTEM, Actor
from tournament.models import Job

GAMES = 200  # a share is right to about 3 in a hundred
FEWER = {"mauer": 30}  # to about 9: no loop plays it, and who watches shall not wait for it
KIND, QUEUE = "games.chances", "chances"


def order_chances(game: Game, *, by: Actor) -> None:
    """A job that waits will find this line as well: its row is held, so that it does not begin before the line stands."""
    waiting = Job.objects.due().filter(kind=KIND, key__startswith=f"{game.pk}:")
    if waiting.select_for_update().values_list("pk").first() is None:
        _order(game, f"{game.pk}:{game.version}", by=by)


def _order(game: Game, key: str, *, by: Actor) -> None:
    jobs.enqueue(KIND, key=key, by=by, args={"game": game.pk}, tournament=game.tournament)


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
    found = sheet(game)
    if found.lines[-1].seq != seq:
        found = found.upto(seq)
    rules, replayed = found.rules, found.replay
    if replayed.placed:
        return {colour: 1000 * (colour == replayed.placed[0]) for colour in game.colours}
    shares = playout.chances(rules, replayed.position, games_from_here(game), seed=f"{game.public_id} {seq}")
    return {colour: round(1000 * shares.share(colour)) if colour in shares.taken else 0 for colour in game.colours}
