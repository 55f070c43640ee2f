"""Writes to a person's devices and preferences for calls."""

import hashlib
import re
import secrets
from datetime import time
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from common import outgoing
from common.edit_conflicts import require_revision
from common.rows import lock_row
from people.access import require_account
from people.credentials.models import ApiToken
from people.devices import push_key
from people.devices.access import devices_of, preferences_of, reachable_devices
from people.devices.models import CallPreferences, PushDevice
from people.models import User

MAX_DEVICES = 20
LONGEST_ADDRESS = 1000
# What a signed message can name as its push service (RFC 8292): a host name or an IPv4 address, with or without a port.
PUSH_SERVICE: Final = re.compile(r"https?://[^/:@]+(:[0-9]+)?")


@transaction.atomic
def add_device(
    *,
    user: User,
    endpoint: str,
    public_key: str,
    auth: str,
    name: str = "",
    signal: str = PushDevice.Alert.FULL,
    session_key: str | None = None,
    token: ApiToken | None = None,
) -> PushDevice:
    """Adds a browser, or takes it over from the person who was signed in there before.

    It ends with the sign-in that `session_key` names, or with `token`."""
    require_account(user)
    _require_address(endpoint)
    if not push_key.is_browser_key(public_key) or not push_key.is_browser_secret(auth):
        raise ValidationError(_("These are not the keys of a browser's push subscription."))
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    _require_same_browser(user, digest, public_key, auth)
    if devices_of(user).exclude(digest=digest).count() >= MAX_DEVICES:
        raise ValidationError(_("You already have %(most)s devices. Remove one first.") % {"most": MAX_DEVICES})
    sign_in = UserSession.objects.filter(user=user, session_key=session_key or "").first()
    row, _new = PushDevice.objects.update_or_create(
        digest=digest,
        defaults={
            "user": user,
            "sign_in": sign_in,
            "token": token,
            "endpoint": endpoint,
            "public_key": public_key,
            "auth": auth,
            "name": name.strip()[:80] or _("A browser"),
            "signal": signal,
            "failures": 0,
        },
    )
    return row


def _require_same_browser(user: User, digest: str, public_key: str, auth: str) -> None:
    """Refuses to take a device from another person without the keys that only its browser knows."""
    known = PushDevice.objects.select_for_update().filter(digest=digest).exclude(user=user).first()
    if known is None:
        return
    if not (compare_digest(known.auth, auth) and compare_digest(known.public_key, public_key)):
        raise ValidationError(_("These are not the keys of a browser's push subscription."))


def _require_address(endpoint: str) -> None:
    """Requires https and a host; each delivery also checks that the host is public (common/outgoing.py)."""
    schemes = {"https", "http"} if settings.WEBHOOKS_PRIVATE else {"https"}
    try:
        parts = urlsplit(endpoint)
        service = PUSH_SERVICE.fullmatch(f"{parts.scheme}://{parts.netloc}")
        known = parts.scheme in schemes and service is not None and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known or len(endpoint) > LONGEST_ADDRESS or any(ord(sign) <= 32 for sign in endpoint):
        sentence = _("The address of a push service must begin with https:// and a host name, without a password.")
        raise ValidationError({"endpoint": sentence})


def note_sign_in(request: HttpRequest) -> str:
    """The key of a browser's session; creates its row in the list of sign-ins if it is missing."""
    UserSession.objects.create_from_request(request)
    return str(request.session.session_key)


@transaction.atomic
def change_device(*, user: User, device: PushDevice, signal: str, revision: int | None = None) -> PushDevice:
    """Chooses sound and vibration for a device. EditConflict: it no longer has that revision."""
    row = lock_row(devices_of(user), device.pk)
    require_revision(row, row.name, revision)
    row.signal = signal
    row.full_clean(exclude=["user", "sign_in"])
    row.save(update_fields=["signal"])
    return row


@transaction.atomic
def remove_device(*, user: User, device: PushDevice, revision: int | None = None) -> None:
    """Removes a device: it gets no more messages. EditConflict: it no longer has that revision."""
    row = devices_of(user).select_for_update().filter(pk=device.pk).first()
    if row is not None:
        require_revision(row, row.name, revision)
        row.delete()


@transaction.atomic
def save_preferences(
    *,
    user: User,
    mail_after: int,
    remind: bool,
    quiet_from: time | None,
    quiet_until: time | None,
    origin: str,
    session_push: bool | None = None,
    session_mail: bool | None = None,
    webhook_url: str | None = None,
    webhook_after: int | None = None,
    zone: str = "",
    revision: int | None = None,
) -> tuple[CallPreferences, str]:
    """Saves when the person is called; returns the preferences and the secret of a new webhook, which is shown once.

    A value of None changes nothing, except for quiet hours, which need both ends. `zone` is their time zone; without
    one they keep theirs, and new ones get that of this moment. An empty `webhook_url` removes the webhook.
    EditConflict: the preferences no longer have that revision."""
    require_account(user)
    if (quiet_from is None) != (quiet_until is None):
        missing = "quiet_from" if quiet_from is None else "quiet_until"
        raise ValidationError({missing: _("Quiet hours need a beginning and an end.")})
    User.objects.select_for_update().get(pk=user.pk)
    row = preferences_of(user)
    require_revision(row, str(row), revision)
    row.mail_after, row.remind, row.quiet_from, row.quiet_until = mail_after, remind, quiet_from, quiet_until
    row.session_push = row.session_push if session_push is None else session_push
    row.session_mail = row.session_mail if session_mail is None else session_mail
    row.zone = zone or (timezone.get_current_timezone_name() if row._state.adding else row.zone)
    row.origin = origin
    row.webhook_after = row.webhook_after if webhook_after is None else webhook_after
    secret = "" if webhook_url is None else _set_webhook(row, webhook_url)
    row.full_clean(exclude=["user"])
    row.save()
    return row, secret


def _set_webhook(row: CallPreferences, url: str) -> str:
    """Sets or removes the webhook; returns its secret if it is new."""
    if not url:
        row.webhook_url = row.webhook_secret = ""
        return ""
    try:
        row.webhook_url = outgoing.validate_url(url)
    except ValidationError as fault:
        raise ValidationError({"webhook_url": fault.messages}) from None
    if row.webhook_secret:
        return ""
    row.webhook_secret = secrets.token_urlsafe(32)
    return row.webhook_secret


def delete_signed_out_devices() -> int:
    """Deletes the devices whose sign-in has ended; returns how many."""
    return PushDevice.objects.exclude(pk__in=reachable_devices().values("pk")).delete()[0]


def forget_device(request: HttpRequest, **_more: Any) -> None:
    """Forgets the device on which a person signs out, before its session ends."""
    key = request.session.session_key if request is not None else None
    if key:
        PushDevice.objects.filter(sign_in__session_key=key).delete()
