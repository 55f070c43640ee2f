"""The admin of webhooks: URLs and deliveries, but no secrets."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.webhooks.models import Webhook, WebhookDelivery
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin
from common.staff_admin import SecretRows


@admin.register(Webhook)
class WebhookAdmin(SecretRows, ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Webhooks without their secrets; their URLs can be secret too."""

    fields = ["campaign", "url", "topics", "shape", "active", "removed", "by", "created"]
    list_display = ["url", "campaign", "active", "removed", "by", "created"]
    list_filter = ["active", ("removed", admin.EmptyFieldListFilter), "created"]
    search_fields = ["url", "campaign__name", "by__username"]
    search_help_text = _("Address, campaign or person.")
    list_select_related = ["campaign", "by"]


class TopicFilter(admin.ChoicesFieldListFilter):
    """A filter by topic with its own title."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = str(_("topic"))


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(SecretRows, ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Deliveries and their results."""

    fields = ["webhook", "topic", "status", "tries", "answer", "due", "created", "told"]
    list_display = ["what", "webhook", "status", "tries", "answer", "created", "told"]
    list_filter = ["status", ("topic", TopicFilter), "created"]
    search_fields = ["webhook__url", "webhook__campaign__name"]
    search_help_text = _("Address or campaign.")
    date_hierarchy = "created"
    list_select_related = ["webhook"]

    @admin.display(description=_("topic"), ordering="topic")
    def what(self, row: WebhookDelivery) -> str:
        """The topic of the delivery."""
        return row.get_topic_display()
