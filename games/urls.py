from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from games import views, views_live

DESK, TABLE = "desk/t/<str:tournament_id>/games/", "desk/t/<str:tournament_id>/tables/<str:table_id>/record/"
PUBLIC = "t/<str:tournament_id>/games/"

urlpatterns = [
    path(DESK, require_safe(views.overview), name="recording"),
    path(TABLE, require_POST(views.begin), name="record_table"),
    path(f"{TABLE}text/", require_POST(views.from_text), name="record_text_in"),
    path(f"{DESK}<str:game_id>/", require_safe(views.recorder), name="recorder"),
    path(f"{DESK}<str:game_id>/lines/", require_POST(views.lines), name="record_lines"),
    path(f"{DESK}<str:game_id>/report/", require_POST(views.report), name="record_report"),
    path(PUBLIC, require_safe(views_live.overview), name="games"),
    path(f"{PUBLIC}<str:game_id>/", require_safe(views_live.game), name="game"),
    path(f"{PUBLIC}<str:game_id>/board.svg", require_safe(views_live.picture), name="game_picture"),
    path(f"{PUBLIC}<str:game_id>/board.png", require_safe(views_live.picture_png), name="game_picture_png"),
    path(f"{PUBLIC}<str:game_id>/record.txt", require_safe(views_live.text), name="game_text"),
    path("learn/", require_safe(views_live.learn), name="learn"),
    path("learn/trainer/", require_safe(views_live.trainer_page), name="trainer"),
]
