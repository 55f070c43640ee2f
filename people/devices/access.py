"""Which devices a person may see and change: their own."""

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from people.access import get_visible_row
from people.devices.models import CallPreferences, PushDevice
from people.models import User


def devices_of(user: User) -> QuerySet[PushDevice]:
    """The devices on which the person is called."""
    return PushDevice.objects.filter(user=user)


def reachable_devices() -> QuerySet[PushDevice]:
    """The devices whose sign-in or token is still valid; everyone's."""
    now = timezone.now()
    live = Session.objects.filter(session_key=OuterRef("sign_in__session_key"), expire_date__gt=now)
    valid = Q(token__isnull=False) & (Q(token__expiry__isnull=True) | Q(token__expiry__gt=now))
    return PushDevice.objects.filter(Exists(live) | valid, user__is_active=True)


def get_device(user: User, device_id: int) -> PushDevice:
    """A device of the person, or 404."""
    return get_visible_row(devices_of(user), pk=device_id)


def preferences_of(user: User) -> CallPreferences:
    """How the person is called; the defaults where nothing was saved."""
    return CallPreferences.objects.select_related("user").filter(user=user).first() or CallPreferences(user=user)
