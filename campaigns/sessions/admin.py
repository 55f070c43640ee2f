"""The admin of sessions and their recaps."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from campaigns.sessions.models import Recap, Session
from campaigns.sessions.webhook_messages import public_content, queue_changed_session
from common.admin import UndeletableAdmin
from common.staff_admin import NextRevision, SecretTexts, StaysInCampaign


class SessionForm(forms.ModelForm):
    """A session with a number that no other one of its campaign has."""

    class Meta:
        model = Session
        fields = "__all__"  # noqa: DJ007 (the admin shows every field)

    def clean(self) -> dict[str, Any]:
        """Refuses a number that is taken; Django does not look, because the campaign of a session is read-only."""
        data = super().clean() or {}
        if self.instance.pk and "number" in data:
            others = Session.objects.filter(campaign=self.instance.campaign_id).exclude(pk=self.instance.pk)
            if others.filter(number=data["number"]).exists():
                raise ValidationError({"number": _now("Another session of the campaign has this number.")})
        return data


@admin.register(Session)
class SessionAdmin(StaysInCampaign, NextRevision, SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Sessions: planned, held and cancelled."""

    form = SessionForm
    secret_fields = ("agenda", "notes", "gm_notes")

    list_display = ["label", "campaign", "number", "starts", "status"]
    list_filter = ["status", "starts", "campaign__system"]
    search_fields = ["title", "notes", "campaign__name"]
    date_hierarchy = "starts"
    autocomplete_fields = ["campaign", "attendance"]
    readonly_fields = ["created"]
    list_select_related = ["campaign"]

    def save_model(self, request: HttpRequest, obj: Session, form: Any, change: bool) -> None:
        """Saves the session and tells webhooks what everyone can read of the change."""
        stored = Session.objects.filter(pk=obj.pk).first() if change else None
        super().save_model(request, obj, form, change)
        queue_changed_session(obj, public_content(stored) if stored else None)

    @admin.display(description=_("session"), ordering="title")
    def label(self, row: Session) -> str:
        """The title, or the number."""
        return str(row)


@admin.register(Recap)
class RecapAdmin(NextRevision, SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Stored recaps of sessions."""

    open_rows = {"audience": Recap.Audience.PARTY}
    secret_fields = ("text",)

    list_display = ["session", "audience", "character", "by", "created"]
    list_filter = ["audience", "created"]
    search_fields = ["text", "session__title", "session__campaign__name", "character__name"]
    raw_id_fields = ["session", "character"]
    readonly_fields = ["revision", "by", "created"]
    list_select_related = ["session", "character", "by"]
