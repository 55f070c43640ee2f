"""The admin of proposed dates: read only. Links have no page there."""

from django.contrib import admin

from campaigns.sessions.planning.models import DateAnswer, DatePoll, ProposedDate
from common.admin import ReadOnlyAdmin


@admin.register(DatePoll)
class DatePollAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Polls about the date of a session."""

    list_display = ["session", "expires", "closed", "by", "created"]
    search_fields = ["session__title", "session__campaign__name"]
    list_select_related = ["session", "by"]


@admin.register(ProposedDate)
class ProposedDateAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Proposed dates."""

    list_display = ["starts", "poll"]
    search_fields = ["poll__session__title", "poll__session__campaign__name"]
    list_select_related = ["poll__session"]


@admin.register(DateAnswer)
class DateAnswerAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """Answers to proposed dates."""

    list_display = ["date", "member", "answer", "created"]
    list_filter = ["answer"]
    search_fields = ["member__user__username"]
    list_select_related = ["date", "member__user"]
