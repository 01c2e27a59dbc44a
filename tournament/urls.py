from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.views import accounts, desk, dev, look, papers, people, public

urlpatterns = [
    path("", require_safe(public.start), name="start"),
    path("t/<str:tournament_id>/", require_safe(public.tournament), name="tournament"),
    path("language/", require_POST(look.language), name="set_language"),
    path("theme/", require_POST(look.theme), name="set_theme"),
    path("dev/ui", require_safe(dev.ui), name="dev_ui"),
    path("login/", accounts.login, name="login"),
    path("login/code/", accounts.second_step, name="second_step"),
    path("logout/", require_POST(accounts.logout), name="logout"),
    path("account/", accounts.own, name="account"),
    path("account/confirm/", accounts.confirm, name="confirm"),
    path("account/devices/", require_POST(accounts.forget_device), name="forget_device"),
    path("account/second-factor/", accounts.second_factor, name="second_factor"),
    path("account/second-factor/off/", require_POST(accounts.second_factor_off), name="second_factor_off"),
    path("first/", accounts.first, name="first"),
    path("invite/", accounts.invite, name="invite"),
    path("link/<str:token>/", require_safe(accounts.open_link), name="open_link"),
    path("desk/", require_safe(desk.home), name="desk"),
    path("desk/clubs/<str:club_id>/new/", desk.new_tournament, name="new_tournament"),
    path("desk/t/<str:tournament_id>/", require_safe(desk.tournament), name="desk_tournament"),
    path("desk/t/<str:tournament_id>/settings/", desk.settings, name="settings"),
    path("desk/t/<str:tournament_id>/entries/", require_POST(desk.entries), name="entries"),
    path("desk/t/<str:tournament_id>/entries/state/", require_POST(desk.entry_state), name="entry_state"),
    path("desk/t/<str:tournament_id>/people/", people.of_tournament, name="people"),
    path(
        "desk/t/<str:tournament_id>/people/remove/",
        require_POST(people.remove_from_tournament),
        name="people_remove",
    ),
    path("desk/clubs/<str:club_id>/people/", people.of_club, name="club_people"),
    path("desk/clubs/<str:club_id>/people/remove/", require_POST(people.remove_from_club), name="club_people_remove"),
    path("desk/t/<str:tournament_id>/log/", require_safe(desk.log), name="log"),
    path("desk/t/<str:tournament_id>/name-list/", require_POST(papers.name_list), name="name_list"),
    path("desk/jobs/<uuid:job_id>/", require_safe(papers.job), name="job"),
    path("desk/jobs/<uuid:job_id>/cancel/", require_POST(papers.cancel), name="job_cancel"),
    path("desk/jobs/<uuid:job_id>/retry/", require_POST(papers.retry), name="job_retry"),
    path("desk/jobs/<uuid:job_id>/file/", require_safe(papers.download), name="job_file"),
]
