"""What the admin's pages share: rows that are only read, and the way back to the page."""

from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest


class ReadOnly:
    """Rows that nobody makes, changes or deletes here; put it before the admin class."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: the site writes these rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: what happened stays as it was told."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class Closed:
    """Rows with columns that are not shown; put it before the admin class.

    Django lets an address filter a list by every column of its model, so that the number of rows would tell,
    question by question, what the column holds.
    """

    fields: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether an address may filter by this: only by what is shown, and nothing beyond it."""
        if lookup.partition("__")[0] not in self.fields:
            return False
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed


class Kept:
    """Rows that may be made and changed, never deleted here: the site archives and revokes instead."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class Inline(admin.TabularInline):
    """A table of rows without empty ones to fill."""

    extra = 0
    show_change_link = True
