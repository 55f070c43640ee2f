"""The admin of evenings."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaigns.admin.base import Kept
from campaigns.models import Session


@admin.register(Session)
class SessionAdmin(Kept, SimpleHistoryAdmin):
    """Evenings, planned and held."""

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
