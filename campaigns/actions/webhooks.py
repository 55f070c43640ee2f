"""Writes to webhooks: added with a secret that is shown once, paused and taken up again."""

import secrets
from collections.abc import Iterable

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns import telling
from campaigns.access import must_have_account, must_run
from campaigns.models import Campaign, Member, Webhook

MOST = 10


@transaction.atomic
def add(*, own: Member, url: str, topics: Iterable[str]) -> tuple[Webhook, str]:
    """A new webhook, and the secret that signs what it is told; GMs only, ten a campaign."""
    must_have_account(own.user)
    must_run(own)
    chosen = sorted(set(topics))
    if not chosen or set(chosen) - set(Webhook.Topic.values):
        raise ValidationError({"topics": _("Choose at least one thing that it is told of.")})
    Campaign.objects.select_for_update().get(pk=own.campaign_id)
    if Webhook.objects.filter(campaign=own.campaign_id).count() >= MOST:
        raise ValidationError(_("A campaign has at most %(most)s webhooks.") % {"most": MOST})
    row = Webhook(
        campaign=own.campaign, url=telling.checked_url(url), topics=chosen, by=own.user,
        secret=secrets.token_urlsafe(32),
    )  # fmt: skip
    row.full_clean()
    row.save()
    return row, row.secret


@transaction.atomic
def set_active(*, own: Member, webhook: Webhook, active: bool) -> Webhook:
    """Pauses a webhook, or takes it up again; what was noted meanwhile waits for a day."""
    must_run(own)
    if webhook.campaign_id != own.campaign_id:
        raise PermissionDenied(_("That belongs to another campaign."))
    webhook.active = active
    webhook.save(update_fields=["active"])
    return webhook
