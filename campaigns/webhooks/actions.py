"""Writes to webhooks: add, change, renew the secret, pause, remove, restore, test, and deliver again."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.webhooks.models import GONE, Webhook, WebhookDelivery
from common import outgoing
from common.edit_conflicts import EditConflict
from people.access import require_account, require_gm
from people.models import Campaign, Member

MAX_WEBHOOKS: Final = 10
OVERLAP: Final = timedelta(days=1)
RETENTION: Final = timedelta(days=90)
BATCH_SIZE: Final = 1000
FIELDS: Final = {"url", "topics", "shape", "active", "removed"}
Status = WebhookDelivery.Status


@transaction.atomic
def add_webhook(
    *, membership: Member, url: str, topics: Iterable[str], shape: str = Webhook.Shape.FATEKEEPER
) -> tuple[Webhook, str]:
    """Adds a webhook and returns it with the secret that signs its deliveries; GMs only, ten for each campaign."""
    require_account(membership.user)
    require_gm(membership)
    _require_room(membership)
    row = Webhook(campaign=membership.campaign, by=membership.user, secret=secrets.token_urlsafe(32))
    return _save(row, url=url, topics=topics, shape=shape), row.secret


@transaction.atomic
def change_webhook(*, membership: Member, webhook: Webhook, revision: int | None = None, **fields: Any) -> Webhook:
    """Changes URL, topics and shape, pauses or resumes (`active`), removes or restores (`removed`); GMs only.

    Waiting deliveries go to the new URL. A paused webhook gets no new deliveries; those that wait are sent when it is
    resumed. Removing a webhook gives up its waiting deliveries; a restored webhook is paused, and misses what happened
    meanwhile.
    EditConflict: the webhook is no longer as the writer saw it.
    """
    row = _lock_webhook(membership, webhook)
    if revision is not None and revision != row.revision:
        raise EditConflict(row, row.url)
    if set(fields) - FIELDS:
        raise ValidationError(_("A webhook has no field %(names)s.") % {"names": ", ".join(sorted(fields))})
    removed = fields.pop("removed", None)
    if removed is False and row.removed:
        _require_room(membership)
        row.removed = None
    if row.removed and fields:
        raise ValidationError(_("This webhook was removed. Restore it first."))
    if removed and not row.removed:
        row.removed, fields = timezone.now(), fields | {"active": False}
        give_up_deliveries(row.deliveries.all(), _("The webhook was removed."))
    before, was_active = row.url, row.active
    saved = _save(row, **fields)
    if saved.url != before and saved.by_id != membership.user_id:
        # It is paused when the person who chose its receiver no longer runs the campaign.
        saved.by = membership.user
        saved.save(update_fields=["by"])
    waiting = saved.deliveries.filter(status=Status.WAITING)
    if saved.url != before:  # what another receiver answered, and how long it asked to wait, is over
        waiting.update(answer="", due=timezone.now())
    elif saved.active and not was_active:  # a GM resumes it when the receiver takes messages again
        waiting.filter(answer__endswith=GONE).update(answer="", due=timezone.now())
    return saved


def give_up_deliveries(rows: QuerySet[WebhookDelivery], answer: str) -> None:
    """Gives up those of the deliveries that wait; `answer` says why."""
    rows.filter(status=Status.WAITING).update(status=Status.GIVEN_UP, answer=answer)


@transaction.atomic
def rotate_secret(*, membership: Member, webhook: Webhook) -> tuple[Webhook, str]:
    """Creates a new secret, shown only once; for a day deliveries are also signed with the old one."""
    row = _require_not_removed(membership, webhook)
    row.old_secret, row.old_until = row.secret, timezone.now() + OVERLAP
    row.secret = secrets.token_urlsafe(32)
    row.save(update_fields=["secret", "old_secret", "old_until"])
    return row, row.secret


@transaction.atomic
def queue_test(*, membership: Member, webhook: Webhook) -> WebhookDelivery:
    """Stores a test delivery; the caller delivers it."""
    row = _require_active(_require_not_removed(membership, webhook))
    body = {"topic": WebhookDelivery.TEST, "campaign": row.campaign_id}
    return WebhookDelivery.objects.create(webhook=row, topic=WebhookDelivery.TEST, body=body)


@transaction.atomic
def requeue_delivery(*, membership: Member, delivery: WebhookDelivery) -> WebhookDelivery:
    """Makes a finished delivery wait again under its old id; the caller delivers it."""
    _require_active(_require_not_removed(membership, delivery.webhook))
    row = WebhookDelivery.objects.select_for_update(of=("self",)).get(pk=delivery.pk)
    row.status, row.due, row.answer = Status.WAITING, timezone.now(), ""
    row.save(update_fields=["status", "due", "answer"])
    return row


def old_deliveries(now: datetime | None = None) -> QuerySet[WebhookDelivery]:
    """Deliveries that were made or given up more than ninety days ago."""
    rows = WebhookDelivery.objects.filter(created__lt=(now or timezone.now()) - RETENTION)
    return rows.exclude(status=Status.WAITING, webhook__active=True)


def delete_old_deliveries(now: datetime | None = None) -> int:
    """Deletes them, and those that waited as long at a paused webhook, in batches of a thousand; returns how many."""
    gone = 0
    while some := list(old_deliveries(now).order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE]):
        gone += WebhookDelivery.objects.filter(pk__in=some).delete()[0]
    return gone


def _require_room(membership: Member) -> None:
    Campaign.objects.select_for_update().get(pk=membership.campaign_id)
    if Webhook.objects.filter(campaign=membership.campaign_id, removed__isnull=True).count() >= MAX_WEBHOOKS:
        raise ValidationError(_("A campaign has at most %(most)s webhooks.") % {"most": MAX_WEBHOOKS})


def _lock_webhook(membership: Member, webhook: Webhook) -> Webhook:
    require_gm(membership)
    if webhook.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    return Webhook.objects.select_for_update(of=("self",)).get(pk=webhook.pk)


def _require_not_removed(membership: Member, webhook: Webhook) -> Webhook:
    row = _lock_webhook(membership, webhook)
    if row.removed:
        raise ValidationError(_("This webhook was removed. Restore it first."))
    return row


def _require_active(row: Webhook) -> Webhook:
    if not row.active:
        raise ValidationError(_("This webhook is paused. Resume it first."))
    return row


def _save(row: Webhook, **fields: Any) -> Webhook:
    if "topics" in fields:
        fields["topics"] = sorted(set(fields["topics"]))
        if not fields["topics"] or set(fields["topics"]) - set(Webhook.Topic.values):
            raise ValidationError({"topics": _("Choose at least one event.")})
    if "url" in fields:
        fields["url"] = outgoing.validate_url(fields["url"])
    for name, value in fields.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()
    return row
