"""Bringing back a removed tie."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.world.ties.models import Tie
from common.rows import lock_row, save_with_history
from people.access import require_gm
from people.models import Member


@transaction.atomic
def bring_back_tie(*, membership: Member, tie: Tie) -> Tie:
    """Brings back a removed tie as it was, for those who saw it then; GMs only.

    ValidationError if someone has brought it back already, and while a page at one of its ends is archived."""
    require_gm(membership)
    row = lock_row(Tie.objects.filter(campaign=membership.campaign_id), tie.pk)
    if row.removed is None:
        raise ValidationError(_("Someone else has restored this tie already."))
    if any(page is not None and page.archived is not None for page in (row.from_page, row.to_page)):
        raise ValidationError(_("One of the pages that this tie connects is archived. Restore that page first."))
    row.removed = None
    row.revision += 1
    save_with_history(row, membership.user, _("restored"))
    return row
