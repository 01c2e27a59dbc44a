from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import S, T
from tournament.core.api_common.base import act
from tournament.standings import api, views
from tournament.standings.groups import api as groups_api
from tournament.standings.need.views import chances
from tournament.standings.penalties import actions as penalties
from tournament.standings.penalties.api import OnePenalty, Penalties
from tournament.standings.penalties.views import penalty

pages = [
    path("t/<str:tournament_id>/standings/", require_safe(views.public), name="public_standings"),
    path("t/<str:tournament_id>/chances/", require_safe(chances), name="chances"),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/penalty/", require_POST(penalty), name="penalty"),
    path("desk/t/<str:tournament_id>/standings/", require_safe(views.desk), name="desk_standings"),
]
endpoints = [
    path(f"{S}/standings/", api.Standings.as_view(), name="api_standings"),
    path(f"{S}/standings/climbs/", api.Climbs.as_view(), name="api_climbs"),
    path(f"{S}/teams/", groups_api.TeamRanking.as_view(), name="api_team_ranking"),
    path(f"{S}/categories/", groups_api.CategoryRanking.as_view(), name="api_category_ranking"),
    path(f"{S}/penalties/", Penalties.as_view(), name="api_penalties"),
    path(f"{T}/penalties/<int:penalty>/revoke/", act(penalties.revoke_penalty, OnePenalty)),
]
