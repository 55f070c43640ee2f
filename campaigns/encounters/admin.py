"""The admin of encounters: preparations and participants, but no cards and no command bodies."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import JSONField, QuerySet
from django.forms import Textarea
from django.http import HttpRequest
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaigns.encounters.models import Command, Encounter, EncounterGroup, Event, Participant
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin, TabularInline, UndeletableAdmin
from common.staff_admin import SecretRows, SecretTexts, StaysInCampaign


class GroupInline(SecretRows, TabularInline):
    """The groups of the preparation."""

    model = EncounterGroup
    raw_id_fields = ["monster", "character"]
    formfield_overrides: ClassVar[Any] = {JSONField: {"widget": Textarea(attrs={"rows": 2, "cols": 24})}}


class ParticipantInline(SecretRows, ReadOnlyAdmin, TabularInline):
    """The participants and their players, without hidden participants."""

    model = Participant
    readonly_fields = ("key", "name", "side", "group", "controller")
    fields = readonly_fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The participants that everyone at the table sees."""
        return super().get_queryset(request).filter(hidden=False)


class EncounterForm(forms.ModelForm):
    """An encounter with a session of its own campaign."""

    class Meta:
        model = Encounter
        fields = "__all__"  # noqa: DJ007 (the admin shows every field)

    def clean(self) -> dict[str, Any]:
        """Refuses a session of another campaign, whose recaps would tell what happens here."""
        data = super().clean() or {}
        campaign, session = data.get("campaign"), data.get("session")
        if self.instance.pk:
            campaign = self.instance.campaign
        if campaign and session and session.campaign_id != campaign.pk:
            raise ValidationError({"session": _now("Choose a session of this campaign.")})
        return data


@admin.register(Encounter)
class EncounterAdmin(StaysInCampaign, SecretTexts, UndeletableAdmin, admin.ModelAdmin):
    """Encounters; a running one is changed at the table, not here."""

    form = EncounterForm
    secret_fields = ("notes", "source", "repeated_source")
    open_rows = {"status__in": (Encounter.Status.RUNNING, Encounter.Status.ENDED)}

    list_display = ["title", "campaign", "status", "number", "outcome", "counts", "started", "ended"]
    list_filter = ["status", "outcome", "counts", "campaign__system", "created"]
    search_fields = ["title", "campaign__name", "notes"]
    date_hierarchy = "created"
    raw_id_fields = ["campaign", "session", "source", "repeated_source"]
    # A change of `dealerless` would open folded hands.
    readonly_fields = ["status", "dealerless", "number", "outcome", "created", "started", "ended"]
    list_select_related = ["campaign"]
    inlines = [GroupInline, ParticipantInline]

    def save_model(self, request: HttpRequest, obj: Encounter, form: Any, change: bool) -> None:
        """Makes a new encounter without a dealer if its campaign has none."""
        if not change:
            obj.dealerless = obj.campaign.dealerless
        super().save_model(request, obj, form, change)


@admin.register(Command)
class CommandAdmin(SecretRows, ClosedLookupAdmin, ReadOnlyAdmin, admin.ModelAdmin):
    """Who gave which commands, and when. Their contents may be secret and are not shown."""

    list_display = ["number", "encounter", "type", "actor", "by", "created", "struck_by"]
    list_filter = ["type", "created"]
    search_fields = ["encounter__title", "actor", "type", "by__username"]
    fields = ["encounter", "number", "type", "actor", "by", "created", "struck_by"]
    list_select_related = ["encounter", "by"]
    show_full_result_count = False


@admin.register(Event)
class EventAdmin(SecretRows, ClosedLookupAdmin, ReadOnlyAdmin, admin.ModelAdmin):
    """How many events each command had. Their contents may be secret and are not shown."""

    list_display = ["place", "encounter", "public", "struck"]
    list_filter = ["public", "struck"]
    search_fields = ["encounter__title"]
    fields = ["encounter", "number", "position", "public", "struck"]
    list_select_related = ["encounter"]
    show_full_result_count = False

    @admin.display(description=_("event"), ordering="number")
    def place(self, row: Event) -> str:
        """The number of its command, and its position."""
        return f"{row.number}.{row.position}"
