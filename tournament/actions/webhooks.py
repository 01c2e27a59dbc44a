"""A club's webhooks: made, tried, paused, given another secret, removed."""

import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from tournament import hooks, outside, steady
from tournament.actions.core import Write, action
from tournament.errors import Refused
from tournament.models import Club, Webhook

MOST = 10
LONGEST = 500
TEST = "test"


@action("webhook.made", needs="club.change")
def make_webhook(write: Write, club: Club, *, url: str, areas: Collection[str]) -> Webhook:
    """The secret is shown once (`hooks.secret_of`)."""
    if outside.address_problem(url, is_local=settings.HOOKS_LOCAL) or len(url) > LONGEST:
        raise Refused("address", _("A webhook's address begins with https:// and names a server on the internet."))
    chosen = [area for area in hooks.AREAS if area in areas]
    if not chosen or len(chosen) != len(set(areas)):
        raise Refused("areas", _("Choose what it shall hear of."))
    if club.webhooks.count() >= MOST:
        raise Refused("too_many_webhooks", _("No more than %(most)d webhooks.") % {"most": MOST})
    hook = Webhook.objects.create(club=club, url=url, areas=chosen)
    _log(write, hook)
    write.log(areas=chosen)
    return hook


@action("webhook.removed", needs="club.change")
def remove_webhook(write: Write, club: Club, *, webhook_id: str) -> None:
    """What was not sent yet is not sent any more."""
    hook = webhook_in(club, webhook_id)
    _log(write, hook)
    hooks.drop(hook)
    hook.delete()


@action("webhook.switched", needs="club.change")
def switch_webhook(write: Write, club: Club, *, webhook_id: str, is_active: bool) -> Webhook:
    """Off: what happens meanwhile is not told later either."""
    hook = webhook_in(club, webhook_id)
    hook.is_active = is_active
    hook.save(update_fields=["is_active"])
    _log(write, hook)
    write.log(is_active=is_active)
    return hook


@action("webhook.secret_renewed", needs="club.change")
def renew_secret(write: Write, club: Club, *, webhook_id: str) -> Webhook:
    """From now on everything is signed with another secret, also what waits for its next attempt."""
    hook = webhook_in(club, webhook_id)
    hook.secret_number += 1
    hook.save(update_fields=["secret_number"])
    _log(write, hook)
    return hook


@action("webhook.tested", needs="club.change")
def test_webhook(write: Write, club: Club, *, webhook_id: str) -> Webhook:
    """A request like all others, about nothing."""
    hook = webhook_in(club, webhook_id)
    if not hook.is_active:
        raise Refused("switched_off", _("This webhook is switched off."))
    told = {"id": f"test-{secrets.token_hex(8)}", "event": TEST, "at": steady.now().isoformat()}
    hooks.deliver(hook, {**told, "club": club.public_id})
    _log(write, hook)
    return hook


def webhook_in(club: Club, webhook_id: str) -> Webhook:
    hook = club.webhooks.filter(public_id=webhook_id).first()
    if hook is None:
        raise Refused("no_such_webhook", _("This webhook is gone."))
    return hook


def _log(write: Write, hook: Webhook) -> None:
    """The host alone: what stands behind it may be a key."""
    write.log(webhook=hook.public_id, host=urlsplit(hook.url).hostname)
    write.answer(id=hook.public_id)
