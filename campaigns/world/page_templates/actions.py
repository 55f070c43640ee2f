"""Writes to templates of pages; for GMs."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.page_templates.models import PageTemplate
from campaigns.world.tags import join_tags
from common.edit_conflicts import require_revision
from common.rows import lock_row, validate_row
from people.access import require_gm
from people.models import Campaign, Member
from rules.pages.plain_text import require_plain_text

FIELDS = ("name", "kind", "text", "tags")
MOST_OF_A_CAMPAIGN = 100


@transaction.atomic
def create_template(*, membership: Member, **fields: Any) -> PageTemplate:
    """Adds a template to the campaign."""
    require_gm(membership)
    Campaign.objects.select_for_update(no_key=True).get(pk=membership.campaign_id)  # names are unique in it
    if PageTemplate.objects.filter(campaign=membership.campaign_id).count() >= MOST_OF_A_CAMPAIGN:
        raise ValidationError(_("A campaign has at most %(most)s templates.") % {"most": MOST_OF_A_CAMPAIGN})
    return _save(PageTemplate(campaign=membership.campaign, by=membership.user), fields)


@transaction.atomic
def change_template(*, membership: Member, template: PageTemplate, revision: int | None, **fields: Any) -> PageTemplate:
    """Changes a template; an older `revision` than the current one raises `EditConflict`."""
    row = _lock(membership, template)
    require_revision(row, row.name, revision)
    row.revision += 1
    return _save(row, fields)


@transaction.atomic
def delete_template(*, membership: Member, template: PageTemplate, revision: int | None = None) -> None:
    """Deletes a template; pages that began with it stay as they are. EditConflict: it no longer has that revision."""
    row = _lock(membership, template)
    require_revision(row, row.name, revision)
    row.delete()


def _save(row: PageTemplate, fields: dict[str, Any]) -> PageTemplate:
    for name in FIELDS:
        if name in fields:
            setattr(row, name, join_tags(fields[name]) if name == "tags" else fields[name])
    row.name = " ".join(row.name.split())
    row.text = row.text.replace("\r\n", "\n")
    require_plain_text(name=row.name)
    validate_row(row)
    row.save()
    return row


def _lock(membership: Member, template: PageTemplate) -> PageTemplate:
    require_gm(membership)
    if template.campaign_id != membership.campaign_id:
        raise PermissionDenied(_("This belongs to another campaign."))
    return lock_row(PageTemplate.objects.all(), template.pk)
