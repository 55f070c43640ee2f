"""Webhooks over the API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import access, access_webhooks
from campaigns.actions import webhooks as actions
from campaigns.serializers.transfers import (
    DeliverySerializer,
    MadeWebhookSerializer,
    WebhookBody,
    WebhookChange,
    WebhookSerializer,
)
from rules.api import Endpoint


class Webhooks(Endpoint):
    """A campaign's webhooks."""

    @extend_schema(operation_id="webhooks_list", responses=WebhookSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The webhooks without their secrets; GMs only."""
        return self.page(access_webhooks.webhooks(access.gm(self.user, campaign_id)), WebhookSerializer)

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
        """Pauses it, or takes it up again; GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        return Response(WebhookSerializer(actions.set_active(own=own, webhook=row, **self.taken(WebhookChange))).data)


class Deliveries(Endpoint):
    """What an address was told."""

    @extend_schema(operation_id="webhooks_deliveries", responses=DeliverySerializer(many=True))
    def get(self, request: Request, webhook_id: int) -> Response:
        """Every message with how it went, newest first; GMs only."""
        row, own = access_webhooks.webhook(self.user, webhook_id)
        return self.page(access_webhooks.deliveries(own, row), DeliverySerializer)
