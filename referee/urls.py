from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from referee.views import claims, evidence, home, offences, rulings

_RULING = "referee/t/<str:tournament_id>/rulings/<int:number>/"

urlpatterns = [
    path("rules/", require_safe(home.rules), name="rules_explained"),
    path("referee/t/<str:tournament_id>/", require_safe(home.home), name="referee"),
    path("referee/t/<str:tournament_id>/calls/", require_safe(home.calls), name="referee_calls"),
    path("referee/t/<str:tournament_id>/call/", require_POST(home.call), name="referee_call"),
    path("referee/t/<str:tournament_id>/tables/<str:table_id>/", claims.claim, name="claim"),
    path("referee/t/<str:tournament_id>/tables/<str:table_id>/judge/", require_POST(claims.judge), name="judge"),
    path("referee/t/<str:tournament_id>/terms/", require_POST(evidence.terms), name="referee_terms"),
    path("referee/t/<str:tournament_id>/rulings/", require_safe(home.rulings), name="rulings"),
    path("referee/t/<str:tournament_id>/player/", require_safe(home.player), name="player_rulings"),
    path(_RULING, require_safe(rulings.ruling), name="ruling"),
    path(f"{_RULING}revoke/", require_POST(rulings.revoke), name="ruling_revoke"),
    path(f"{_RULING}supersede/", require_POST(rulings.supersede), name="ruling_supersede"),
    path(f"{_RULING}photo/", require_safe(evidence.photo), name="ruling_photo"),
    path(f"{_RULING}photo/set/", require_POST(evidence.photo_set), name="ruling_photo_set"),
    path(f"{_RULING}vote/", require_POST(rulings.vote), name="appeal_vote"),
    path("referee/clubs/<str:club_id>/offences/", offences.offences, name="offences"),
    path("referee/clubs/<str:club_id>/offences/shipped/", require_POST(offences.shipped_again), name="offence_shipped"),
    path("table/<str:table_id>/referee/", require_POST(home.called), name="call_referee"),
    path("entry/<str:entry_id>/referee/", require_POST(home.called_by_player), name="own_referee"),
    path("entry/<str:entry_id>/rulings/", rulings.own, name="own_rulings"),
]
