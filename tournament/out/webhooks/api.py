"""A club's webhooks over the API. A secret is in the answer to what made it, and nowhere else."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core import guard
from tournament.core.api_common.base import ClubEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Choice, Input, Nothing, Text, Truth
from tournament.models import Webhook
from tournament.out.webhooks import actions, sending


class WebhookIn(Input):
    url = Text(max_length=actions.LONGEST, help_text="https, a server on the internet.")
    areas = serializers.ListField(child=Choice(list(sending.AREAS)), min_length=1, max_length=len(sending.AREAS))


class SwitchIn(Input):
    is_active = Truth()


class WebhookOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    url = serializers.CharField()
    areas = serializers.ListField(child=serializers.ChoiceField(choices=list(sending.AREAS)))
    is_active = serializers.BooleanField()


class WebhookMadeReceipt(receipt_of(actions.make_webhook)):  # type: ignore[misc]  # made from what the action answers
    secret = serializers.CharField(help_text="With which its messages are signed.")


class WebhookSecretReceipt(receipt_of(actions.renew_secret)):  # type: ignore[misc]  # the same
    secret = serializers.CharField(help_text="With which its messages are signed from now on.")


class SecretEndpoint(ClubEndpoint):
    def with_secret(self, answer: Response) -> Response:
        """In the answer only: the receipt is kept in the log."""
        hook = self.club.webhooks.filter(public_id=answer.data["id"]).first()
        if hook is None:  # removed since: a repeat of what made it
            raise Http404
        answer.data = {**answer.data, "secret": sending.secret_of(hook)}
        return answer


class Webhooks(SecretEndpoint):
    """The addresses that hear what happens in the club's tournaments."""

    gates: ClassVar = {"GET": "club.change", "POST": "club.change"}
    takes: ClassVar = {"POST": WebhookIn}
    gives: ClassVar = {"GET": list_of(WebhookOut), "POST": WebhookMadeReceipt}
    status: ClassVar = {"POST": 201}
    located = "{id}/"

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, {"items": self.club.webhooks.order_by("pk")})

    def post(self, request: Request, club_id: str) -> Response:
        """One more. The answer holds its secret."""
        return self.with_secret(self.done(request, actions.make_webhook, self.club, **self.said(request)))


class OneWebhook(ClubEndpoint):
    """One of them."""

    gates: ClassVar = {"GET": "club.change", "PATCH": "club.change", "DELETE": "club.change"}
    takes: ClassVar = {"PATCH": SwitchIn, "DELETE": Nothing}
    gives: ClassVar = {
        "GET": WebhookOut,
        "PATCH": receipt_of(actions.switch_webhook),
        "DELETE": receipt_of(actions.remove_webhook),
    }

    def _hook(self, webhook_id: str) -> Webhook:
        hook = self.club.webhooks.filter(public_id=webhook_id).first()
        if hook is None:
            raise Http404
        return hook

    def get(self, request: Request, club_id: str, webhook_id: str) -> Response:
        return self.answer(request, self._hook(webhook_id))

    def patch(self, request: Request, club_id: str, webhook_id: str) -> Response:
        """On or off. What happens while it is off is not told later either."""
        said = self.said(request)
        return self.done(request, actions.switch_webhook, self.club, webhook_id=webhook_id, **said)

    def delete(self, request: Request, club_id: str, webhook_id: str) -> Response:
        """Remove it, with what was still to be told."""
        return self.done(request, actions.remove_webhook, self.club, webhook_id=webhook_id)


class WebhookTest(ClubEndpoint):
    """Whether it hears us."""

    gates: ClassVar = {"POST": "club.change"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": receipt_of(actions.test_webhook)}

    def post(self, request: Request, club_id: str, webhook_id: str) -> Response:
        """Send it a test, signed like the real ones. A club may do so 20 times in a quarter of an hour, here and by its page."""
        self.said(request)
        guard.take(guard.outside_door(self.club.public_id))
        return self.done(request, actions.test_webhook, self.club, webhook_id=webhook_id)


class WebhookSecret(SecretEndpoint):
    """What its messages are signed with."""

    gates: ClassVar = {"POST": "club.change"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": WebhookSecretReceipt}

    def post(self, request: Request, club_id: str, webhook_id: str) -> Response:
        """A new secret, from now on."""
        self.said(request)
        done: dict[str, Any] = {"webhook_id": webhook_id}
        return self.with_secret(self.done(request, actions.renew_secret, self.club, **done))
