"""The admin of calls: who was told when."""

from django.contrib import admin

from campaigns.encounters.calls.models import Call
from common.admin import ReadOnlyAdmin


@admin.register(Call)
class CallAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Calls; they are deleted with their encounter, or after ninety days."""

    list_display = ["encounter", "member", "number", "pushed", "tries", "mailed", "webhook_sent", "created"]
    fields = [
        "encounter",
        "member",
        "number",
        "pushed",
        "push_due",
        "tries",
        "mailed",
        "webhook_due",
        "webhook_tries",
        "webhook_sent",
        "created",
    ]
    search_fields = ["encounter__title", "member__user__username"]
    list_select_related = ["encounter", "member__user"]
