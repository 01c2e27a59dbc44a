from django.urls import path

from games.learning.api import op
from referee.appeals import actions as appeals
from referee.appeals.api import Appeals, OneAppeal, VoteIn
from referee.calls import actions as calls
from referee.calls import api as floor
from referee.claims import api as claims
from referee.claims import serializers as judge
from referee.free.api import FreeRulings, RevokeFreeRuling
from referee.judging import protocol
from referee.rulings import api as rulings
from referee.rulings.api import OneRuling, Revoke, Supersede
from tournament.core.api_common.base import TableEndpoint, act

ABOUT = "What a referee says about one throw: verdict, broken rules, what goes back, the position that stands."
T, FREE = "tournaments/<str:tournament_id>", "clubs/<str:club_id>/games/<str:free_id>"
TABLE, CLAIM = f"{T}/tables/<str:table_id>", f"{T}/rulings/<int:number>"

urlpatterns = [
    path("engine/judge/", op("EngineJudge", protocol.judge, judge.JudgeIn, judge.JudgeOut, ABOUT), name="api_judge"),
    path(f"{T}/rulings/", rulings.Rulings.as_view(), name="api_rulings"),
    path(f"{TABLE}/sheet/", claims.Sheet.as_view(), name="api_sheet"),
    path(f"{TABLE}/rulings/", claims.Sign.as_view(), name="api_sign"),
    path(f"{CLAIM}/", OneRuling.as_view(), name="api_ruling"),
    path(f"{CLAIM}/supersede/", Supersede.as_view(), name="api_supersede"),
    path(f"{CLAIM}/revoke/", Revoke.as_view(), name="api_revoke"),
    path(f"{FREE}/rulings/", FreeRulings.as_view(), name="api_free_rulings"),
    path(f"{FREE}/rulings/<int:number>/revoke/", RevokeFreeRuling.as_view(), name="api_free_revoke"),
    path(f"{T}/calls/", floor.Calls.as_view(), name="api_calls"),
    path(f"{TABLE}/call/", act(calls.call_referee, TableEndpoint, status=201, located="../../../calls/")),
    path(f"{T}/calls/<int:call>/take/", act(calls.take_call, floor.OneCall)),
    path(f"{T}/calls/<int:call>/settle/", act(calls.settle_call, floor.OneCall)),
    path(f"{T}/appeals/", Appeals.as_view(), name="api_appeals"),
    path(f"{T}/appeals/<int:appeal>/vote/", act(appeals.vote, OneAppeal, VoteIn)),
]
