"""The admin of experience entries, which are read only, and of requests for steps, which can also be deleted."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy

from characters.models import ExperienceEntry, StepRequest
from common.admin import ReadOnlyAdmin
from common.staff_admin import SecretRows


class ExperienceInline(admin.TabularInline):
    """The character's experience entries; entries are added on the site and never changed."""

    model = ExperienceEntry
    fields = readonly_fields = (
        "created",
        "kind",
        "amount",
        "unit",
        "reason",
        "rule",
        "session",
        "encounter",
        "by",
        "taken_back",
    )
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[ExperienceEntry]:
        """Reads the related rows of each line in the same query."""
        return super().get_queryset(request).select_related("session", "encounter", "by", "character")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: awards are given on the site, which also writes them into the log."""
        return False


@admin.register(ExperienceEntry)
class ExperienceEntryAdmin(ReadOnlyAdmin, SecretRows, admin.ModelAdmin):
    """The experience entries, read only: an entry is taken back on the site by another one."""

    list_display = ("created", "character", "kind", "amount", "unit", "reason", "session", "by", "taken_back")
    list_filter = ("kind", "unit", "taken_back", "created", "character__campaign__system")
    search_fields = ("reason", "character__name", "character__campaign__name")
    search_help_text = gettext_lazy("Reason, character or campaign.")
    date_hierarchy = "created"
    list_select_related = ("character", "session", "by")

    def view_on_site(self, obj: ExperienceEntry) -> str:
        """The address of the history that has the entry."""
        return reverse("character-history", args=[obj.character_id])


@admin.register(StepRequest)
class StepRequestAdmin(SecretRows, admin.ModelAdmin):
    """The requests of players to their GMs; they are answered and paid for on the site, and here only deleted."""

    list_display = ("created", "character", "label", "price", "unit", "status", "by", "answered_by")
    list_filter = ("status", "created", "character__campaign__system")
    search_fields = ("label", "explanation", "character__name", "character__campaign__name")
    search_help_text = gettext_lazy("What, why, character or campaign.")
    date_hierarchy = "created"
    list_select_related = ("character", "by", "answered_by")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: players ask on the site."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: GMs answer on the site."""
        return False

    def view_on_site(self, obj: StepRequest) -> str:
        """The address of the sheet, where it is answered."""
        return reverse("character", args=[obj.character_id])
