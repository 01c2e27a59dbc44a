from django.urls import path
from django.views.decorators.http import require_safe

from tournament.club import views
from tournament.club.letterhead import views as letterhead
from tournament.club.same_person.views import same
from tournament.club.seasons import api as seasons_api
from tournament.club.seasons.views import public_season, season

pages = [
    path("desk/clubs/new/", views.new_club, name="new_club"),  # before the page of a club, which would take any word
    path("c/<str:club_id>/", require_safe(views.public), name="club"),
    path("c/<str:club_id>/seasons/<str:season_id>/", require_safe(public_season), name="season"),
    path("desk/clubs/<str:club_id>/", require_safe(views.desk), name="desk_club"),
    path("desk/clubs/<str:club_id>/season/", season, name="desk_season"),
    path("desk/clubs/<str:club_id>/same/", same, name="same_people"),
    path("desk/clubs/<str:club_id>/letterhead/", letterhead.letterhead, name="letterhead"),
    path("desk/clubs/<str:club_id>/letterhead/logo-file/", require_safe(letterhead.logo), name="letterhead_logo"),
    path(
        "desk/clubs/<str:club_id>/letterhead/background-file/",
        require_safe(letterhead.background),
        name="letterhead_background",
    ),
    path(
        "desk/clubs/<str:club_id>/letterhead/signature-file/",
        require_safe(letterhead.signature),
        name="letterhead_signature",
    ),
]
endpoints = [
    path("clubs/<str:club_id>/seasons/", seasons_api.Seasons.as_view(), name="api_seasons"),
    path("clubs/<str:club_id>/seasons/<str:season_id>/", seasons_api.OneSeason.as_view(), name="api_season"),
]
