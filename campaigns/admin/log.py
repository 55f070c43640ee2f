"""The admin of the log: read only, for lines are corrected by new lines."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.admin.base import ReadOnly
from campaigns.models import LogEntry


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, admin.ModelAdmin):
    """The campaigns' stories, line by line."""

    list_display = ["line", "kind", "campaign", "session", "audience", "by", "created"]
    list_filter = ["kind", "audience", "created", "campaign__system"]
    search_fields = ["text", "campaign__name", "by__username"]
    date_hierarchy = "created"
    list_select_related = ["campaign", "session", "by"]
    show_full_result_count = False

    @admin.display(description=_("line"), ordering="id")
    def line(self, row: LogEntry) -> str:
        """The beginning of the line."""
        return str(row)
