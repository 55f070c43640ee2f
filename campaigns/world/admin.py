"""The admin of the world: pages, pictures, and the reveal journal."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from campaigns.world.models import Reveal, WorldEntry, WorldPicture
from campaigns.world.ties.models import ENDS
from common.admin import ReadOnlyAdmin, TabularInline, UndeletableAdmin
from common.staff_admin import SecretRows, SecretTexts


class RevealInline(SecretRows, ReadOnlyAdmin, TabularInline):
    """The reveals of the page, read only."""

    model = Reveal
    fields = ["member", "shown", "how", "session", "by", "created"]
    readonly_fields = ["member", "shown", "how", "session", "by", "created"]


@admin.register(WorldEntry)
class WorldEntryAdmin(SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Locations, handouts, notes and threads. Their audience is changed on the site, which keeps the journal."""

    secret_fields = ("text", "parent", "players")
    open_rows = {"visibility": WorldEntry.Visibility.PARTY}

    list_display = ["name", "kind", "campaign", "visibility", "author", "parent", "closed", "archived"]
    list_filter = ["kind", "visibility", "archived", "campaign__system"]
    search_fields = ["name", "text", "campaign__name"]
    fields = [
        "campaign",
        "kind",
        "name",
        "text",
        "parent",
        "visibility",
        "players",
        "author",
        "closed",
        "archived",
        "revision",
        "by",
        "created",
    ]
    readonly_fields = fields
    list_select_related = ["campaign", "parent", "author__user"]
    inlines = [RevealInline]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: pages are written on the site, which also updates links and the journal."""
        return False


@admin.register(WorldPicture)
class WorldPictureAdmin(SecretTexts, ReadOnlyAdmin, admin.ModelAdmin):
    """The data of pictures; the pictures themselves are shown on their pages."""

    open_rows = {"entry__visibility": WorldEntry.Visibility.PARTY}

    list_display = ["entry", "described", "media_type", "width", "height", "created", "removed"]
    list_filter = ["media_type", "removed"]
    search_fields = ["described", "entry__name", "entry__campaign__name"]
    fields = ["entry", "described", "media_type", "width", "height", "sha256", "by", "created", "removed"]
    list_select_related = ["entry"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[WorldPicture]:
        """Without the picture bytes, which would be read for every row."""
        return super().get_queryset(request).defer("data")


@admin.register(Reveal)
class RevealAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """The reveal journal: who learned what, when and how."""

    list_display = [
        "entry",
        "character",
        "tie",
        "map",
        "area",
        "member",
        "shown",
        "how",
        "session",
        "campaign",
        "by",
        "created",
    ]
    list_filter = ["shown", "created", "campaign__system"]
    search_fields = ["entry__name", "character__name", "how", "campaign__name", "member__user__username"]
    date_hierarchy = "created"
    list_select_related = [
        "entry",
        "character",
        "map",
        "area",
        "member__user",
        "session",
        "campaign",
        "by",
        *(f"tie__{end}" for end in ENDS),
    ]
