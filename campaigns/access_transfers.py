"""The doors to archives on their way: one's own, and a file only while one may still see what is in it."""

from typing import Any

from django.db.models import QuerySet

from campaigns.access import found, gm, member
from campaigns.models import Transfer, User


def transfers(user: User) -> QuerySet[Transfer]:
    """The person's own exports and restores; with a token for one campaign, those of that campaign."""
    if not user.is_authenticated or not user.is_active:
        return Transfer.objects.none()
    rows = Transfer.objects.filter(by=user).select_related("campaign")
    bound = getattr(user, "bound_campaign_id", None)
    return rows if bound is None else rows.filter(campaign=bound)


def transfer(user: User, key: Any) -> Transfer:
    """One of the person's own; an export only while the person may still make it: 403, or 404 to who left."""
    row = found(transfers(user), key=key)
    if row.campaign_id is not None:
        (gm if row.kind == Transfer.Kind.WHOLE else member)(user, row.campaign_id)
    return row


def file(user: User, key: Any) -> Transfer:
    """One of the person's exports whose file is ready; 404 otherwise."""
    row = transfer(user, key)
    return found(transfers(user).exclude(kind=Transfer.Kind.RESTORE), pk=row.pk, status=Transfer.Status.DONE)
