"""A club's webhooks: create, test, pause and remove them, and renew their secrets."""

import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.models import Club, Webhook
from tournament.out.webhooks import outside, sending

MOST = 10
LONGEST = 500
TEST = "test"


@action("webhook.made", needs="club.change", answers=("id",))
def make_webhook(write: Write, club: Club, *, url: str, areas: Collection[str]) -> Webhook:
    """Create a webhook. Its secret (`sending.secret_of`) is shown once."""
    if outside.address_problem(url, is_local=settings.HOOKS_LOCAL) or len(url) > LONGEST:
        raise Refused("address", _("A webhook's address begins with https:// and names a server on the internet."))
    chosen = [area for area in sending.AREAS if area in areas]
    if not chosen or len(chosen) != len(set(areas)):
        raise Refused("areas", _("Choose what it shall hear of."))
    if club.webhooks.count() >= MOST:
        raise Refused("too_many_webhooks", _("No more than %(most)d webhooks.") % {"most": MOST})
    hook = Webhook.objects.create(club=club, url=url, areas=chosen)
    _log(write, hook)
    write.log(areas=chosen)
    return hook


@action("webhook.removed", needs="club.change", answers=("id",))
def remove_webhook(write: Write, club: Club, *, webhook_id: str) -> None:
    """Remove a webhook and cancel its pending deliveries."""
    hook = webhook_in(club, webhook_id)
    _log(write, hook)
    sending.drop(hook)
    hook.delete()


@action("webhook.switched", needs="club.change", answers=("id",))
def switch_webhook(write: Write, club: Club, *, webhook_id: str, is_active: bool) -> Webhook:
    """Switch a webhook on or off. What happens while it is off is not delivered later either."""
    hook = webhook_in(club, webhook_id)
    hook.is_active = is_active
    hook.save(update_fields=["is_active"])
    _log(write, hook)
    write.log(is_active=is_active)
    return hook


@action("webhook.secret_renewed", needs="club.change", answers=("id",))
def renew_secret(write: Write, club: Club, *, webhook_id: str) -> Webhook:
    """Sign with a new secret from now on, pending deliveries too."""
    hook = webhook_in(club, webhook_id)
    hook.secret_number += 1
    hook.save(update_fields=["secret_number"])
    _log(write, hook)
    return hook


@action("webhook.tested", needs="club.change", answers=("id",))
def test_webhook(write: Write, club: Club, *, webhook_id: str) -> Webhook:
    """Send a test request, signed like the real ones."""
    hook = webhook_in(club, webhook_id)
    if not hook.is_active:
        raise Refused("switched_off", _("This webhook is switched off."))
    message = {"id": f"test-{secrets.token_hex(8)}", "event": TEST, "at": clock.now().isoformat()}
    sending.deliver(hook, {**message, "club": club.public_id})
    _log(write, hook)
    return hook


def webhook_in(club: Club, webhook_id: str) -> Webhook:
    hook = club.webhooks.filter(public_id=webhook_id).first()
    if hook is None:
        raise Refused("no_such_webhook", _("This webhook is gone."))
    return hook


def _log(write: Write, hook: Webhook) -> None:
    """Log the host only: the path may contain a secret."""
    write.log(webhook=hook.public_id, host=urlsplit(hook.url).hostname)
    write.answer(id=hook.public_id)
