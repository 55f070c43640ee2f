"""Writes to webhooks: added, changed, given a new secret, paused, removed and put back; what is told once more."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns import sending
from campaigns.access import must_have_account, must_run
from campaigns.models import Campaign, Member, Webhook, WebhookDelivery

MOST: Final = 10
OVERLAP: Final = timedelta(days=1)
KEPT: Final = timedelta(days=90)
AT_A_TIME: Final = 1000
FIELDS: Final = {"url", "topics", "active", "removed"}
Status = WebhookDelivery.Status


@transaction.atomic
def add(*, own: Member, url: str, topics: Iterable[str]) -> tuple[Webhook, str]:
    """A new webhook, and the secret that signs what it is told; GMs only, ten a campaign."""
    must_have_account(own.user)
    must_run(own)
    _room(own)
    row = Webhook(campaign=own.campaign, by=own.user, secret=secrets.token_urlsafe(32))
    return _saved(row, url=url, topics=topics), row.secret


@transaction.atomic
def change(*, own: Member, webhook: Webhook, **fields: Any) -> Webhook:
    """Changes address and topics, pauses it (`active`), takes it away or puts it back (`removed`); GMs only.

    What waits goes to the new address. Nothing is noted for a webhook that is paused. One that is removed is told
    nothing more, what waited for it is given up, and it comes back paused: as it was, but for what happened since.
    """
    row = _locked(own, webhook)
    if set(fields) - FIELDS:
        raise ValidationError(_("A webhook has no field %(names)s.") % {"names": ", ".join(sorted(fields))})
    removed = fields.pop("removed", None)
    if removed is False and row.removed:
        _room(own)
        row.removed = None
    if row.removed and fields:
        raise ValidationError(_("It is removed. Put it back first."))
    if removed and not row.removed:
        row.removed, fields = timezone.now(), fields | {"active": False}
        row.deliveries.filter(status=Status.WAITING).update(status=Status.GIVEN_UP, answer=_("Removed meanwhile."))
    return _saved(row, **fields)


@transaction.atomic
def rotate(*, own: Member, webhook: Webhook) -> tuple[Webhook, str]:
    """Gives it a new secret, told this once; for a day what is told is signed with the old one, too."""
    row = _standing(own, webhook)
    row.old_secret, row.old_until = row.secret, timezone.now() + OVERLAP
    row.secret = secrets.token_urlsafe(32)
    row.save(update_fields=["secret", "old_secret", "old_until"])
    return row, row.secret


@transaction.atomic
def test(*, own: Member, webhook: Webhook) -> WebhookDelivery:
    """Notes a message that says nothing but that it came; whoever calls sees that it is told."""
    row = _heard(_standing(own, webhook))
    body = {"topic": WebhookDelivery.TEST, "campaign": row.campaign_id}
    return WebhookDelivery.objects.create(webhook=row, topic=WebhookDelivery.TEST, body=body)


@transaction.atomic
def again(*, own: Member, delivery: WebhookDelivery) -> WebhookDelivery:
    """Lets what was told or given up wait again, under its old id; whoever calls sees that it is told."""
    _heard(_standing(own, delivery.webhook))
    row = WebhookDelivery.objects.select_for_update(of=("self",)).get(pk=delivery.pk)
    row.status, row.due = Status.WAITING, timezone.now()
    row.save(update_fields=["status", "due"])
    return row


def old(now: datetime | None = None) -> QuerySet[WebhookDelivery]:
    """What was told or given up more than ninety days ago."""
    rows = WebhookDelivery.objects.filter(created__lt=(now or timezone.now()) - KEPT)
    return rows.exclude(status=Status.WAITING, webhook__active=True)


def sweep(now: datetime | None = None) -> int:
    """Forgets it, and what waited as long at a paused webhook, a thousand at a time: how many."""
    gone = 0
    while some := list(old(now).order_by("pk").values_list("pk", flat=True)[:AT_A_TIME]):
        gone += WebhookDelivery.objects.filter(pk__in=some).delete()[0]
    return gone


def _room(own: Member) -> None:
    Campaign.objects.select_for_update().get(pk=own.campaign_id)
    if Webhook.objects.filter(campaign=own.campaign_id, removed__isnull=True).count() >= MOST:
        raise ValidationError(_("A campaign has at most %(most)s webhooks.") % {"most": MOST})


def _locked(own: Member, webhook: Webhook) -> Webhook:
    must_run(own)
    if webhook.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    return Webhook.objects.select_for_update(of=("self",)).get(pk=webhook.pk)


def _standing(own: Member, webhook: Webhook) -> Webhook:
    row = _locked(own, webhook)
    if row.removed:
        raise ValidationError(_("It is removed. Put it back first."))
    return row


def _heard(row: Webhook) -> Webhook:
    if not row.active:
        raise ValidationError(_("It is paused. Take it up again first."))
    return row


def _saved(row: Webhook, **fields: Any) -> Webhook:
    if "topics" in fields:
        fields["topics"] = sorted(set(fields["topics"]))
        if not fields["topics"] or set(fields["topics"]) - set(Webhook.Topic.values):
            raise ValidationError({"topics": _("Choose at least one thing that it is told of.")})
    if "url" in fields:
        fields["url"] = sending.checked_url(fields["url"])
    for name, value in fields.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()
    return row
