"""The admin of sign-ins: e-mail addresses, second factors and sessions, without their secrets."""

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from common.admin import ClosedLookupAdmin
from common.staff_admin import SuperusersOnly
from people.admin.guards import ProtectsStaffRows
from people.credentials.admin_log_texts import NumberedInLog

# The libraries' own admin classes show the seeds of second factors and let staff change them. Providers are settings,
# and their tokens are not stored.
for model in (EmailAddress, Authenticator, UserSession, Group, SocialAccount, SocialApp, SocialToken):
    admin.site.unregister(model)


class DeleteOnlyAdmin:
    """A mixin for rows that people create themselves and that staff may only delete; put it before the admin class."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: people add them on their own pages."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(EmailAddress)
class AddressAdmin(SuperusersOnly, NumberedInLog, EmailAddressAdmin):
    """E-mail addresses; only superusers change them, because a confirmed address opens its account."""

    search_help_text = _("Address or name of the person.")
    list_select_related = ["user"]
    ordering = ["email"]

    @admin.action(description=_("Mark the selected addresses as confirmed"), permissions=["change"])
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        """Confirms them; the library's own action only asks for the permission to view."""
        super().make_verified(request, queryset)


@admin.register(Authenticator)
class AuthenticatorAdmin(ProtectsStaffRows, NumberedInLog, ClosedLookupAdmin, DeleteOnlyAdmin, admin.ModelAdmin):
    """Second factors without their seeds; staff delete one for a person who has lost the device."""

    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type", "created_at", "last_used_at"]
    search_fields = ["user__username", "user__email"]
    search_help_text = _("Name or address of the person.")
    fields = ["user", "type", "created_at", "last_used_at"]
    list_select_related = ["user"]
    ordering = ["-created_at"]


@admin.register(SocialAccount)
class ProviderAccountAdmin(ProtectsStaffRows, NumberedInLog, ClosedLookupAdmin, DeleteOnlyAdmin, admin.ModelAdmin):
    """Accounts at sign-in providers; staff delete one so that it no longer opens the account."""

    list_display = ["user", "provider", "uid", "date_joined", "last_login"]
    list_filter = ["provider", "date_joined", "last_login"]
    search_fields = ["user__username", "uid"]
    search_help_text = _("Name of the person, or their id at the provider.")
    fields = ["user", "provider", "uid", "date_joined", "last_login"]
    list_select_related = ["user"]
    ordering = ["-date_joined"]


@admin.register(UserSession)
class UserSessionAdmin(ProtectsStaffRows, NumberedInLog, ClosedLookupAdmin, DeleteOnlyAdmin, admin.ModelAdmin):
    """Sessions of signed-in people without their keys; deleting one signs the person out there."""

    list_display = ["user", "ip", "user_agent", "created_at", "last_seen_at"]
    list_filter = ["last_seen_at", "created_at"]
    search_fields = ["user__username", "user__email", "ip", "user_agent"]
    search_help_text = _("Name or address of the person, IP address or browser.")
    fields = ["user", "ip", "user_agent", "created_at", "last_seen_at"]
    list_select_related = ["user"]
    ordering = ["-last_seen_at"]
    date_hierarchy = "created_at"

    def delete_model(self, request: HttpRequest, obj: UserSession) -> None:
        """Also ends the session that the row describes."""
        obj.end()

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[UserSession]) -> None:
        """Deletes each row as `delete_model` does."""
        for row in queryset:
            row.end()


@admin.register(Group)
class StaffGroupAdmin(SuperusersOnly, GroupAdmin):
    """Groups of staff permissions, which only superusers change."""

    list_display = ["name", "people"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Adds the number of people."""
        return super().get_queryset(request).annotate(people=Count("user", distinct=True))

    @admin.display(description=_("people"), ordering="people")
    def people(self, row: Group) -> int:
        """The number of people in the group."""
        return row.people  # type: ignore[attr-defined]
