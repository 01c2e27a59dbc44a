"""Every address of the API, room by room."""

from tournament.club import urls as club
from tournament.core import urls as core
from tournament.desk import urls as desk
from tournament.draw import urls as draw
from tournament.entries import urls as entries
from tournament.finals import urls as finals
from tournament.out import urls as out
from tournament.paper import urls as paper
from tournament.results import urls as results
from tournament.rounds import urls as rounds
from tournament.setup import urls as setup
from tournament.stages import urls as stages
from tournament.standings import urls as standings

urlpatterns = [
    *core.endpoints,
    *desk.endpoints,
    *entries.endpoints,
    *standings.endpoints,
    *draw.endpoints,
    *rounds.endpoints,
    *results.endpoints,
    *finals.endpoints,
    *paper.endpoints,
    *club.endpoints,
    *out.endpoints,
    *setup.endpoints,
    *stages.endpoints,
]
