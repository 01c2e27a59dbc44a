from django.urls import path

from games.api.engine import op
from referee.actions import appeals, calls
from referee.api import claims, floor, judge, rulings
from referee.judging import protocol
from tournament.api.base import TableEndpoint, act

ABOUT = "What a referee says about one throw: verdict, broken rules, what goes back, the position that stands."
T = "tournaments/<str:tournament_id>"
TABLE, CLAIM = f"{T}/tables/<str:table_id>", f"{T}/rulings/<int:number>"

urlpatterns = [
    path("engine/judge/", op("EngineJudge", protocol.judge, judge.JudgeIn, judge.JudgeOut, ABOUT), name="api_judge"),
    path(f"{T}/rulings/", rulings.Rulings.as_view(), name="api_rulings"),
    path(f"{TABLE}/sheet/", claims.Sheet.as_view(), name="api_sheet"),
    path(f"{TABLE}/rulings/", claims.Sign.as_view(), name="api_sign"),
    path(f"{CLAIM}/", claims.OneRuling.as_view(), name="api_ruling"),
    path(f"{CLAIM}/supersede/", claims.Supersede.as_view(), name="api_supersede"),
    path(f"{CLAIM}/revoke/", claims.Revoke.as_view(), name="api_revoke"),
    path(f"{T}/calls/", floor.Calls.as_view(), name="api_calls"),
    path(f"{TABLE}/call/", act(calls.call_referee, TableEndpoint, status=201)),
    path(f"{T}/calls/<int:call>/take/", act(calls.take_call, floor.OneCall)),
    path(f"{T}/calls/<int:call>/settle/", act(calls.settle_call, floor.OneCall)),
    path(f"{T}/appeals/", floor.Appeals.as_view(), name="api_appeals"),
    path(f"{T}/appeals/<int:appeal>/vote/", act(appeals.vote, floor.OneAppeal, floor.VoteIn)),
]
