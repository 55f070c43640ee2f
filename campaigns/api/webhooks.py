"""Webhooks over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, access_webhooks, telling
from campaigns.actions import webhooks as actions
from campaigns.serializers.transfers import (
    DeliverySerializer,
    MadeWebhookSerializer,
    WebhookBody,
    WebhookChange,
    WebhookSerializer,
    WebhooksQuery,
)
from rules.api import Endpoint


class Webhooks(Endpoint):
    """A campaign's webhooks."""

    @extend_schema(
        operation_id="webhooks_list", parameters=[WebhooksQuery], responses=WebhookSerializer(many=True)
    )  # fmt: skip
    def get(self, request: Request, campaign_id: int) -> Response:
        """The webhooks without their secrets, or those removed; GMs only."""
        own = access.gm(self.user, campaign_id)
        rows = access_webhooks.removed(own) if self.asked(WebhooksQuery)["removed"] else access_webhooks.webhooks(own)
        return self.page(rows, WebhookSerializer)

    @extend_schema(operation_id="webhooks_create", request=WebhookBody, responses={201: MadeWebhookSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds an address; `secret` is in this answer and never again. GMs only."""
        row, _secret = actions.add(own=access.gm(self.user, campaign_id), **self.taken(WebhookBody))
        return Response(MadeWebhookSerializer(row).data, 201)

    def remember(self, data: dict[str, Any]) -> dict[str, Any]:
        """The stored answer of a keyed request goes without the secret."""
        return {**data, "secret": ""}


class WebhookDetail(Endpoint):
    """One webhook."""

    @extend_schema(operation_id="webhooks_read", responses=WebhookSerializer)
    def get(self, request: Request, webhook_id: int) -> Response:
        """The webhook without its secret; GMs only."""
        return Response(WebhookSerializer(access_webhooks.webhook(self.user, webhook_id)[0]).data)

    @extend_schema(operation_id="webhooks_change", request=WebhookChange, responses=WebhookSerializer)
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Changes address or topics, pauses it or takes it up again, puts a removed one back; GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        return Response(WebhookSerializer(actions.change(own=own, webhook=row, **self.taken(WebhookChange))).data)

    @extend_schema(operation_id="webhooks_remove", responses={204: None})
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Removes it: it is told nothing more. PATCH with `removed` false puts it back. GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        actions.change(own=own, webhook=row, removed=True)
        return Response(status=204)


class NewSecret(Endpoint):
    """The secret of a webhook."""

    @extend_schema(operation_id="webhooks_new_secret", request=None, responses=MadeWebhookSerializer)
    def post(self, request: Request, webhook_id: int) -> Response:
        """A new secret, in this answer and never again; for a day `Fatekeeper-Signature-Before` is by the old one."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        return Response(MadeWebhookSerializer(actions.rotate(own=own, webhook=row)[0]).data)

    def remember(self, data: dict[str, Any]) -> dict[str, Any]:
        """The stored answer of a keyed request goes without the secret."""
        return {**data, "secret": ""}


class Deliveries(Endpoint):
    """What an address was told."""

    @extend_schema(operation_id="webhooks_deliveries", responses=DeliverySerializer(many=True))
    def get(self, request: Request, webhook_id: int) -> Response:
        """Every message with how it went, newest first; GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        return self.page(access_webhooks.deliveries(own, row), DeliverySerializer)


class Tests(Endpoint):
    """A test of a webhook."""

    @extend_schema(operation_id="webhooks_test", request=None, responses={201: DeliverySerializer})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Tells the address of a test in a moment; what came of it stands in `deliveries/`. GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        delivery = actions.test(own=own, webhook=row)
        telling.soon()
        return Response(DeliverySerializer(delivery).data, 201)


class Again(Endpoint):
    """One message once more."""

    @extend_schema(operation_id="webhooks_send_again", request=None, responses=DeliverySerializer)
    def post(self, request: Request, delivery_id: int) -> Response:
        """Tells the same message under the same id once more, in a moment. GMs only."""
        row, own = access_webhooks.delivery(self.user, delivery_id)
        delivery = actions.again(own=own, delivery=row)
        telling.soon()
        return Response(DeliverySerializer(delivery).data)
