from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import TABLE, of_table, of_tournament
from tournament.results import actions, api
from tournament.results.board_count import views as counter
from tournament.results.board_count.api import Count
from tournament.results.corrections.actions import correct_result, take_back_result
from tournament.results.corrections.api import CorrectIn, Effect, ReasonIn
from tournament.results.corrections.views import correct, take_back
from tournament.results.desk import views as desk
from tournament.results.imports import views as lists
from tournament.results.slip import views as slip
from tournament.results.typed import views as typed

pages = [
    path("q/<str:table_id>/<str:token>/", require_safe(slip.open_link), name="table_link"),
    path("table/<str:table_id>/", require_safe(slip.one), name="table"),
    path("table/<str:table_id>/report/", require_POST(slip.report), name="table_report_by_link"),
    path("table/<str:table_id>/problem/", require_POST(slip.problem), name="table_problem_by_link"),
    path("desk/t/<str:tournament_id>/results/", typed.typing, name="results"),
    path("desk/t/<str:tournament_id>/results/lines/", require_POST(typed.lines), name="result_lines"),
    path("desk/t/<str:tournament_id>/results/list/", lists.listed, name="results_list"),
    path("desk/t/<str:tournament_id>/results/preview/", require_safe(typed.preview), name="result_preview"),
    path("desk/t/<str:tournament_id>/results/agreed/", require_POST(desk.agreed), name="results_agreed"),
    path("desk/t/<str:tournament_id>/tables/", require_safe(desk.numbers), name="table_numbers"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/", require_safe(desk.table), name="desk_table"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/confirm/", require_POST(desk.confirm), name="table_confirm"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/correct/", correct, name="table_correct"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/counter/", counter.counter, name="counter"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/problem/", require_POST(desk.problem), name="table_problem"),
    path(
        "desk/t/<str:tournament_id>/tables/<str:table_id>/report/",
        require_POST(desk.confirm_report),
        name="table_report",
    ),
    path(
        "desk/t/<str:tournament_id>/tables/<str:table_id>/take-back/",
        require_POST(take_back),
        name="table_take_back",
    ),
]
endpoints = [
    path(f"{TABLE}/", api.OneTable.as_view(), name="api_table"),
    path(f"{TABLE}/reports/", api.Reports.as_view(), name="api_reports"),
    path(f"{TABLE}/effect/", Effect.as_view(), name="api_effect"),
    path(f"{TABLE}/count/", Count.as_view(), name="api_count"),
    of_table("confirm", actions.confirm_result, api.PlacesIn),
    of_table("correct", correct_result, CorrectIn),
    of_table("take-back", take_back_result, ReasonIn),
    of_table("problem", actions.set_problem, api.ProblemIn),
    of_tournament("reports/confirm", actions.confirm_report, api.ReportChoice),
]
