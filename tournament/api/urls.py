from django.urls import path

from tournament.api import draws, tournaments

urlpatterns = [
    path("tournaments/", tournaments.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<str:tournament_id>/", tournaments.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<str:tournament_id>/entries/", tournaments.Entries.as_view(), name="api_entries"),
    path("tournaments/<str:tournament_id>/draws/", draws.Draws.as_view(), name="api_draws"),
    path("tournaments/<str:tournament_id>/draws/<int:stage>/<int:number>/", draws.OneDraw.as_view(), name="api_draw"),
]
