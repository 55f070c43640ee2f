"""The admin of people and their API tokens."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaigns.admin.base import Inline, Kept, ReadOnly
from campaigns.models import ApiToken, Member, User


class MembershipInline(ReadOnly, Inline):
    """The person's campaigns."""

    model = Member
    readonly_fields = ("campaign", "role", "joined", "left")
    fields = readonly_fields


@admin.register(User)
class PersonAdmin(Kept, UserAdmin):
    """People with an account; make them inactive instead of deleting them."""

    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_staff", "is_superuser", "date_joined"]
    search_fields = ["username", "email"]
    inlines = [MembershipInline]
    fieldsets = [*(UserAdmin.fieldsets or ()), (_("At the table"), {"fields": ["zone"]})]


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """API tokens by their first characters; staff may only revoke (delete) them."""

    list_display = ["name", "token_key", "user", "campaign", "can_write", "area", "created", "expiry", "last_used"]
    list_filter = ["can_write", "expiry", "created"]
    search_fields = ["name", "token_key", "user__username", "campaign__name"]
    readonly_fields = ("name", "token_key", "user", "campaign", "can_write", "area", "created", "expiry", "last_used")
    fields = readonly_fields
    list_select_related = ["user", "campaign"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make their own."""
        return False
