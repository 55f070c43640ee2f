"""The admin of guests: read only, because their actions also change memberships."""

from django.contrib import admin

from campaigns.sessions.guests.models import SessionGuest
from common.admin import ReadOnlyAdmin


@admin.register(SessionGuest)
class SessionGuestAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Who was the guest of which session."""

    list_display = ["session", "member", "created", "ended"]
    search_fields = ["session__title", "session__campaign__name", "member__user__username"]
    list_select_related = ["session", "member__user"]
