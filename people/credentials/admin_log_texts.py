"""The admin's own log names sign-ins and their addresses by number, because its entries stay after an account."""

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet, Value
from django.db.models.functions import Concat
from django.http import HttpRequest

# Models whose text is an e-mail or a network address, or another word that somebody chose.
PERSONAL: Final = (EmailAddress, UserSession, Authenticator, SocialAccount)


class NumberedInLog:
    """A mixin for the admin of a model of `PERSONAL`; put it before the admin class."""

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """Logs an addition without the text of the row."""
        return _without_text(super().log_addition(request, obj, message))  # type: ignore[misc]

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> LogEntry:
        """Logs a change without the text of the row."""
        return _without_text(super().log_change(request, obj, message))  # type: ignore[misc]

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[LogEntry]:
        """Logs deletions without the texts of the rows."""
        return [_without_text(entry) for entry in super().log_deletions(request, queryset)]  # type: ignore[misc]


def remove_texts() -> int:
    """Removes the texts from entries that earlier versions wrote; returns how many had one."""
    removed = 0
    for model in PERSONAL:
        number = Concat(Value(_start(model)), "object_id")
        entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model))
        removed += entries.exclude(object_repr=number).update(object_repr=number)
    return removed


def _without_text(entry: LogEntry) -> LogEntry:
    model = entry.content_type.model_class() if entry.content_type else None
    entry.object_repr = f"{_start(model)}{entry.object_id}"
    entry.save(update_fields=["object_repr"])
    return entry


def _start(model: Any) -> str:
    # The same words in every language, so that entries without a text can be told from others.
    return f"{model._meta.model_name} "
