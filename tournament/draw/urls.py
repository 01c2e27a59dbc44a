from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import R, S, T, of_stage
from tournament.draw import actions, api, views
from tournament.draw.by_hand import views as by_hand

pages = [
    path("desk/t/<str:tournament_id>/rounds/<int:round_id>/better/", require_POST(views.better), name="round_better"),
    path("desk/t/<str:tournament_id>/rounds/<int:round_id>/swap/", require_POST(views.swap), name="round_swap"),
    path(
        "desk/t/<str:tournament_id>/rounds/<int:round_id>/picture/", require_safe(views.picture), name="round_picture"
    ),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/draw/", require_POST(views.draw), name="draw"),
    path(
        "desk/t/<str:tournament_id>/stages/<int:stage_id>/discard/", require_POST(views.discard), name="drafts_discard"
    ),
    path("desk/t/<str:tournament_id>/stages/<int:stage_id>/hand/", by_hand.hand, name="hand"),
]
endpoints = [
    path(f"{S}/draw/", api.Draw.as_view(), name="api_draw_stage"),
    path(f"{R}/report/", api.RoundReport.as_view(), name="api_round_report"),
    path(f"{R}/swap/effect/", api.SwapEffect.as_view(), name="api_swap_effect"),
    of_stage("discard", actions.discard_drafts),
    path(f"{T}/draws/", api.Draws.as_view(), name="api_draws"),
    path(f"{T}/draws/<int:stage>/<int:number>/", api.OneDraw.as_view(), name="api_draw"),
]
