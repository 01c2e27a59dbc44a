"""Every address of the API. What is no more than one action is made from it here (`act`)."""

from typing import Any

from django.urls import path

from tournament.actions import checkin, clocks, finals, imports, penalties, results, rounds, seats, setup
from tournament.actions import entering as entering_actions
from tournament.actions import entries as entry_actions
from tournament.actions import groups as group_actions
from tournament.api import (
    draws,
    entering,
    entries,
    exports,
    me,
    papers,
    rankings,
    schema,
    standings,
    tables,
    tournaments,
    undoing,
)
from tournament.api import imports as imports_api
from tournament.api import rounds as round_api
from tournament.api.base import (
    EntryEndpoint,
    RoundEndpoint,
    StageEndpoint,
    TableEndpoint,
    TournamentEndpoint,
    act,
    carry_out,
    several,
)
from tournament.api.strict import Nothing, Versioned

T = "tournaments/<str:tournament_id>"
S = f"{T}/stages/<int:stage>"
R = f"{S}/rounds/<int:round>"
TABLE = f"{T}/tables/<str:table_id>"
E = f"{T}/entries/<str:entry_id>"


def of_tournament(word: str, does: Any, takes: Any = Nothing, **more: Any) -> Any:
    return path(f"{T}/{word}/", act(does, TournamentEndpoint, takes, **more))


def of_stage(word: str, does: Any, takes: Any = Nothing, of: Any = StageEndpoint, **more: Any) -> Any:
    return path(f"{S}/{word}/", act(does, of, takes, **more))


def of_round(word: str, does: Any, takes: Any = Versioned) -> Any:
    return path(f"{R}/{word}/", act(does, RoundEndpoint, takes))


def of_table(word: str, does: Any, takes: Any = Versioned) -> Any:
    return path(f"{TABLE}/{word}/", act(does, TableEndpoint, takes))


def of_entry(word: str, does: Any, takes: Any = Versioned, **more: Any) -> Any:
    return path(f"{E}/{word}/", act(does, EntryEndpoint, takes, **more))


urlpatterns = [
    path("schema/", schema.schema, name="api_schema"),
    path("docs/", schema.documentation, name="api_docs"),
    path("me/", me.Me.as_view(), name="api_me"),
    path("me/tournaments/", me.MyTournaments.as_view(), name="api_my_tournaments"),
    path("me/token/", me.MyToken.as_view(), name="api_my_token"),
    path("presets/", tournaments.Presets.as_view(), name="api_presets"),
    path("clubs/", tournaments.Clubs.as_view(), name="api_clubs"),
    path("clubs/<str:club_id>/tournaments/", tournaments.ClubTournaments.as_view(), name="api_club_tournaments"),
    path("clubs/<str:club_id>/tournaments/document/", imports_api.DocumentImport.as_view(), name="api_take_in"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="api_tournaments"),
    path(f"{T}/", tournaments.OneTournament.as_view(), name="api_tournament"),
    path(f"{T}/next/", tournaments.NextStep.as_view(), name="api_next"),
    path(f"{T}/boards/", tournaments.Boards.as_view(), name="api_boards"),
    of_tournament("preset", setup.set_preset, tournaments.PresetIn, method="PUT"),
    path(f"{T}/log/", papers.Log.as_view(), name="api_log"),
    path(f"{T}/bracket/", standings.BracketView.as_view(), name="api_bracket"),
    path(f"{T}/undo/", undoing.Undo.as_view(), name="api_undo"),
    path(f"{T}/ranking/", rankings.Ranking.as_view(), name="api_ranking"),
    path("clubs/<str:club_id>/seasons/", rankings.Seasons.as_view(), name="api_seasons"),
    path("clubs/<str:club_id>/seasons/<str:season_id>/", rankings.OneSeason.as_view(), name="api_season"),
    # Stages
    path(f"{T}/stages/", tournaments.Stages.as_view(), name="api_stages"),
    path(f"{T}/stages/order/", tournaments.StageOrder.as_view(), name="api_stage_order"),
    path(
        f"{S}/",
        several("OneStage", tournaments.OneStage, {"DELETE": carry_out(setup.remove_stage)}),
        name="api_stage",
    ),
    path(f"{S}/draw/", round_api.Draw.as_view(), name="api_draw_stage"),
    of_stage("discard", rounds.discard_drafts),
    # Finals
    path(f"{S}/cut/", standings.CutView.as_view(), name="api_cut"),
    path(f"{S}/cut/ties/", standings.Ties.as_view(), name="api_ties"),
    of_stage("cut/throws", finals.record_throws, standings.ThrowsIn, standings.OfSource, status=201),
    of_stage("cut/throws/take-back", finals.take_back_throws, of=standings.OfSource),
    of_stage("cut/lot", finals.settle_by_lot, of=standings.OfSource),
    of_stage("cut/decline", finals.decline_place, standings.PlayerIn),
    of_stage("cut/accept", finals.accept_place, standings.PlayerIn),
    # Standings
    path(f"{S}/standings/", standings.Standings.as_view(), name="api_standings"),
    path(f"{S}/standings/climbs/", standings.Climbs.as_view(), name="api_climbs"),
    path(f"{S}/teams/", rankings.TeamRanking.as_view(), name="api_team_ranking"),
    path(f"{S}/categories/", rankings.CategoryRanking.as_view(), name="api_category_ranking"),
    path(f"{S}/penalties/", standings.Penalties.as_view(), name="api_penalties"),
    path(f"{T}/penalties/<int:penalty>/revoke/", act(penalties.revoke_penalty, standings.OnePenalty)),
    # Rounds
    path(f"{T}/rounds/", round_api.Rounds.as_view(), name="api_rounds"),
    path(f"{R}/", round_api.OneRound.as_view(), name="api_round"),
    path(f"{R}/report/", round_api.RoundReport.as_view(), name="api_round_report"),
    path(f"{R}/swap/effect/", round_api.SwapEffect.as_view(), name="api_swap_effect"),
    of_round("swap", seats.swap_seats, round_api.SwapIn),
    of_round("take-seat", seats.take_seat, round_api.TakeSeatIn),
    of_round("leave-seat", seats.leave_seat, round_api.LeaveSeatIn),
    of_round("publish", rounds.publish_round, round_api.PublishIn),
    of_round("unpublish", rounds.unpublish_round),
    of_round("close", rounds.close_round, round_api.CloseIn),
    of_round("reopen", rounds.reopen_round),
    of_round("clock", clocks.change_clock, round_api.ClockIn),
    of_round("minutes", clocks.set_minutes, round_api.MinutesIn),
    path(f"{T}/draws/", draws.Draws.as_view(), name="api_draws"),
    path(f"{T}/draws/<int:stage>/<int:number>/", draws.OneDraw.as_view(), name="api_draw"),
    # Tables
    path(f"{TABLE}/", tables.OneTable.as_view(), name="api_table"),
    path(f"{TABLE}/reports/", tables.Reports.as_view(), name="api_reports"),
    path(f"{TABLE}/effect/", tables.Effect.as_view(), name="api_effect"),
    path(f"{TABLE}/count/", tables.Count.as_view(), name="api_count"),
    of_table("confirm", results.confirm_result, tables.PlacesIn),
    of_table("correct", results.correct_result, tables.CorrectIn),
    of_table("take-back", results.take_back_result, tables.ReasonIn),
    of_table("problem", results.set_problem, tables.ProblemIn),
    of_table("time", clocks.give_table_time, tables.TimeIn),
    of_table("join", seats.join_table, tables.EntryIdIn),
    of_table("reseat", seats.reseat, tables.SeatedIn),
    of_table("colour", seats.choose_colour, tables.ColourIn),
    of_tournament("reports/confirm", results.confirm_report, tables.ReportChoice),
    # Entries
    path(f"{T}/entering/", entering.Entering.as_view(), name="api_entering"),
    path(f"{T}/entries/", entries.Entries.as_view(), name="api_entries"),
    path(f"{T}/entries/list/", entries.ListPreview.as_view(), name="api_list_preview"),
    path(f"{T}/entries/self/", entering.SelfEntry.as_view(), name="api_self_entry"),
    path(f"{T}/groups/", entries.Groups.as_view(), name="api_groups"),
    of_tournament("groups/change", group_actions.change_group, entries.GroupChange),
    of_tournament("groups/remove", group_actions.remove_group, entries.OneGroupIn),
    of_tournament("groups/fill", group_actions.assign, entries.GroupFill),
    of_tournament("groups/rules", group_actions.set_group_rules, entries.GroupRulesIn, method="PUT"),
    of_tournament("entries/import", imports.import_entries, entries.ImportIn, status=201),
    of_tournament("entries/renumber", entry_actions.renumber, entries.RenumberIn),
    of_tournament("entries/check-in", checkin.check_in_all),
    of_tournament("entries/check-in/close", checkin.close_check_in),
    of_tournament("entries/check-in/reopen", checkin.reopen_check_in),
    of_tournament("entries/move-up", checkin.move_up, name="next_moved_up"),
    path(f"{E}/", entries.OneEntry.as_view(), name="api_entry"),
    of_entry("check-in", checkin.check_in),
    of_entry("undo-check-in", checkin.undo_check_in),
    of_entry("absent", checkin.mark_absent),
    of_entry("move-up", checkin.move_up),
    of_entry("paid", checkin.set_paid, entries.PaidIn),
    of_entry("withdraw", entry_actions.withdraw_entry),
    of_entry("restore", entry_actions.restore_entry),
    of_entry("exclude", entry_actions.exclude_entry, entries.Reason),
    of_entry("number", entry_actions.set_number, entries.NumberIn),
    of_entry("name", entry_actions.rename, entries.PersonChange),
    of_entry("substitute", entry_actions.substitute, entries.Substitute),
    of_entry("renew-link", entering_actions.renew_link, Nothing),
    path(
        f"{E}/wishes/",
        several("Wishes", entries.Wishes, {"POST": carry_out(group_actions.set_wishes, entries.WishesIn)}),
    ),
    # Papers
    path(f"{T}/export/lists/", exports.Lists.as_view(), name="api_lists"),
    path(f"{T}/export/document/", exports.Document.as_view(), name="api_document"),
    path(f"{T}/papers/", papers.Papers.as_view(), name="api_papers"),
    path("jobs/<uuid:job_id>/", papers.OneJob.as_view(), name="api_job"),
    path("jobs/<uuid:job_id>/cancel/", papers.CancelJob.as_view(), name="api_job_cancel"),
    path("jobs/<uuid:job_id>/retry/", papers.RetryJob.as_view(), name="api_job_retry"),
    path("jobs/<uuid:job_id>/file/", papers.JobFile.as_view(), name="api_job_file"),
]
