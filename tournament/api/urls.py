from django.urls import path

from tournament.api import tournaments

urlpatterns = [
    path("tournaments/", tournaments.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<str:tournament_id>/", tournaments.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<str:tournament_id>/entries/", tournaments.Entries.as_view(), name="api_entries"),
]
