"""Base classes that limit what staff without superuser rights may read and do in the admin.

Threat model: a superuser operates the site and could read its database anyway. Other staff only have the permissions
of their groups: without `read_secrets` they can read no hidden note, secret text, hidden character or private sheet,
and they cannot give themselves or others more permissions than they have.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

READ_SECRETS: Final = "people.read_secrets"


def may_read_secrets(request: HttpRequest) -> bool:
    """Whether the person may read the secrets of GMs and players."""
    return bool(request.user.has_perm(READ_SECRETS))


def filter_names(admin: Any, request: HttpRequest) -> set[str]:
    """The columns of the list's own filters and dates."""
    filters = [
        list_filter[0] if isinstance(list_filter, list | tuple) else list_filter
        for list_filter in admin.get_list_filter(request)
    ]
    dates = [admin.date_hierarchy] if admin.date_hierarchy else []
    return {name for name in [*filters, *dates, "id", "pk"] if isinstance(name, str)}


def is_shown_filter(admin: Any, lookup: str, request: HttpRequest) -> bool:
    """Whether a URL filters by something that the list offers; others could reveal hidden columns."""
    return any(lookup == name or lookup.startswith(f"{name}__") for name in filter_names(admin, request))


class ReadHistory:
    """A mixin for rows whose old versions are read-only; put it before the admin class.

    The history library saves what is posted to an old version, even for staff who may only view the row."""

    def history_form_view(self, request: HttpRequest, object_id: str, version_id: str, **more: Any) -> HttpResponse:
        """One old version."""
        if request.method == "POST":
            raise PermissionDenied(_("You can only read old versions here."))
        answer: HttpResponse = super().history_form_view(request, object_id, version_id, **more)  # type: ignore[misc]
        return answer


class NextRevision:
    """A mixin for rows with a revision; put it before the admin class.

    A change in the admin gets the next revision, so that forms and scripts that read the row before notice it."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Saves under the next revision."""
        obj.revision += change
        super().save_model(request, obj, form, change)  # type: ignore[misc]


class StaysInCampaign:
    """A mixin for rows of a campaign that cannot move to another one; put it before the admin class.

    Their secrets would be readable there, perhaps for staff who are its GM."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Also the campaign, once the row exists."""
        every = super().get_readonly_fields(request, obj)  # type: ignore[misc]
        return [*every, *(["campaign"] if obj else [])]


class SecretTexts(ReadHistory):
    """A mixin for rows with secret columns; put it before the admin class.

    For staff without the permission, `secret_fields` are hidden and not searched, `open_rows` are the visible rows,
    and `secret_searches` are searches that would reveal secrets.
    """

    secret_fields: ClassVar[Sequence[str]] = ()
    secret_searches: ClassVar[Sequence[str]] = ()
    open_rows: ClassVar[dict[str, Any]] = {}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that the person may see."""
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        return rows if may_read_secrets(request) else rows.filter(**self.open_rows)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The form without fields that the person may not read."""
        sets = super().get_fieldsets(request, obj)  # type: ignore[misc]
        if may_read_secrets(request):
            return sets
        hidden = set(self.secret_fields)
        return [(name, {**about, "fields": _without(about["fields"], hidden)}) for name, about in sets]

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> Any:
        """Excludes fields that are not shown, so that a posted form cannot set them."""
        every = list(super().get_exclude(request, obj) or ())  # type: ignore[misc]
        return every if may_read_secrets(request) else [*every, *self.secret_fields]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """The columns of the list."""
        every = super().get_list_display(request)  # type: ignore[misc]
        return list(every) if may_read_secrets(request) else _without(every, set(self.secret_fields))

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        """The search fields, without secret ones."""
        hidden = {*self.secret_fields, *self.secret_searches}
        every = super().get_search_fields(request)  # type: ignore[misc]
        return list(every) if may_read_secrets(request) else _without(every, hidden)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a URL may filter the list by this."""
        if not may_read_secrets(request) and not is_shown_filter(self, lookup, request):
            return False
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        return allowed

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """The history, only with the permission, because it shows old texts."""
        _require_secrets(request)
        answer: HttpResponse = super().history_view(request, object_id, extra_context)  # type: ignore[misc]
        return answer

    def history_form_view(self, request: HttpRequest, object_id: str, version_id: str, **more: Any) -> HttpResponse:
        """One old version."""
        _require_secrets(request)
        return super().history_form_view(request, object_id, version_id, **more)


class SecretRows:
    """A mixin for rows that are completely secret; put it before the admin class."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only with the permission to read secrets."""
        return may_read_secrets(request) and bool(super().has_view_permission(request, obj))  # type: ignore[misc]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only with the permission to read secrets."""
        return may_read_secrets(request) and bool(super().has_change_permission(request, obj))  # type: ignore[misc]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only with the permission to read secrets, because the confirmation page names the row."""
        return may_read_secrets(request) and bool(super().has_delete_permission(request, obj))  # type: ignore[misc]


class SuperusersOnly:
    """A mixin for rows that only superusers may change; put it before the admin class."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Superusers alone."""
        return is_superuser(request) and bool(super().has_add_permission(request, *args))  # type: ignore[misc]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers alone."""
        return is_superuser(request) and bool(super().has_change_permission(request, obj))  # type: ignore[misc]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers alone."""
        return is_superuser(request) and bool(super().has_delete_permission(request, obj))  # type: ignore[misc]


def is_superuser(request: HttpRequest) -> bool:
    """Whether the person operates the site."""
    return bool(request.user.is_active and request.user.is_superuser)


def _require_secrets(request: HttpRequest) -> None:
    if not may_read_secrets(request):
        raise PermissionDenied(_("The history contains secret texts that your groups may not read."))


def _without(names: Any, hidden: set[str]) -> list[Any]:
    """A list of fields, which may contain lists of fields, without the hidden ones."""
    kept = [_without(name, hidden) if isinstance(name, list | tuple) else name for name in names]
    return [name for name in kept if name not in ([], *hidden)]
