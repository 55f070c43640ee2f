"""Which account belongs to an e-mail address: only an account that confirmed it, or that got it from the operator."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet

from people.models import User


def accounts_of_address(email: str) -> "QuerySet[User]":
    """The accounts that may sign in with an address, and reset their password by it."""
    rows = EmailAddress.objects.filter(user=OuterRef("pk"))
    confirmed = Exists(rows.filter(email=email.lower(), verified=True))
    condition = Q(email__iexact=email) & ~Exists(rows)
    return User.objects.filter(confirmed | condition, kind=User.Kind.PERSON).order_by("pk")


def confirmed_address(user: User) -> str:
    """The address to which the site may write to a person; empty without a confirmed one."""
    known = EmailAddress.objects.filter(user=user)
    row = known.filter(verified=True).order_by("-primary", "pk").first()
    if row is not None:
        return str(row.email)
    return "" if known.exists() else user.email


def confirm_given_address(sender: Any, instance: EmailAddress, **more: Any) -> None:
    """Marks an address as confirmed if the operator gave it to the account (createsuperuser, the admin).

    The account library stores such an address as unconfirmed when the person signs in. At sign-up the account has no
    address yet, so that an entered address stays unconfirmed."""
    if not instance._state.adding or instance.verified or more.get("raw"):
        return
    person = User.objects.filter(pk=instance.user_id).values_list("email", flat=True).first()
    first = not EmailAddress.objects.filter(user=instance.user_id).exists()
    if first and person and person.lower() == instance.email.lower():
        instance.verified = instance.can_set_verified()
