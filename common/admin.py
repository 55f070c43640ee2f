"""Base classes for the admin: read-only rows, closed lookups, and rows that cannot be deleted."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin:
    """A mixin for rows that the admin only shows; put it before the admin class."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: the site writes these rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: these rows record what happened."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class ClosedLookupAdmin:
    """A mixin for rows with columns that are not shown; put it before the admin class.

    Django lets a URL filter a list by every column of its model, so that the number of rows would reveal a hidden
    column step by step.
    """

    fields: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a URL may filter by this: only by what is shown."""
        if lookup.partition("__")[0] not in self.fields:
            return False
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed


class UndeletableAdmin:
    """A mixin for rows that cannot be deleted, because the site archives or revokes them instead."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class TabularInline(admin.TabularInline):
    """A table of rows without empty rows to fill in."""

    extra = 0
    show_change_link = True
