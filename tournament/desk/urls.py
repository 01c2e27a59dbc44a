from django.urls import path
from django.views.decorators.http import require_safe

from tournament.core.api_common.addresses import T
from tournament.desk import views
from tournament.desk.find.views import find_all
from tournament.desk.log import api as log_api
from tournament.desk.log.views import log
from tournament.desk.side.views import side
from tournament.desk.undo import api as undo_api
from tournament.desk.undo import views as undo

pages = [
    path("desk/", require_safe(views.home), name="desk"),
    path("desk/t/<str:tournament_id>/", require_safe(views.tournament), name="desk_tournament"),
    path("desk/t/<str:tournament_id>/undo/", undo.undo, name="undo"),
    path("desk/t/<str:tournament_id>/log/", require_safe(log), name="log"),
    path("desk/t/<str:tournament_id>/find/", require_safe(find_all), name="find"),
    path("desk/t/<str:tournament_id>/side/", require_safe(side), name="side"),
]
endpoints = [
    path(f"{T}/log/", log_api.Log.as_view(), name="api_log"),
    path(f"{T}/undo/", undo_api.Undo.as_view(), name="api_undo"),
]
