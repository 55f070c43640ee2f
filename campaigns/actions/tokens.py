"""A person's own account: name and time zone, and API tokens made and revoked."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.access import must_have_account
from campaigns.models import ApiToken, Campaign, Member, User

MOST_TOKENS = 50
LONGEST_DAYS = 3650


@transaction.atomic
def make(
    *,
    user: User,
    name: str,
    can_write: bool = False,
    campaign: Campaign | None = None,
    days: int | None = 90,
    area: str = "",
) -> tuple[ApiToken, str]:
    """Makes a token: (row, the secret, shown once and stored nowhere). `days` 1 to 3650, None for no end.

    `area` "modules" confines it to modules: with `can_write` it is what the format calls `modules:write`."""
    must_have_account(user)
    name = name.strip()
    if not 1 <= len(name) <= 80:
        raise ValidationError({"name": _("Give the token a name of 1 to 80 characters.")})
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise ValidationError({"days": _("A token lasts 1 to %(days)s days, or has no end.") % {"days": LONGEST_DAYS}})
    if campaign and not Member.objects.filter(campaign=campaign, user=user, left__isnull=True).exists():
        raise ValidationError({"campaign": _("You are in no such campaign.")})
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise ValidationError(_("You have %(most)s tokens; revoke one first.") % {"most": MOST_TOKENS})
    row, secret = ApiToken.objects.create(
        user=user, expiry=None if days is None else timedelta(days=days), name=name, can_write=can_write,
        campaign=campaign, area=area,
    )  # fmt: skip
    return row, secret


@transaction.atomic
def revoke(*, user: User, token: ApiToken) -> None:
    """Ends a token at once; only its owner may."""
    if token.user_id != user.pk:
        raise PermissionDenied(_("That token is somebody else's."))
    ApiToken.objects.filter(pk=token.pk).delete()


@transaction.atomic
def change_account(*, user: User, username: str, zone: str) -> User:
    """Changes the name others see and the zone times are shown in."""
    must_have_account(user)
    row = User.objects.select_for_update().get(pk=user.pk)
    row.username, row.zone = username.strip(), zone
    row.full_clean(exclude=["password"])
    row.save(update_fields=["username", "zone"])
    return row
