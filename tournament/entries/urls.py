from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import E, T, of_entry, of_tournament
from tournament.core.api_common.base import carry_out, several
from tournament.core.api_common.strict import Nothing
from tournament.entries import actions as entry_actions
from tournament.entries import api as entries
from tournament.entries.checkin import actions as checkin_actions
from tournament.entries.checkin import views as checkin
from tournament.entries.grid import views as grid
from tournament.entries.groups import actions as group_actions
from tournament.entries.groups import views as groups
from tournament.entries.groups.api import GroupChange, GroupFill, GroupRulesIn, Groups, OneGroupIn
from tournament.entries.imports import actions as imports_actions
from tournament.entries.imports import views as imports
from tournament.entries.imports.api import ImportIn, ListPreview
from tournament.entries.payments.actions import set_paid
from tournament.entries.removal.actions import remove_entry
from tournament.entries.signup import actions as entering_actions
from tournament.entries.signup import api as entering_api
from tournament.entries.signup import views as entering
from tournament.entries.start_numbers.actions import renumber, set_number
from tournament.entries.start_numbers.views import renumber_all
from tournament.entries.substitutes.actions import substitute
from tournament.entries.views import player
from tournament.entries.waiting_list.actions import move_up
from tournament.entries.waiting_list.views import next_waiting
from tournament.entries.wishes.actions import set_wishes
from tournament.entries.withdrawals.actions import exclude_entry, restore_entry, withdraw_entry

pages = [
    path("desk/t/<str:tournament_id>/players/", require_safe(grid.players), name="players"),
    path("desk/t/<str:tournament_id>/players/steps/", require_POST(grid.steps), name="player_steps"),
    path("desk/t/<str:tournament_id>/enter/", imports.enter, name="enter"),
    path("desk/t/<str:tournament_id>/entering/", entering.rules, name="entering"),
    path("desk/t/<str:tournament_id>/groups/", groups.groups, name="groups"),
    path("desk/t/<str:tournament_id>/groups/one/", require_POST(groups.one), name="group"),
    path("desk/t/<str:tournament_id>/groups/fill/", require_POST(groups.fill), name="group_fill"),
    path("desk/t/<str:tournament_id>/groups/rules/", require_POST(groups.rules), name="group_rules"),
    path("desk/t/<str:tournament_id>/numbers/", require_POST(renumber_all), name="renumber"),
    path("desk/t/<str:tournament_id>/check-in/close/", require_POST(checkin.close), name="check_in_close"),
    path("t/<str:tournament_id>/enter/", entering.self_entry, name="self_entry"),
    path("e/<str:entry_id>/<str:token>/", require_safe(entering.open_link), name="entry_link"),
    path("entry/<str:entry_id>/withdraw/", require_POST(entering.withdraw), name="own_withdraw"),
    path("entry/<str:entry_id>/erase/", require_POST(entering.erase), name="own_erase"),
    path("desk/t/<str:tournament_id>/enter/known/", require_safe(imports.known_people), name="known_people"),
    path("desk/t/<str:tournament_id>/enter/list/", imports.preview, name="import"),
    path("desk/t/<str:tournament_id>/check-in/", require_safe(checkin.check_in), name="check_in"),
    path("desk/t/<str:tournament_id>/check-in/tap/", require_POST(checkin.tap), name="check_in_tap"),
    path("desk/t/<str:tournament_id>/check-in/everybody/", require_POST(checkin.everybody), name="check_in_everybody"),
    path("desk/t/<str:tournament_id>/check-in/next/", require_POST(next_waiting), name="check_in_next"),
    path("desk/t/<str:tournament_id>/check-in/player/", player, name="player"),
]
endpoints = [
    path(f"{T}/entering/", entering_api.Entering.as_view(), name="api_entering"),
    path(f"{T}/entries/", entries.Entries.as_view(), name="api_entries"),
    path(f"{T}/entries/list/", ListPreview.as_view(), name="api_list_preview"),
    path(f"{T}/entries/self/", entering_api.SelfEntry.as_view(), name="api_self_entry"),
    path(f"{T}/groups/", Groups.as_view(), name="api_groups"),
    of_tournament("groups/change", group_actions.change_group, GroupChange),
    of_tournament("groups/remove", group_actions.remove_group, OneGroupIn),
    of_tournament("groups/fill", group_actions.assign, GroupFill),
    of_tournament("groups/rules", group_actions.set_group_rules, GroupRulesIn, method="PUT"),
    of_tournament("entries/import", imports_actions.import_entries, ImportIn, status=201, located="../"),
    of_tournament("entries/renumber", renumber, entries.RenumberIn),
    of_tournament("entries/check-in", checkin_actions.check_in_all),
    of_tournament("entries/check-in/close", checkin_actions.close_check_in),
    of_tournament("entries/check-in/reopen", checkin_actions.reopen_check_in),
    of_tournament("entries/move-up", move_up, name="next_moved_up"),
    path(f"{E}/", entries.OneEntry.as_view(), name="api_entry"),
    of_entry("check-in", checkin_actions.check_in),
    of_entry("undo-check-in", checkin_actions.undo_check_in),
    of_entry("absent", checkin_actions.mark_absent),
    of_entry("move-up", move_up),
    of_entry("paid", set_paid, entries.PaidIn),
    of_entry("withdraw", withdraw_entry),
    of_entry("remove", remove_entry),
    of_entry("restore", restore_entry),
    of_entry("exclude", exclude_entry, entries.Reason),
    of_entry("number", set_number, entries.NumberIn),
    of_entry("name", entry_actions.rename, entries.PersonChange),
    of_entry("substitute", substitute, entries.Substitute),
    of_entry("renew-link", entering_actions.renew_link, Nothing),
    path(
        f"{E}/wishes/",
        several("Wishes", entries.Wishes, {"POST": carry_out(set_wishes, entries.WishesIn)}),
    ),
    path(
        f"{E}/contact/",
        several("Contact", entries.Contact, {"POST": carry_out(entering_actions.set_contact, entries.ContactIn)}),
    ),
]
