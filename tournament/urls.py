"""Every page, room by room."""

from tournament.club import urls as club
from tournament.core import urls as core
from tournament.desk import urls as desk
from tournament.draw import urls as draw
from tournament.entries import urls as entries
from tournament.erasing import urls as erasing
from tournament.finals import urls as finals
from tournament.hall import urls as hall
from tournament.handbook import urls as handbook
from tournament.out import urls as out
from tournament.paper import urls as paper
from tournament.people import urls as people
from tournament.results import urls as results
from tournament.rounds import urls as rounds
from tournament.setup import urls as setup
from tournament.stages import urls as stages
from tournament.standings import urls as standings

urlpatterns = [
    *core.pages,
    *desk.pages,
    *people.pages,
    *entries.pages,
    *standings.pages,
    *draw.pages,
    *rounds.pages,
    *results.pages,
    *finals.pages,
    *hall.pages,
    *paper.pages,
    *club.pages,
    *out.pages,
    *erasing.pages,
    *setup.pages,
    *stages.pages,
    *handbook.pages,
]
