"""The doors to webhooks: of one's own campaigns, for GMs."""

from typing import Any

from django.db.models import QuerySet

from campaigns.access import campaigns, found, must_run, seat
from campaigns.models import Member, User, Webhook, WebhookDelivery


def webhooks(own: Member) -> QuerySet[Webhook]:
    """The campaign's webhooks, without those removed; GMs only."""
    return _rows(own).filter(removed__isnull=True)


def removed(own: Member) -> QuerySet[Webhook]:
    """The campaign's removed webhooks, the last one first; GMs only."""
    return _rows(own).filter(removed__isnull=False).order_by("-removed")


def _rows(own: Member) -> QuerySet[Webhook]:
    return Webhook.objects.filter(campaign=must_run(own).campaign_id).select_related("by")


def webhook(user: User, webhook_id: Any) -> tuple[Webhook, Member]:
    """A webhook of a campaign that the person runs, removed ones too; 403 to its other members."""
    row = found(Webhook.objects.filter(campaign__in=campaigns(user)).select_related("campaign"), pk=webhook_id)
    return row, must_run(seat(user, row))


def deliveries(own: Member, row: Webhook) -> QuerySet[WebhookDelivery]:
    """What the address was told, newest first; GMs only."""
    return WebhookDelivery.objects.filter(webhook=row, webhook__campaign=must_run(own).campaign_id)


def delivery(user: User, delivery_id: Any) -> tuple[WebhookDelivery, Member]:
    """One thing told to an address, for GMs of its campaign; 403 to its other members."""
    rows = WebhookDelivery.objects.filter(webhook__campaign__in=campaigns(user)).select_related("webhook__campaign")
    row = found(rows, pk=delivery_id)
    return row, must_run(seat(user, row.webhook))
