"""The admin of archives on their way, proven backups and webhooks: figures to look at, no file and no secret."""

from django.contrib import admin

from campaigns.admin.base import Closed, ReadOnly
from campaigns.models import BackupRecord, Transfer, Webhook, WebhookDelivery


@admin.register(Transfer)
class TransferAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """Exports and restores of a day; what is in them is their owner's."""

    fields = ["kind", "status", "by", "campaign", "stage", "done", "total", "size", "created", "touched"]
    list_display = ["kind", "status", "by", "campaign", "done", "total", "size", "created"]
    list_filter = ["kind", "status"]
    list_select_related = ["by", "campaign"]


@admin.register(BackupRecord)
class BackupRecordAdmin(ReadOnly, admin.ModelAdmin):
    """Every backup that was restored and compared."""

    list_display = ["created", "rows", "encounters", "sha256"]
    date_hierarchy = "created"


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """Which addresses are told; their secrets are shown nowhere."""

    fields = ["campaign", "url", "topics", "active", "removed", "by", "created"]
    list_display = ["url", "campaign", "active", "removed", "by", "created"]
    list_filter = ["active"]
    search_fields = ["url", "campaign__name"]
    list_select_related = ["campaign", "by"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """How each telling went."""

    fields = ["webhook", "topic", "status", "tries", "answer", "due", "created", "told"]
    list_display = ["topic", "webhook", "status", "tries", "answer", "created", "told"]
    list_filter = ["status", "topic"]
    list_select_related = ["webhook"]
