"""The admin of sessions."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaigns.sessions.models import Session
from common.admin import UndeletableAdmin
from common.staff_admin import SecretTexts


@admin.register(Session)
class SessionAdmin(SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Sessions, planned and held."""

    secret_fields = ("agenda", "notes", "gm_notes")

    list_display = ["label", "campaign", "number", "starts", "status"]
    list_filter = ["status", "starts", "campaign__system"]
    search_fields = ["title", "notes", "campaign__name"]
    date_hierarchy = "starts"
    autocomplete_fields = ["campaign", "attendance"]
    readonly_fields = ["created"]
    list_select_related = ["campaign"]

    @admin.display(description=_("session"), ordering="title")
    def label(self, row: Session) -> str:
        """The title, or the number."""
        return str(row)
