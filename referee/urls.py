from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from referee.appeals.views import terms, vote
from referee.book import examination
from referee.book import views as book
from referee.calls import views as home
from referee.claims import card, evidence, incidents
from referee.claims import views as claims
from referee.free import views as free
from referee.house_rules import views as house_rules
from referee.offences import views as offences
from referee.rule_book.views import readings, rules
from referee.rulings import views as rulings

_FREE = "referee/clubs/<str:club_id>/games/<str:free_id>/"
_RULING = "referee/t/<str:tournament_id>/rulings/<int:number>/"

urlpatterns = [
    path("t/<str:tournament_id>/rules/", require_safe(house_rules.how_we_play), name="how_we_play"),
    path("rules/", require_safe(rules), name="rules_explained"),
    path("rules/readings/", require_safe(readings), name="readings"),
    path("rules/cases/", require_safe(book.cases), name="cases"),
    path("rules/cases/alike/", require_safe(book.alike), name="cases_alike"),
    path("rules/cases.json", require_safe(book.as_data), name="cases_data"),
    path("rules/cases/<str:slug>/", require_safe(book.case), name="case"),
    path("rules/examination/", require_safe(examination.examination), name="examination"),
    path("rules/<str:book>/", require_safe(book.book), name="rules_of_book"),
    path("rules/<str:book>/<int:place>/", require_safe(book.rule), name="rule_of_book"),
    path("referee/t/<str:tournament_id>/", require_safe(home.home), name="referee"),
    path("referee/t/<str:tournament_id>/calls/", require_safe(home.calls), name="referee_calls"),
    path("referee/t/<str:tournament_id>/call/", require_POST(home.call), name="referee_call"),
    path("referee/t/<str:tournament_id>/tables/<str:table_id>/", claims.claim, name="claim"),
    path("referee/t/<str:tournament_id>/tables/<str:table_id>/judge/", require_POST(claims.judge), name="judge"),
    path(
        "referee/t/<str:tournament_id>/tables/<str:table_id>/beside/", require_safe(claims.beside), name="claim_beside"
    ),
    path("referee/t/<str:tournament_id>/tables/<str:table_id>/incident/", incidents.incident, name="incident"),
    path(
        "referee/t/<str:tournament_id>/tables/<str:table_id>/incident/ask/",
        require_POST(incidents.ask),
        name="incident_ask",
    ),
    path("referee/t/<str:tournament_id>/terms/", require_POST(terms), name="referee_terms"),
    path("referee/t/<str:tournament_id>/rulings/", require_safe(rulings.rulings), name="rulings"),
    path("referee/t/<str:tournament_id>/player/", require_safe(rulings.player), name="player_rulings"),
    path(_RULING, require_safe(rulings.ruling), name="ruling"),
    path(f"{_RULING}card/", require_safe(card.card), name="ruling_card"),
    path(f"{_RULING}card/heard/", require_POST(card.answered), name="ruling_heard"),
    path(f"{_RULING}revoke/", require_POST(rulings.revoke), name="ruling_revoke"),
    path(f"{_RULING}supersede/", require_POST(rulings.supersede), name="ruling_supersede"),
    path(f"{_RULING}photo/", require_safe(evidence.photo), name="ruling_photo"),
    path(f"{_RULING}photo/set/", require_POST(evidence.photo_set), name="ruling_photo_set"),
    path(f"{_RULING}vote/", require_POST(vote), name="appeal_vote"),
    path("referee/clubs/<str:club_id>/offences/", offences.offences, name="offences"),
    path("referee/clubs/<str:club_id>/offences/shipped/", require_POST(offences.shipped_again), name="offence_shipped"),
    path(f"{_FREE}claim/", free.claim, name="free_claim"),
    path(f"{_FREE}claim/by-hand/", free.claim_by_hand, name="free_claim_by_hand"),
    path(f"{_FREE}claim/judge/", require_POST(free.judge), name="free_judge"),
    path(f"{_FREE}rulings/<int:number>/", free.ruling, name="free_ruling"),
    path("c/<str:club_id>/games/<str:free_id>/rules/", require_safe(free.how_we_play), name="free_how_we_play"),
    path("table/<str:table_id>/referee/", require_POST(home.called), name="call_referee"),
    path("entry/<str:entry_id>/referee/", require_POST(home.called_by_player), name="own_referee"),
    path("entry/<str:entry_id>/rulings/", rulings.own, name="own_rulings"),
]
