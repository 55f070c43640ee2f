"""The admin of people and their API tokens."""

from typing import Any, Final

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from common.admin import ClosedLookupAdmin, ReadOnlyAdmin, TabularInline, UndeletableAdmin
from common.staff_admin import is_shown_filter, is_superuser, may_read_secrets
from people.actions import end_other_access
from people.admin.guards import ProtectsStaffRows, has_power, may_change_person
from people.credentials.deactivation import account_deactivation
from people.credentials.models import ApiToken
from people.credentials.naming_sentences import notify_name_change
from people.models import Member, User

POWERS: Final = ("is_staff", "is_superuser", "groups", "user_permissions")


class MembershipInline(ReadOnlyAdmin, TabularInline):
    """The person's campaigns."""

    model = Member
    readonly_fields = ("campaign", "role", "joined", "guest_until", "left")
    fields = readonly_fields


class PasswordForm(AdminPasswordChangeForm):
    """The form with which staff set or disable a person's password; API tokens and sign-ins of the account end."""

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """The person, with the new password."""
        person: User = super().save(commit)
        end_other_access(user=person)
        return person


@admin.register(User)
class PersonAdmin(UndeletableAdmin, UserAdmin):
    """People with an account; make them inactive instead of deleting them.

    Only superusers see and change permissions, and change the accounts of staff. Other staff need the permission to
    read secrets to set a password or an address, because these give access to everything that the person can read."""

    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_staff", "is_superuser", "date_joined"]
    search_fields = ["username", "email"]
    inlines = [MembershipInline]
    change_password_form = PasswordForm
    fieldsets = [*(UserAdmin.fieldsets or ()), (_("Time"), {"fields": ["zone"]})]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Superusers may change everyone; other staff may change people without permissions, and themselves."""
        return super().has_change_permission(request, obj) and may_change_person(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Leaves out permissions, except for superusers."""
        sets = super().get_fieldsets(request, obj)
        if is_superuser(request):
            return sets
        return [
            (name, {**about, "fields": [field for field in about["fields"] if field not in POWERS]})
            for name, about in sets
        ]

    def get_exclude(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Excludes fields that are not shown, so that a posted form cannot set them."""
        every = list(super().get_exclude(request, obj) or ())
        return every if is_superuser(request) else [*every, *POWERS]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Makes the address read-only for staff who may not open the account, because it receives password resets."""
        every = list(super().get_readonly_fields(request, obj))
        return every if obj is None or self._may_open_account(request, obj) else [*every, "email"]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Shows only superusers who is staff."""
        return [field for field in super().get_list_display(request) if is_superuser(request) or field not in POWERS]

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """Lets only superusers filter by staff."""
        return [field for field in super().get_list_filter(request) if is_superuser(request) or field not in POWERS]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuses filters in the URL on fields that are not shown."""
        if not is_superuser(request) and not is_shown_filter(self, lookup, request):
            return False
        return super().lookup_allowed(lookup, value, request)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Saves the person, with a new name in the site's sentences, and ends the access of an inactive one.

        Sign-ins and API tokens end, also for the time when the account is active again: some may be an intruder's. For
        a GM the links, codes and webhooks end that leaving the campaign would end."""
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            notify_name_change(obj, form.initial["username"])
        if not obj.is_active:
            end_other_access(user=obj)
            if "is_active" in form.changed_data:  # places of restored campaigns always are
                account_deactivation.notify(obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Sets a person's password, if the staff member may open the account."""
        person = self.get_object(request, id)
        if person is not None and not self._may_open_account(request, person):
            raise PermissionDenied(
                _now("Only superusers, and staff who may read secrets, can set another person's password.")
            )
        return super().user_change_password(request, id, form_url)

    def _may_open_account(self, request: HttpRequest, person: User) -> bool:
        """Whether the staff member may set the account's password or address."""
        if is_superuser(request):
            return True
        return not has_power(person) and may_read_secrets(request)


@admin.register(ApiToken)
class ApiTokenAdmin(ProtectsStaffRows, ClosedLookupAdmin, admin.ModelAdmin):
    """API tokens by their first characters; staff may only revoke (delete) them."""

    list_display = ["name", "token_key", "user", "campaign", "can_write", "scopes", "created", "expiry", "last_used"]
    list_filter = ["can_write", "expiry", "created"]
    search_fields = ["name", "token_key", "user__username", "campaign__name"]
    readonly_fields = ("name", "token_key", "user", "campaign", "can_write", "scopes", "created", "expiry", "last_used")
    fields = readonly_fields
    list_select_related = ["user", "campaign"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: people create their own tokens."""
        return False
