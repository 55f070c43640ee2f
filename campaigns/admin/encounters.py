"""The admin of encounters: what was prepared and who takes part; never a card or a body."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import JSONField
from django.forms import Textarea
from django.utils.translation import gettext_lazy as _

from campaigns.admin.base import Closed, Inline, Kept, ReadOnly
from campaigns.models import Command, Encounter, EncounterGroup, Event, Participant


class GroupInline(Inline):
    """The lines of the preparation."""

    model = EncounterGroup
    raw_id_fields = ["monster", "character"]
    formfield_overrides: ClassVar[Any] = {JSONField: {"widget": Textarea(attrs={"rows": 2, "cols": 24})}}


class ParticipantInline(ReadOnly, Inline):
    """Who takes part, and who plays whom."""

    model = Participant
    readonly_fields = ("key", "name", "side", "group", "controller")
    fields = readonly_fields


@admin.register(Encounter)
class EncounterAdmin(Kept, admin.ModelAdmin):
    """Encounters; what runs is changed at the table, not here."""

    list_display = ["title", "campaign", "status", "number", "outcome", "counts", "started", "ended"]
    list_filter = ["status", "outcome", "counts", "campaign__system", "created"]
    search_fields = ["title", "campaign__name", "notes"]
    date_hierarchy = "created"
    raw_id_fields = ["campaign", "session", "source"]
    readonly_fields = ["status", "number", "outcome", "created", "started", "ended"]
    list_select_related = ["campaign"]
    inlines = [GroupInline, ParticipantInline]


@admin.register(Command)
class CommandAdmin(Closed, ReadOnly, admin.ModelAdmin):
    """Which commands were given by whom and when. What they hold may be secret and is not shown."""

    list_display = ["number", "encounter", "type", "actor", "by", "created", "struck_by"]
    list_filter = ["type", "created"]
    search_fields = ["encounter__title", "actor", "type", "by__username"]
    fields = ["encounter", "number", "type", "actor", "by", "created", "struck_by"]
    list_select_related = ["encounter", "by"]
    show_full_result_count = False


@admin.register(Event)
class EventAdmin(Closed, ReadOnly, admin.ModelAdmin):
    """How many events each command had. What they tell may be secret and is not shown."""

    list_display = ["place", "encounter", "public", "struck"]
    list_filter = ["public", "struck"]
    search_fields = ["encounter__title"]
    fields = ["encounter", "number", "position", "public", "struck"]
    list_select_related = ["encounter"]
    show_full_result_count = False

    @admin.display(description=_("event"), ordering="number")
    def place(self, row: Event) -> str:
        """Number of its command, and its position."""
        return f"{row.number}.{row.position}"
