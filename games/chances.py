"""Each colour's chance to win after every line of a game: played on from there by the engine, in the background.

A job works off all that is missing, the newest first, so that those behind it find nothing left to do.
"""

from games import playout
from games.models import Chance, Game
from games.recording import sheet
from tournament import jobs
from tournament.actors import Actor

GAMES = 200  # a share is right to about 3 in a hundred
KIND = "games.chances"


def order_chances(game: Game, *, by: Actor) -> None:
    jobs.enqueue(KIND, key=f"{game.pk}:{game.version}", by=by, args={"game": game.pk}, tournament=game.tournament)


@jobs.job(KIND, queue="chances", seconds=120)
def work_out(task: jobs.Task) -> jobs.Result:
    game = Game.objects.filter(pk=task.args["game"]).first()
    made = 0
    while game and (seq := _newest_missing(game)):
        wins = _wins(game, seq)
        Chance.objects.get_or_create(game=game, seq=seq, defaults={"wins": wins})
        made += 1
        task.progress(made, made)
    return {"made": made}


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
    shares = playout.chances(rules, replayed.position, GAMES, seed=f"{game.public_id} {seq}")
    return {colour: round(1000 * shares.share(colour)) if colour in shares.taken else 0 for colour in game.colours}
