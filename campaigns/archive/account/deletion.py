"""Deletes an account: the person goes, and what they wrote and played in campaigns of others stays without the name."""

import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from campaigns.archive.account import names
from campaigns.archive.models import Transfer
from campaigns.modules.models import Module, ModuleVersion
from campaigns.overview.deletion import delete_campaign
from campaigns.overview.members import actions as member_actions
from people.access import require_account
from people.actions import end_sign_ins, revoke_all_tokens
from people.credentials import admin_log_texts
from people.devices.models import CallPreferences, PushDevice
from people.idempotency.models import IdempotencyRecord
from people.models import Campaign, Member, PlaceOffer, Role, User

PERSONAL_MODELS = (
    PushDevice,
    CallPreferences,
    EmailAddress,
    Authenticator,
    SocialAccount,
    IdempotencyRecord,
    PlaceOffer,
)


def own_campaigns(user: User) -> QuerySet[Campaign]:
    """The campaigns in which nobody else is a member now: they are deleted with the account."""
    mine = Member.objects.present().filter(user=user)
    return Campaign.objects.filter(~Exists(_other_members(user)), pk__in=mine.values("campaign"))


def campaigns_without_another_gm(user: User) -> QuerySet[Campaign]:
    """The campaigns of others that would have no GM without the person: they need one first."""
    others = _other_members(user)
    gms = others.filter(role=Role.GM, user__is_active=True)
    mine = Member.objects.present().filter(user=user, role=Role.GM)
    return Campaign.objects.filter(Exists(others), ~Exists(gms), pk__in=mine.values("campaign"))


def _other_members(user: User) -> QuerySet[Member]:
    """Everyone else who is a member of the campaign of the outer query now, except absent people of a restored one."""
    others = Member.objects.present().filter(campaign=OuterRef("pk")).exclude(user=user)
    return others.exclude(user__kind=User.Kind.ABSENT)


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Deletes the account of `user`; ValidationError if a campaign would have no GM, or the site no administrator.

    The row itself stays without any data and cannot sign in, because logs and histories of campaigns refer to it."""
    require_account(user)
    row = User.objects.select_for_update().get(pk=user.pk)
    _require_successors(row)
    for campaign in own_campaigns(row):
        delete_campaign(campaign)
    _remove_private_rows(row)
    name_before = row.username
    _anonymise(row)
    names.rename_person(row, name_before)
    names.remove_names_of_places(row)
    admin_log_texts.remove_texts()
    for member in Member.objects.filter(user=row, left__isnull=True).select_related("campaign", "user"):
        member_actions.leave_campaign(membership=member)


def _require_successors(user: User) -> None:
    campaigns = list(campaigns_without_another_gm(user).values_list("name", flat=True))
    if campaigns:
        words = {"names": ", ".join(f"“{name}”" for name in campaigns)}
        raise ValidationError(_("First make someone else GM, on the page “Members” of: %(names)s.") % words)
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise ValidationError(
            _("You are the only administrator of this site. First make another person administrator.")
        )


def _remove_private_rows(user: User) -> None:
    end_sign_ins(user=user)
    for model in PERSONAL_MODELS:
        model._base_manager.filter(user=user).delete()
    Transfer.objects.filter(by=user).delete()
    # An adventure that a campaign of others uses is kept. Adventures that were published for everyone have no owner.
    used = ModuleVersion.objects.filter(runs__isnull=False, module=OuterRef("pk"))
    Module.objects.filter(~Exists(used), owner=user).delete()


def _anonymise(user: User) -> None:
    user.username = f"deleted-{secrets.token_hex(4)}"
    user.first_name = user.last_name = user.email = user.zone = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    revoke_all_tokens(user=user)
    user.groups.clear()
    user.user_permissions.clear()
