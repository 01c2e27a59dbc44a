"""Everybody's chance to get into the next stage, worked out in the background by playing the rest of the rounds out.

A worker looks now and then whether there is something new to work out: no page waits for it, and none orders it. What was found
is shown as long as it is about what counts now.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from django.conf import settings

from games.engine.playout import playout
from tournament.core import clock, jobs
from tournament.core.actors import SYSTEM
from tournament.models import Job, Stage, Tournament
from tournament.models.stages import RoundState, StageKind
from tournament.stages.options import played_by
from tournament.standings.need.outcomes import Keys
from tournament.standings.need.playing_out import EVENINGS, Finishes, chances
from tournament.standings.need.queries import Goal, goal_of
from tournament.standings.qualifying import source_of

KIND, QUEUE = "standings.chances", "chances"
GAMES = 400  # of the engine, for each size of a table
AGAIN_AFTER = timedelta(seconds=20)  # at the earliest: while results come in, not after each of them
PLAYED_WITHIN = timedelta(days=2)  # nobody waits for the chances of an evening that was left lying


@jobs.job(KIND, queue=QUEUE, seconds=120)
def work_out(task: jobs.Task) -> jobs.Result:
    """`chances`: in thousandths, by entry; `of`: the fingerprint of what they were worked out from."""
    tournament = Tournament.objects.filter(pk=task.args["tournament"]).first()
    goal = goal_of(tournament) if tournament else None
    source = source_of(goal.target) if goal else None
    if goal is None or source is None:
        return {}
    of = goal.fingerprint
    keys = Keys(goal.keys.facts, goal.scheme, goal.keys.round)  # of its own: what is asked of it here is for no page
    found = chances(keys, goal.tables, goal.later, goal.able, goal.target.size, finishes(source, seed=of), seed=of)
    return {"of": of, "evenings": EVENINGS, "chances": {str(entry): round(1000 * n) for entry, n in found.items()}}


def finishes(stage: Stage, *, seed: str) -> Finishes:
    """Games of the engine by the rules of the stage, each as the places of the colours in the order in which they sit."""
    found = {}
    for players in (4, 3):
        rules = played_by(stage).of(players).engine
        start = rules.start(players)
        colours = rules.players_of(start)
        played = islice(playout.games(rules, start, f"{seed} {players}", to_end=True), GAMES)
        found[players] = [_places(game.placed, colours) for game in played]
    return found


def _places(placed: Sequence[str], colours: Sequence[str]) -> tuple[int, ...]:
    """A game that ends with its winner leaves the rest open: then the seats decide, which are alike."""
    order = [*placed, *(colour for colour in colours if colour not in placed)]
    return tuple(order.index(colour) + 1 for colour in colours)


def chances_of(goal: Goal) -> dict[int, int]:
    """In thousandths, by entry; empty until they are worked out."""
    job = newest(goal.target.tournament)
    outcome = job.outcome if job else {}
    if outcome.get("of") != goal.fingerprint:
        return {}
    return {int(entry): share for entry, share in outcome["chances"].items()}


def newest(tournament: Tournament) -> Job | None:
    """The newest that is done."""
    done = Job.objects.filter(kind=KIND, tournament=tournament, state="done")
    return done.order_by("-created_at").first()


def order_if_due() -> None:
    """On a laptop, where one worker does everything, only while nothing else waits."""
    if not settings.ON_SERVER and Job.objects.due().exists():
        return
    now = clock.now()
    for tournament in _played_now():
        jobs_of = Job.objects.filter(kind=KIND, tournament=tournament)
        if jobs_of.filter(created_at__gt=now - AGAIN_AFTER, created_at__lte=now).exists():
            continue
        goal = goal_of(tournament)
        last = newest(tournament)
        if goal is not None and (last is None or last.outcome.get("of") != goal.fingerprint):
            args = {"tournament": tournament.pk}
            jobs.enqueue(KIND, key=str(tournament.pk), by=SYSTEM, tournament=tournament, args=args)


def _played_now() -> list[Tournament]:
    """With a public round that was drawn lately, and a stage that takes the best of it and has not begun."""
    kinds = (StageKind.KNOCKOUT, StageKind.FINAL)
    waiting = Stage.objects.filter(kind__in=kinds, size__gt=0, rounds=None).values("tournament")
    lately = Tournament.objects.filter(
        pk__in=waiting,
        stages__rounds__state__in=(RoundState.PUBLISHED, RoundState.CLOSED),
        stages__rounds__drawn_at__gt=clock.now() - PLAYED_WITHIN,
    )
    return list(lately.select_related("stream").distinct())
