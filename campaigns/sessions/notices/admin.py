"""The admin of notices about sessions: who was told what, and when."""

from django.contrib import admin

from campaigns.sessions.notices.models import SessionNotice
from common.admin import ReadOnlyAdmin


@admin.register(SessionNotice)
class SessionNoticeAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Notices; they are deleted with their session, or after ninety days."""

    list_display = ["session", "member", "kind", "moment", "due", "tries", "pushed", "mailed"]
    list_filter = ["kind"]
    search_fields = ["session__title", "member__user__username"]
    list_select_related = ["session", "member__user"]
