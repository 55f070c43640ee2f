"""The admin of the log: read only, because new entries correct old ones."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.log.access import EVERYONE
from campaigns.log.models import LogEntry
from common.admin import ReadOnlyAdmin
from common.staff_admin import SecretTexts


@admin.register(LogEntry)
class LogEntryAdmin(SecretTexts, ReadOnlyAdmin, admin.ModelAdmin):
    """The entries of the campaigns' logs."""

    open_rows = dict(EVERYONE)

    list_display = ["entry", "kind", "campaign", "session", "audience", "by", "source", "created"]
    list_filter = ["kind", "audience", "created", "campaign__system"]
    search_fields = ["text", "campaign__name", "by__username"]
    date_hierarchy = "created"
    list_select_related = ["campaign", "session", "by"]
    show_full_result_count = False

    @admin.display(description=_("log entry"), ordering="id")
    def entry(self, row: LogEntry) -> str:
        """The beginning of the entry."""
        return str(row)
