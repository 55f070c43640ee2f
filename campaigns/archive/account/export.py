"""The export of an account: its settings, and what the person wrote and played, as JSON in a ZIP file."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import Model

from campaigns.archive import member_export
from campaigns.archive.column_values import to_json
from campaigns.archive.container import ArchiveWriter
from campaigns.archive.jsonl import write_line
from campaigns.log.access import visible_log_entries
from campaigns.modules.models import Module
from campaigns.sessions.access import visible_recaps
from campaigns.world import access as world_access
from people.access import memberships_of
from people.credentials.models import ApiToken
from people.devices.models import CallPreferences, PushDevice
from people.models import Member, User

FORMAT: Final = "fatekeeper-account"
VERSION: Final = 1
# What the account page and its neighbours show: {name in the file: (model, columns)}.
PARTS: Final[dict[str, tuple[type[Model], tuple[str, ...]]]] = {
    "addresses": (EmailAddress, ("email", "verified", "primary")),
    "second_factors": (Authenticator, ("type", "created_at", "last_used_at")),
    "sign_in_providers": (SocialAccount, ("provider", "uid", "date_joined", "last_login", "extra_data")),
    "sign_ins": (UserSession, ("ip", "user_agent", "created_at", "last_seen_at")),
    "api_tokens": (ApiToken, ("name", "token_key", "can_write", "scopes", "created", "last_used", "expiry")),
    "devices": (PushDevice, ("name", "signal", "created", "last_called")),
    "calls": (
        CallPreferences,
        (
            "mail_after",
            "webhook_url",
            "webhook_after",
            "remind",
            "session_push",
            "session_mail",
            "quiet_from",
            "quiet_until",
            "zone",
        ),
    ),
    "memberships": (Member, ("campaign_id", "campaign__name", "role", "joined", "guest_until", "left")),
}


def write_account_export(user: User, into: IO[bytes]) -> None:
    """Writes the export of a person's own account into a seekable file; no secret, key or digest is in it.

    Of campaigns it has what the person wrote and owns there, by the rules of the pages, so nothing of those they left;
    each campaign has its own export."""
    archive, rows = ArchiveWriter(into), {}
    archive.add("account.json", write_line(_account(user)))
    parts = {"characters": _characters, "log": _log, "pages": _pages, "recaps": _recaps}
    for name, lines in parts.items():
        rows[name] = 0
        with archive.stream(f"data/{name}.jsonl") as file:
            for membership in memberships_of(user).order_by("pk"):
                for line in lines(membership):
                    file.write(write_line({"campaign": membership.campaign_id, **line}))
                    rows[name] += 1
    archive.finish({"format": FORMAT, "version": VERSION, "created": to_json(datetime.now(UTC)), "rows": rows})


def _account(user: User) -> dict[str, Any]:
    columns = ("username", "first_name", "last_name", "email", "zone", "date_joined", "last_login")
    parts = {name: list(_rows(model, user, wanted)) for name, (model, wanted) in PARTS.items()}
    modules = Module.objects.filter(owner=user).order_by("pk").values_list("key", flat=True)
    return {name: to_json(getattr(user, name)) for name in columns} | parts | {"modules": list(modules)}


def _rows(model: type[Model], user: User, columns: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for row in model._base_manager.filter(user=user).order_by("pk").values(*columns):
        yield {name: to_json(value) for name, value in row.items()}


def _characters(membership: Member) -> Iterator[dict[str, Any]]:
    return member_export.character_lines(membership)


def _log(membership: Member) -> Iterator[dict[str, Any]]:
    for row in visible_log_entries(membership).filter(by=membership.user_id).order_by("pk").iterator(2000):
        yield {"id": row.pk, "when": to_json(row.created), "kind": row.kind, "text": row.text}


def _pages(membership: Member) -> Iterator[dict[str, Any]]:
    for row in world_access.visible_entries(membership).filter(author=membership).order_by("pk"):
        yield {"id": row.pk, "kind": row.kind, "name": row.name, "text": row.text}


def _recaps(membership: Member) -> Iterator[dict[str, Any]]:
    for row in visible_recaps(membership).filter(by=membership.user_id).order_by("pk"):
        yield {"session": row.session_id, "text": row.text}
