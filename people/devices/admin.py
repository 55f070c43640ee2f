"""The admin of devices: whose and when, without addresses and keys."""

from django.contrib import admin

from common.admin import ClosedLookupAdmin, ReadOnlyAdmin
from people.devices.models import CallPreferences, PushDevice


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Devices can be removed by their owners only; they also end with the sign-in."""

    list_display = ["name", "user", "signal", "failures", "last_called", "created"]
    fields = ["user", "name", "signal", "failures", "last_called", "created"]
    search_fields = ["user__username"]
    list_select_related = ["user"]


@admin.register(CallPreferences)
class CallPreferencesAdmin(ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """How people are called."""

    list_display = ["user", "mail_after", "remind", "quiet_from", "quiet_until", "zone"]
    fields = ["user", "mail_after", "remind", "quiet_from", "quiet_until", "zone", "origin"]
    search_fields = ["user__username"]
    list_select_related = ["user"]
