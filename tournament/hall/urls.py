from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.hall.director import views as directing
from tournament.hall.me import views as own
from tournament.hall.players import views as players
from tournament.hall.public import views as public
from tournament.hall.screen import views as hall

pages = [
    path("t/<str:tournament_id>/players/<int:number>/", require_safe(players.player), name="player_page"),
    path("t/<str:tournament_id>/who-met-whom/", require_safe(players.crossings), name="crossings"),
    path("", require_safe(public.start), name="start"),
    path("t/<str:tournament_id>/", require_safe(public.tournament), name="tournament"),
    path("t/<str:tournament_id>/me/", require_safe(own.part), name="me_part"),
    path("entry/<str:entry_id>/", require_safe(own.own), name="own_entry"),
    path("entry/<str:entry_id>/report/", require_POST(own.report), name="own_report"),
    path("entry/<str:entry_id>/name/", require_POST(own.name), name="own_name"),
    path("hall/<str:tournament_id>/", require_safe(hall.screen), name="hall"),
    path("hall/<str:tournament_id>/logo/", require_safe(hall.logo), name="hall_logo"),
    path("hall/<str:tournament_id>/notice/", require_safe(hall.notice_picture), name="notice_picture"),
    path("desk/t/<str:tournament_id>/screen/", directing.steering, name="steering"),
    path("desk/t/<str:tournament_id>/screen/notices/", directing.notices, name="notices"),
    path("desk/t/<str:tournament_id>/screen/programme/", require_POST(directing.programmes), name="programmes"),
    path("desk/t/<str:tournament_id>/screens/", require_POST(directing.screens), name="screens"),
    path("desk/t/<str:tournament_id>/screen/preview/", require_safe(hall.preview), name="screen_preview"),
    path("desk/t/<str:tournament_id>/screen/ceremony/", require_POST(directing.ceremony), name="ceremony"),
    path("t/<str:tournament_id>/tables/", require_safe(public.tables), name="public_tables"),
    path("t/<str:tournament_id>/draws/", require_safe(public.draws), name="public_draws"),
]
