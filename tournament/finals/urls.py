from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import S, T, of_stage
from tournament.finals import actions, api, views

pages = [
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/final/", require_safe(views.final), name="final"),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/throw/", require_POST(views.throw), name="final_throw"),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/lot/", require_POST(views.lot), name="final_lot"),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/place/", require_POST(views.place), name="final_place"),
    path("t/<str:tournament_id>/bracket/", require_safe(views.public), name="public_bracket"),
    path("desk/t/<str:tournament_id>/bracket/", require_safe(views.desk), name="desk_bracket"),
]
endpoints = [
    path(f"{T}/ranking/", api.Ranking.as_view(), name="api_ranking"),
    path(f"{T}/bracket/", api.BracketView.as_view(), name="api_bracket"),
    path(f"{S}/cut/", api.CutView.as_view(), name="api_cut"),
    path(f"{S}/cut/ties/", api.Ties.as_view(), name="api_ties"),
    of_stage("cut/throws", actions.record_throws, api.ThrowsIn, api.OfSource, status=201, located="../"),
    of_stage("cut/throws/take-back", actions.take_back_throws, of=api.OfSource),
    of_stage("cut/lot", actions.settle_by_lot, of=api.OfSource),
    of_stage("cut/decline", actions.decline_place, api.PlayerIn),
    of_stage("cut/accept", actions.accept_place, api.PlayerIn),
]
