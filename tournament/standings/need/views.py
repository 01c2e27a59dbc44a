"""Who gets through: for everybody whether it is settled, and the chance."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.everybody import kept_page
from tournament.core.pages.requests import Request
from tournament.hall.public.queries import frame
from tournament.models import Entry, Tournament
from tournament.people.names import entry_name
from tournament.standings.need.chances import chances_of, newest
from tournament.standings.need.last_round import Verdict
from tournament.standings.need.playing_out import EVENINGS
from tournament.standings.need.queries import Goal, goal_of
from tournament.standings.qualifying import source_of
from tournament.standings.queries import kept_lines
from tournament.standings.ranking.figures import points


@dataclass(frozen=True)
class Prospect:
    """`chance`: in per cent, as text; empty until it is worked out. What is settled is 0 or 100, and nothing else is."""

    number: int
    name: str
    rank: int | None
    points: str
    verdict: str
    chance: str


@gate("public.see", find.tournament)
def chances(request: Request, tournament: Tournament) -> HttpResponse:
    """With public names. A page is made anew when the chances are there."""
    job = newest(tournament)

    def everything(tournament: Tournament) -> dict[str, Any]:
        goal = goal_of(tournament)
        rows = _prospects(goal) if goal else []
        return {
            "tournament": tournament,
            "stream": tournament.stream,
            "goal": goal,
            "rows": rows,
            "is_waiting": any(not row.chance for row in rows),
            "evenings": EVENINGS,
            "at": "standings",
            **frame(request, tournament),
        }

    return kept_page(request, tournament, "standings/chances.html", everything, job.pk if job else None)


def _prospects(goal: Goal) -> list[Prospect]:
    """In the order of the standings."""
    source = source_of(goal.target)
    shares = chances_of(goal)
    people = Entry.objects.select_related("person").in_bulk(goal.able)
    lines = [line for line in kept_lines(source) if line.player.id in goal.able] if source else []
    found = []
    for line in lines:
        entry, verdict = people[line.player.id], goal.verdict(line.player.id)
        name, chance = entry_name(entry, full=False), percent(verdict, shares.get(entry.pk))
        found.append(Prospect(entry.number, name, line.rank, points(line.parts), verdict, chance))
    return found


def percent(verdict: Verdict, share: int | None) -> str:
    if verdict != Verdict.OPEN:
        return "100" if verdict == Verdict.THROUGH else "0"
    if share is None:
        return ""
    if share < 10:
        return "< 1"
    return "> 99" if share > 990 else str(round(share / 10))
