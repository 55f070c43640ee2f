"""The admin of exports, restores and backups, without files and secrets."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.archive.models import BackupRecord, Transfer
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Exports and restores of the last day, without their contents."""

    fields = ["kind", "status", "by", "campaign", "stage", "done", "total", "size", "created", "touched"]
    list_display = ["kind", "status", "by", "campaign", "done", "total", "size", "created"]
    list_filter = ["kind", "status", "created"]
    search_fields = ["by__username", "campaign__name"]
    search_help_text = _("Person or campaign.")
    list_select_related = ["by", "campaign"]


@admin.register(BackupRecord)
class BackupRecordAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Backups that were restored and compared."""

    list_display = ["created", "rows", "encounters", "sha256"]
    search_fields = ["sha256"]
    search_help_text = _("The checksum of a file.")
    date_hierarchy = "created"
