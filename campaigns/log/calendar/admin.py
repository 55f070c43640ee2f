"""The admin of calendars, planned events and dates: read only, because the calendar's actions keep them together."""

from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from campaigns.log.calendar.models import Calendar, InWorldDate, PlannedEvent
from common.admin import ReadOnlyAdmin
from common.staff_admin import SecretRows, SecretTexts


@admin.register(Calendar)
class CalendarAdmin(SecretTexts, ReadOnlyAdmin, SimpleHistoryAdmin):
    """The calendars of campaigns."""

    list_display = ["campaign", "now_first", "revision", "created"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign"]


@admin.register(PlannedEvent)
class PlannedEventAdmin(SecretRows, SecretTexts, ReadOnlyAdmin, SimpleHistoryAdmin):
    """Planned events."""

    list_display = ["title", "campaign", "audience", "due"]
    list_filter = ["audience", "due"]
    search_fields = ["title", "campaign__name"]
    list_select_related = ["campaign"]


@admin.register(InWorldDate)
class InWorldDateAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """Dates in the calendars of campaigns."""

    list_display = ["id", "campaign", "kind", "first", "last", "precision", "gm_only", "automatic"]
    list_filter = ["kind", "precision", "automatic"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign"]
    show_full_result_count = False
