from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from tournament.core.api_common.addresses import T
from tournament.out import api as exports
from tournament.out import views as data
from tournament.out.sharing import views as sharing
from tournament.out.tokens import api as me
from tournament.out.tokens import views as tokens
from tournament.out.tournament_file import api as imports_api
from tournament.out.webhooks import api as hooks
from tournament.out.webhooks import views as webhooks

W = "clubs/<str:club_id>/webhooks"

pages = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/revoke/", require_POST(tokens.revoke), name="token_revoke"),
    path("desk/clubs/<str:club_id>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("desk/clubs/<str:club_id>/webhooks/one/", require_POST(webhooks.one), name="webhook"),
    path("desk/clubs/<str:club_id>/webhooks/again/", require_POST(webhooks.again), name="webhook_again"),
    path("desk/t/<str:tournament_id>/data/", require_safe(data.data), name="data"),
    path("desk/t/<str:tournament_id>/data/lists/", require_safe(data.lists), name="data_lists"),
    path("desk/t/<str:tournament_id>/data/document/", require_safe(data.document), name="data_document"),
    path("desk/t/<str:tournament_id>/data/backup/", require_POST(data.backup), name="data_backup"),
    path("desk/clubs/<str:club_id>/take-in/", data.taking_in, name="take_in"),
    path("t/<str:tournament_id>/picture.png", require_safe(sharing.picture), name="share_picture"),
    path("t/<str:tournament_id>/calendar.ics", require_safe(sharing.calendar), name="tournament_calendar"),
    path("t/<str:tournament_id>/feed.xml", require_safe(sharing.feed), name="tournament_feed"),
    path("t/<str:tournament_id>/embed/", require_safe(sharing.embed), name="embed"),
    path("c/<str:club_id>/calendar.ics", require_safe(sharing.club_calendar), name="club_calendar"),
    path("c/<str:club_id>/feed.xml", require_safe(sharing.club_feed), name="club_feed"),
]
endpoints = [
    path("me/", me.Me.as_view(), name="api_me"),
    path("me/tournaments/", me.MyTournaments.as_view(), name="api_my_tournaments"),
    path("me/token/", me.MyToken.as_view(), name="api_my_token"),
    path("clubs/<str:club_id>/tournaments/document/", imports_api.DocumentImport.as_view(), name="api_take_in"),
    path(f"{W}/", hooks.Webhooks.as_view(), name="api_webhooks"),
    path(f"{W}/<str:webhook_id>/", hooks.OneWebhook.as_view(), name="api_webhook"),
    path(f"{W}/<str:webhook_id>/test/", hooks.WebhookTest.as_view(), name="api_webhook_test"),
    path(f"{W}/<str:webhook_id>/secret/", hooks.WebhookSecret.as_view(), name="api_webhook_secret"),
    path(f"{T}/export/lists/", exports.Lists.as_view(), name="api_lists"),
    path(f"{T}/export/document/", exports.Document.as_view(), name="api_document"),
]
