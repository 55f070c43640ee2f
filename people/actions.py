"""Writes to a person's own account: name, time zone, password, API tokens and sign-ins."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.core import context
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from people.access import require_account
from people.credentials.models import ApiToken
from people.credentials.naming_sentences import notify_name_change
from people.credentials.scopes import SCOPES, sort_scopes
from people.models import Campaign, Member, User

MAX_TOKENS = 50
MAX_DAYS = 3650
# A sign-in may be in the list a moment before its session is stored.
YOUNGEST_ENDED = timedelta(days=1)


@transaction.atomic
def create_token(
    *,
    user: User,
    name: str,
    can_write: bool = False,
    campaign: Campaign | None = None,
    days: int | None = 90,
    scopes: Iterable[str] = (),
) -> tuple[ApiToken, str]:
    """Creates a token: (row, secret); the secret is shown once and not stored. `days` 1 to 3650, None for no end.

    With `scopes` the token is only for these, and they decide whether it may write."""
    require_account(user)
    name, scopes = name.strip(), set(scopes)
    _require_token_fields(name, days, scopes)
    if campaign and not Member.objects.present().filter(campaign=campaign, user=user).exists():
        raise ValidationError({"campaign": _("You are not a member of that campaign.")})
    if ApiToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ValidationError(_("You already have %(most)s tokens. Revoke one first.") % {"most": MAX_TOKENS})
    row, secret = ApiToken.objects.create(
        user=user,
        expiry=None if days is None else timedelta(days=days),
        name=name,
        can_write=any(scope.endswith(":write") for scope in scopes) if scopes else can_write,
        campaign=campaign,
        scopes=sort_scopes(scopes),
    )
    return row, secret


def _require_token_fields(name: str, days: int | None, scopes: set[str]) -> None:
    """Refuses a name of another length, an expiry outside the limits, and unknown scopes."""
    if not 1 <= len(name) <= 80:
        raise ValidationError({"name": _("Give the token a name of 1 to 80 characters.")})
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise ValidationError(
            {"days": _("A token must expire within 1 to %(days)s days, or never.") % {"days": MAX_DAYS}}
        )
    if unknown := scopes - SCOPES.keys():
        raise ValidationError({"scopes": _("There is no scope “%(scope)s”.") % {"scope": min(unknown)}})


@transaction.atomic
def revoke_token(*, user: User, token: ApiToken) -> None:
    """Revokes a token at once; only for its owner."""
    if token.user_id != user.pk:
        raise PermissionDenied(_("This token belongs to someone else."))
    ApiToken.objects.filter(pk=token.pk).delete()


@transaction.atomic
def set_password(*, user: User, password: str) -> None:
    """Sets a new password, and ends what others may have opened with the old one."""
    user.set_password(password)
    user.save()
    end_other_access(user=user)


@transaction.atomic
def end_other_access(*, user: User) -> None:
    """Revokes all API tokens of an account, and ends its sign-ins except that of the current request.

    Every new password and every deactivation must do this. Django refuses the old sessions by itself, but their devices
    would get messages until the rows of the sessions are deleted, weeks later. And of an account that is active again,
    it would accept them."""
    revoke_all_tokens(user=user)
    request = context.request
    end_sign_ins(user=user, kept=(request.session.session_key if request else None) or "")


def end_sign_ins(*, user: User, kept: str = "") -> None:
    """Ends the sign-ins of an account with their devices, except the one whose session has the key `kept`."""
    keys = list(UserSession.objects.filter(user=user).exclude(session_key=kept).values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(session_key__in=keys).delete()


def revoke_all_tokens(*, user: User) -> None:
    """Revokes all API tokens of an account.

    `end_other_access` does this, because an intruder may have created some of the tokens.
    """
    ApiToken.objects.filter(user=user).delete()


@transaction.atomic
def change_account(*, user: User, username: str, zone: str) -> User:
    """Changes the user name and the time zone of displayed times."""
    require_account(user)
    row = User.objects.select_for_update().get(pk=user.pk)
    name_before = row.username
    row.username, row.zone = username.strip(), zone
    # Signing in does not distinguish capital letters, and signing up refuses such a name too.
    if User.objects.filter(username__iexact=row.username).exclude(pk=row.pk).exists():
        raise ValidationError({"username": _("A user with that username already exists.")})
    row.full_clean(exclude=["password"])
    row.save(update_fields=["username", "zone"])
    notify_name_change(row, name_before)
    return row


def delete_ended_sign_ins(now: datetime | None = None) -> int:
    """Deletes the sign-ins whose session is gone, with their devices; returns how many rows."""
    session = Session.objects.filter(session_key=OuterRef("session_key"))
    old = UserSession.objects.filter(created_at__lt=(now or timezone.now()) - YOUNGEST_ENDED)
    return old.filter(~Exists(session)).delete()[0]
