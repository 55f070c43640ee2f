"""The API of webhooks."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.webhooks import access as webhook_access
from campaigns.webhooks import actions, outbox
from campaigns.webhooks.serializers import (
    DeliverySerializer,
    MadeWebhookSerializer,
    WebhookBody,
    WebhookChange,
    WebhookSerializer,
    WebhooksQuery,
)
from common.endpoint import Endpoint
from common.entity_tags import CHANGE, OPTIONAL_IF_MATCH, READ, optional_revision, request_revision, with_entity_tag
from people.access import get_gm_membership


class SecretAnswer(Endpoint):
    """Endpoints that answer with a new secret, which only the first answer shows."""

    def stored_answer(self, data: dict[str, Any]) -> dict[str, Any]:
        """The webhook without the secret."""
        return {**data, "secret": ""}


class Webhooks(SecretAnswer):
    """A campaign's webhooks."""

    @extend_schema(operation_id="webhooks_list", parameters=[WebhooksQuery], responses=WebhookSerializer(many=True))
    def get(self, request: Request, campaign_id: int) -> Response:
        """The webhooks without their secrets, or those removed; GMs only."""
        membership = get_gm_membership(self.user, campaign_id)
        rows = (
            webhook_access.removed_webhooks(membership)
            if self.read_parameters(WebhooksQuery)["removed"]
            else webhook_access.visible_webhooks(membership)
        )
        return self.respond_with_page(rows, WebhookSerializer)

    @extend_schema(operation_id="webhooks_create", request=WebhookBody, responses={201: MadeWebhookSerializer})
    def post(self, request: Request, campaign_id: int) -> Response:
        """Adds an address; `secret` is shown only in this response. GMs only."""
        row, _secret = actions.add_webhook(
            membership=get_gm_membership(self.user, campaign_id), **self.read_body(WebhookBody)
        )
        return Response(MadeWebhookSerializer(row).data, 201)


class WebhookDetail(Endpoint):
    """One webhook."""

    @extend_schema(operation_id="webhooks_read", parameters=READ, responses=WebhookSerializer)
    def get(self, request: Request, webhook_id: int) -> Response:
        """The webhook without its secret; GMs only."""
        return with_entity_tag(request, WebhookSerializer(webhook_access.get_webhook(self.user, webhook_id)[0]).data)

    @extend_schema(
        operation_id="webhooks_change", parameters=CHANGE, request=WebhookChange, responses=WebhookSerializer
    )
    def patch(self, request: Request, webhook_id: int) -> Response:
        """Changes the address or topics, pauses, resumes or restores a webhook; GMs only."""
        row, membership = webhook_access.get_webhook(self.user, webhook_id)
        fields = self.read_body(WebhookChange)
        revision = request_revision(request, fields)
        changed = actions.change_webhook(membership=membership, webhook=row, revision=revision, **fields)
        return with_entity_tag(request, WebhookSerializer(changed).data)

    @extend_schema(operation_id="webhooks_remove", parameters=[OPTIONAL_IF_MATCH], responses={204: None})
    def delete(self, request: Request, webhook_id: int) -> Response:
        """Removes the webhook; it receives nothing more. PATCH with `removed` false restores it. GMs only."""
        row, membership = webhook_access.get_webhook(self.user, webhook_id)
        seen = optional_revision(request, {})
        actions.change_webhook(membership=membership, webhook=row, revision=seen, removed=True)
        return Response(status=204)


class NewSecret(SecretAnswer):
    """The secret of a webhook."""

    @extend_schema(operation_id="webhooks_new_secret", request=None, responses=MadeWebhookSerializer)
    def post(self, request: Request, webhook_id: int) -> Response:
        """A new secret, shown only here; for a day `Fatekeeper-Signature-Before` is made with the old one."""
        row, membership = webhook_access.get_webhook(self.user, webhook_id)
        return Response(MadeWebhookSerializer(actions.rotate_secret(membership=membership, webhook=row)[0]).data)


class Deliveries(Endpoint):
    """The deliveries to a webhook."""

    @extend_schema(operation_id="webhooks_deliveries", responses=DeliverySerializer(many=True))
    def get(self, request: Request, webhook_id: int) -> Response:
        """Every message with its status, newest first; GMs only."""
        row, membership = webhook_access.get_webhook(self.user, webhook_id)
        return self.respond_with_page(webhook_access.deliveries_of(membership, row), DeliverySerializer)


class Tests(Endpoint):
    """A test of a webhook."""

    @extend_schema(operation_id="webhooks_test", request=None, responses={201: DeliverySerializer})
    def post(self, request: Request, webhook_id: int) -> Response:
        """Sends a test to the address; the result appears in `deliveries/`. GMs only."""
        row, membership = webhook_access.get_webhook(self.user, webhook_id)
        delivery = actions.queue_test(membership=membership, webhook=row)
        outbox.deliver_after_commit()
        return Response(DeliverySerializer(delivery).data, 201)


class Again(Endpoint):
    """Repeated delivery of a message."""

    @extend_schema(operation_id="webhooks_send_again", request=None, responses=DeliverySerializer)
    def post(self, request: Request, delivery_id: int) -> Response:
        """Sends the same message with the same id again. GMs only."""
        row, membership = webhook_access.get_delivery(self.user, delivery_id)
        delivery = actions.requeue_delivery(membership=membership, delivery=row)
        outbox.deliver_after_commit()
        return Response(DeliverySerializer(delivery).data)
