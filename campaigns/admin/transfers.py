"""The admin of archives on their way, proven backups and webhooks: figures to look at, no file and no secret."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.admin.base import Closed, ReadOnly
from campaigns.models import BackupRecord, Transfer, Webhook, WebhookDelivery


@admin.register(Transfer)
class TransferAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """Exports and restores of a day; what is in them is their owner's."""

    fields = ["kind", "status", "by", "campaign", "stage", "done", "total", "size", "created", "touched"]
    list_display = ["kind", "status", "by", "campaign", "done", "total", "size", "created"]
    list_filter = ["kind", "status", "created"]
    search_fields = ["by__username", "campaign__name"]
    search_help_text = _("Person or campaign.")
    list_select_related = ["by", "campaign"]


@admin.register(BackupRecord)
class BackupRecordAdmin(ReadOnly, admin.ModelAdmin):
    """Every backup that was restored and compared."""

    list_display = ["created", "rows", "encounters", "sha256"]
    search_fields = ["sha256"]
    search_help_text = _("The checksum of a file.")
    date_hierarchy = "created"


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """Which addresses are told; their secrets are shown nowhere."""

    fields = ["campaign", "url", "topics", "active", "removed", "by", "created"]
    list_display = ["url", "campaign", "active", "removed", "by", "created"]
    list_filter = ["active", ("removed", admin.EmptyFieldListFilter), "created"]
    search_fields = ["url", "campaign__name", "by__username"]
    search_help_text = _("Address, campaign or person.")
    list_select_related = ["campaign", "by"]


class TopicFilter(admin.ChoicesFieldListFilter):
    """By topic, under a name that stands alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = str(_("topic"))


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, Closed, admin.ModelAdmin):
    """How each telling went."""

    fields = ["webhook", "topic", "status", "tries", "answer", "due", "created", "told"]
    list_display = ["what", "webhook", "status", "tries", "answer", "created", "told"]
    list_filter = ["status", ("topic", TopicFilter), "created"]
    search_fields = ["webhook__url", "webhook__campaign__name"]
    search_help_text = _("Address or campaign.")
    date_hierarchy = "created"
    list_select_related = ["webhook"]

    @admin.display(description=_("topic"), ordering="topic")
    def what(self, row: WebhookDelivery) -> str:
        """What it was told of."""
        return row.get_topic_display()
