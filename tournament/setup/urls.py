from django.urls import path
from django.views.decorators.http import require_POST

from tournament.core.api_common.addresses import T, of_tournament
from tournament.setup import actions, api, views
from tournament.setup.lifetime import actions as lifetime_actions
from tournament.setup.lifetime import views as lifetime
from tournament.setup.practice.views import sample

pages = [
    path("desk/clubs/<str:club_id>/deleted/", lifetime.deleted, name="deleted"),
    path("desk/t/<str:tournament_id>/copy/", lifetime.copy, name="copy_tournament"),
    path("desk/t/<str:tournament_id>/archive/", require_POST(lifetime.archive), name="archive"),
    path("desk/t/<str:tournament_id>/delete/", require_POST(lifetime.delete), name="delete_tournament"),
    path("desk/sample/", require_POST(sample), name="sample"),
    path("desk/clubs/<str:club_id>/new/", views.new_tournament, name="new_tournament"),
    path("desk/t/<str:tournament_id>/settings/", views.settings, name="settings"),
    path("desk/t/<str:tournament_id>/minors/", require_POST(views.minors), name="minors"),
    path("desk/t/<str:tournament_id>/numbering/", require_POST(views.numbering), name="numbering"),
    path("desk/t/<str:tournament_id>/witnesses/", require_POST(views.witnesses), name="witnesses"),
]
endpoints = [
    path(f"{T}/copy/", api.Copied.as_view(), name="api_copied"),
    of_tournament("archive", lifetime_actions.archive_tournament),
    of_tournament("unarchive", lifetime_actions.unarchive_tournament),
    of_tournament("delete", lifetime_actions.delete_tournament),
    path("clubs/<str:club_id>/deleted/", api.Deleted.as_view(), name="api_deleted"),
    of_tournament("minors", actions.set_for_minors, api.MinorsIn, method="PUT"),
    of_tournament("numbering", actions.set_numbering, api.NumberingIn, method="PUT"),
    of_tournament("witnesses", actions.set_witnesses, api.WitnessesIn, method="PUT"),
    path("clubs/", api.Clubs.as_view(), name="api_clubs"),
    path("clubs/<str:club_id>/tournaments/", api.ClubTournaments.as_view(), name="api_club_tournaments"),
    path("tournaments/", api.Tournaments.as_view(), name="api_tournaments"),
    path(f"{T}/", api.OneTournament.as_view(), name="api_tournament"),
    path(f"{T}/next/", api.NextStep.as_view(), name="api_next"),
]
