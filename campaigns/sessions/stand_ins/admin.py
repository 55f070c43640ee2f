"""The admin of stand-ins: read only, because their actions move seats."""

from django.contrib import admin

from campaigns.sessions.stand_ins.models import StandIn
from common.admin import ReadOnlyAdmin
from common.staff_admin import SecretRows


@admin.register(StandIn)
class StandInAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """Who plays for whom."""

    list_display = ["session", "character", "member", "by", "created", "ended"]
    search_fields = ["session__title", "character__name", "member__user__username"]
    list_select_related = ["session", "character", "member__user", "by"]
