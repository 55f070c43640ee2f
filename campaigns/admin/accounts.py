"""The admin of how people sign in: addresses, second factors and where they are signed in; never a secret or a key."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns.admin.base import Closed

# What the libraries register shows seeds of second factors and lets them be written.
for model in (EmailAddress, Authenticator, UserSession, Group):
    admin.site.unregister(model)


class Taken:
    """Rows that people make for themselves: staff may only take them away; put it before the admin class."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: people do it themselves, on their own pages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(EmailAddress)
class AddressAdmin(EmailAddressAdmin):
    """Addresses for a forgotten password."""

    search_help_text = _("Address or name of the person.")
    list_select_related = ["user"]
    ordering = ["email"]


@admin.register(Authenticator)
class AuthenticatorAdmin(Closed, Taken, admin.ModelAdmin):
    """Second factors without their seeds; delete one for somebody who has lost the device."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at", "last_used_at"]
    search_fields = ["user__username", "user__email"]
    search_help_text = _("Name or address of the person.")
    fields = ["user", "type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    ordering = ["-created_at"]


@admin.register(UserSession)
class SignedInAdmin(Closed, Taken, admin.ModelAdmin):
    """Where people are signed in, without the key of it; deleting a row signs out there."""

    list_display = ["user", "ip", "user_agent", "created_at", "last_seen_at"]
    list_filter = ["last_seen_at", "created_at"]
    search_fields = ["user__username", "user__email", "ip", "user_agent"]
    search_help_text = _("Name or address of the person, IP address or browser.")
    fields = ["user", "ip", "user_agent", "created_at", "last_seen_at"]
    list_select_related = ["user"]
    ordering = ["-last_seen_at"]
    date_hierarchy = "created_at"

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        """The row is only the note of it: the signed-in session ends with it."""
        obj.end()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        """Each of them, one by one."""
        for row in queryset:
            row.end()


@admin.register(Group)
class StaffGroupAdmin(GroupAdmin):
    """What staff who are not superusers may do here."""

    list_display = ["name", "people"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Counts along."""
        return super().get_queryset(request).annotate(people=Count("user", distinct=True))

    @admin.display(description=_("people"), ordering="people")
    def people(self, row: Group) -> int:
        """How many people are in it."""
        return row.people  # type: ignore[attr-defined]
