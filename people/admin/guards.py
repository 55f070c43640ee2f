"""Which accounts staff may change in the admin."""

from typing import Any

from django.http import HttpRequest

from common.staff_admin import is_superuser
from people.models import User


def may_change_person(request: HttpRequest, person: User | None) -> bool:
    """Superusers may change everyone; other staff may change people without permissions, and themselves."""
    if is_superuser(request) or person is None:
        return True
    return person.pk == request.user.pk or not has_power(person)


def has_power(person: User) -> bool:
    """Whether the account has permissions in the admin."""
    return bool(person.is_staff or person.is_superuser)


class ProtectsStaffRows:
    """A mixin for rows with a `user`; only superusers change those of staff. Put it before the admin class."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuses to delete rows of accounts with more permissions."""
        allowed = bool(super().has_delete_permission(request, obj))  # type: ignore[misc]
        return allowed and may_change_person(request, obj.user if obj else None)
