from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from games.free import views as free
from games.learning import views as learning
from games.live import views as live
from games.recording import views

DESK, TABLE = "desk/t/<str:tournament_id>/games/", "desk/t/<str:tournament_id>/tables/<str:table_id>/record/"
PUBLIC = "t/<str:tournament_id>/games/"
FREE, FREE_PUBLIC = "desk/clubs/<str:club_id>/games/", "c/<str:club_id>/games/"

urlpatterns = [
    path(DESK, require_safe(views.overview), name="recording"),
    path(TABLE, require_POST(views.begin), name="record_table"),
    path(f"{TABLE}text/", require_POST(views.from_text), name="record_text_in"),
    path(f"{DESK}<str:game_id>/", require_safe(views.recorder), name="recorder"),
    path(f"{DESK}<str:game_id>/lines/", require_POST(views.lines), name="record_lines"),
    path(f"{DESK}<str:game_id>/report/", require_POST(views.report), name="record_report"),
    path(PUBLIC, require_safe(live.overview), name="games"),
    path(f"{PUBLIC}<str:game_id>/", require_safe(live.game), name="game"),
    path(f"{PUBLIC}<str:game_id>/throws/", require_safe(live.game_throws), name="game_throws"),
    path(f"{PUBLIC}<str:game_id>/board.svg", require_safe(live.picture), name="game_picture"),
    path(f"{PUBLIC}<str:game_id>/board.png", require_safe(live.picture_png), name="game_picture_png"),
    path(f"{PUBLIC}<str:game_id>/record.txt", require_safe(live.text), name="game_text"),
    path(FREE, require_safe(free.overview), name="free_recording"),
    path(f"{FREE}new/", free.new, name="free_new"),
    path(f"{FREE}record/", require_POST(free.take_in), name="free_take_in"),
    path(f"{FREE}<str:free_id>/", require_safe(views.free_recorder), name="free_recorder"),
    path(f"{FREE}<str:free_id>/lines/", require_POST(views.free_lines), name="free_record_lines"),
    path(f"{FREE}<str:free_id>/report/", require_POST(views.free_report), name="free_record_report"),
    path(f"{FREE}<str:free_id>/change/", require_POST(free.change), name="free_change"),
    path(FREE_PUBLIC, require_safe(free.public), name="free_games"),
    path(f"{FREE_PUBLIC}<str:free_id>/", require_safe(live.free_game), name="free_game"),
    path(f"{FREE_PUBLIC}<str:free_id>/throws/", require_safe(live.free_game_throws), name="free_game_throws"),
    path(f"{FREE_PUBLIC}<str:free_id>/board.svg", require_safe(live.free_picture), name="free_game_picture"),
    path(f"{FREE_PUBLIC}<str:free_id>/board.png", require_safe(live.free_picture_png), name="free_game_picture_png"),
    path(f"{FREE_PUBLIC}<str:free_id>/record.txt", require_safe(live.free_text), name="free_game_text"),
    path(f"{FREE_PUBLIC}<str:free_id>/record.pdf", require_safe(live.free_paper), name="free_game_paper"),
    path("learn/", require_safe(learning.learn), name="learn"),
    path("learn/trainer/", require_safe(learning.trainer_page), name="trainer"),
]
