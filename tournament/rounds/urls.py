from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import R, T, of_round, of_table
from tournament.rounds import actions as rounds_actions
from tournament.rounds import api as round_api
from tournament.rounds import views as rounds
from tournament.rounds.clocks import actions as clocks
from tournament.rounds.clocks.views import clock, table_time
from tournament.rounds.seats import actions as seats
from tournament.rounds.seats import views as seating

pages = [
    path("desk/t/<str:tournament_id>/rounds/", require_safe(rounds.overview), name="rounds"),
    path("desk/t/<str:tournament_id>/rounds/<int:round_id>/", require_safe(rounds.one), name="round"),
    path(
        "desk/t/<str:tournament_id>/rounds/<int:round_id>/publish/", require_POST(rounds.publish), name="round_publish"
    ),
    path("desk/t/<str:tournament_id>/rounds/<int:round_id>/close/", require_POST(rounds.close), name="round_close"),
    path("desk/t/<str:tournament_id>/rounds/<int:round_id>/clock/", require_POST(clock), name="round_clock"),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/seats/", seating.table_seats, name="table_seats"),
    path(
        "desk/t/<str:tournament_id>/tables/<str:table_id>/colour/",
        require_POST(seating.choose_colour),
        name="choose_colour",
    ),
    path("desk/t/<str:tournament_id>/tables/<str:table_id>/time/", require_POST(table_time), name="table_time"),
]
endpoints = [
    path(f"{T}/rounds/", round_api.Rounds.as_view(), name="api_rounds"),
    path(f"{R}/", round_api.OneRound.as_view(), name="api_round"),
    of_round("swap", seats.swap_seats, round_api.SwapIn),
    of_round("take-seat", seats.take_seat, round_api.TakeSeatIn),
    of_round("leave-seat", seats.leave_seat, round_api.LeaveSeatIn),
    of_round("publish", rounds_actions.publish_round, round_api.PublishIn),
    of_round("unpublish", rounds_actions.unpublish_round),
    of_round("close", rounds_actions.close_round, round_api.CloseIn),
    of_round("reopen", rounds_actions.reopen_round),
    of_round("clock", clocks.change_clock, round_api.ClockIn),
    of_round("minutes", clocks.set_minutes, round_api.MinutesIn),
    of_table("time", clocks.give_table_time, round_api.TimeIn),
    of_table("join", seats.join_table, round_api.EntryIdIn),
    of_table("reseat", seats.reseat, round_api.SeatedIn),
    of_table("colour", seats.choose_colour, round_api.ColourIn),
]
