from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.people import views
from tournament.people.roles import views as roles

pages = [
    path("login/", views.login, name="login"),
    path("login/code/", views.second_step, name="second_step"),
    path("logout/", require_POST(views.logout), name="logout"),
    path("account/", views.own, name="account"),
    path("account/confirm/", views.confirm, name="confirm"),
    path("account/devices/", require_POST(views.forget_device), name="forget_device"),
    path("account/second-factor/", views.second_factor, name="second_factor"),
    path("account/second-factor/off/", require_POST(views.second_factor_off), name="second_factor_off"),
    path("password/<str:account_id>/<str:token>/", views.new_password, name="new_password"),
    path("first/", views.first, name="first"),
    path("invite/", views.invite, name="invite"),
    path("link/<str:token>/", require_safe(views.open_link), name="open_link"),
    path("desk/t/<str:tournament_id>/people/", roles.of_tournament, name="people"),
    path(
        "desk/t/<str:tournament_id>/people/remove/",
        require_POST(roles.remove_from_tournament),
        name="people_remove",
    ),
    path("desk/clubs/<str:club_id>/people/", roles.of_club, name="club_people"),
    path("desk/clubs/<str:club_id>/people/remove/", require_POST(roles.remove_from_club), name="club_people_remove"),
    path("desk/clubs/<str:club_id>/second-factor/", require_POST(roles.second_factor), name="club_second_factor"),
]
