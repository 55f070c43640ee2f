"""Base classes for the admin: read-only rows, closed lookups, and rows that cannot be deleted."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
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

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a URL may filter by this: only by what is shown."""
        if lookup.partition("__")[0] not in {"id", "pk", *self._shown_columns(request)}:
            return False
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed

    def _shown_columns(self, request: HttpRequest) -> set[str]:
        """The columns of the form, the list, its filters and its dates."""
        admin_class: Any = self
        filters = [item[0] if isinstance(item, tuple) else item for item in admin_class.get_list_filter(request)]
        columns = [*flatten_fieldsets(admin_class.get_fieldsets(request)), *admin_class.get_list_display(request)]
        return {str(name).partition("__")[0] for name in [*columns, *filters, admin_class.date_hierarchy]}


class UndeletableAdmin:
    """A mixin for rows that cannot be deleted, because the site archives or revokes them instead."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class TabularInline(admin.TabularInline):
    """A table of rows without empty rows to fill in."""

    extra = 0
    show_change_link = True
