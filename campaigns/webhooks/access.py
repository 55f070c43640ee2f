"""Which webhooks and deliveries a person may see: those of campaigns that the person runs."""

from typing import Any

from django.db.models import QuerySet

from campaigns.webhooks.models import Webhook, WebhookDelivery
from people.access import campaigns_of, get_visible_row, membership_for, require_gm
from people.models import Member, User


def visible_webhooks(membership: Member) -> QuerySet[Webhook]:
    """The campaign's webhooks, without those removed; GMs only."""
    return _rows(membership).filter(removed__isnull=True)


def removed_webhooks(membership: Member) -> QuerySet[Webhook]:
    """The campaign's removed webhooks, newest first; GMs only."""
    return _rows(membership).filter(removed__isnull=False).order_by("-removed")


def running_webhooks_by(member: Member) -> QuerySet[Webhook]:
    """The campaign's webhooks that the person added, or gave their present URL, and that receive events."""
    return Webhook.objects.filter(campaign=member.campaign_id, by=member.user_id, active=True)


def _rows(membership: Member) -> QuerySet[Webhook]:
    return Webhook.objects.filter(campaign=require_gm(membership).campaign_id).select_related("by")


def get_webhook(user: User, webhook_id: Any) -> tuple[Webhook, Member]:
    """A webhook of a campaign that the person runs, even a removed one; 403 for its other members."""
    rows = Webhook.objects.filter(campaign__in=campaigns_of(user)).select_related("campaign", "by")
    row = get_visible_row(rows, pk=webhook_id)
    return row, require_gm(membership_for(user, row))


def deliveries_of(membership: Member, row: Webhook) -> QuerySet[WebhookDelivery]:
    """The deliveries to a webhook, newest first; GMs only."""
    return WebhookDelivery.objects.filter(webhook=row, webhook__campaign=require_gm(membership).campaign_id)


def get_delivery(user: User, delivery_id: Any) -> tuple[WebhookDelivery, Member]:
    """One delivery, for GMs of its campaign; 403 for its other members."""
    rows = WebhookDelivery.objects.filter(webhook__campaign__in=campaigns_of(user)).select_related("webhook__campaign")
    row = get_visible_row(rows, pk=delivery_id)
    return row, require_gm(membership_for(user, row.webhook))
