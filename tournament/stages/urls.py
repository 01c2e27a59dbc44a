from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import S, T, of_tournament
from tournament.core.api_common.base import carry_out, several
from tournament.stages import actions, api, views
from tournament.stages.own_boards import views as own_boards
from tournament.stages.own_kinds import api as kinds_api
from tournament.stages.own_kinds import views as kinds

pages = [
    path("desk/t/<str:tournament_id>/stages/", require_safe(views.stages), name="stages"),
    path("desk/t/<str:tournament_id>/stages/stage/", views.stage, name="stage"),
    path("desk/t/<str:tournament_id>/stages/move/", require_POST(views.stage_move), name="stage_move"),
    path("desk/t/<str:tournament_id>/stages/remove/", require_POST(views.stage_remove), name="stage_remove"),
    path("desk/t/<str:tournament_id>/stages/preset/", require_POST(views.preset), name="preset"),
    path("desk/t/<str:tournament_id>/stages/boards/", require_POST(views.boards), name="boards"),
]
pages += [
    path("desk/clubs/<str:club_id>/board/", own_boards.board, name="own_board"),
    path("desk/clubs/<str:club_id>/kinds/", kinds.kinds, name="kinds"),
    path("desk/clubs/<str:club_id>/kinds/<str:preset_id>/", kinds.kind, name="kind"),
    path("desk/clubs/<str:club_id>/kinds/<str:preset_id>/file/", require_safe(kinds.as_file), name="kind_file"),
]
endpoints = [
    path("clubs/<str:club_id>/presets/", kinds_api.Kinds.as_view(), name="api_kinds"),
    path("clubs/<str:club_id>/presets/<str:preset_id>/", kinds_api.OneKind.as_view(), name="api_kind"),
    of_tournament("preset", actions.set_preset, api.PresetIn, method="PUT"),
    path("presets/", api.Presets.as_view(), name="api_presets"),
    path(f"{T}/boards/", api.Boards.as_view(), name="api_boards"),
    path(f"{T}/stages/", api.Stages.as_view(), name="api_stages"),
    path(f"{T}/stages/order/", api.StageOrder.as_view(), name="api_stage_order"),
    path(
        f"{S}/",
        several("OneStage", api.OneStage, {"DELETE": carry_out(actions.remove_stage)}),
        name="api_stage",
    ),
]
