"""The admin of the world: pages, their pictures, who learned what; and the recaps of evenings."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from campaigns.admin.base import Inline, Kept, ReadOnly
from campaigns.models import Recap, Reveal, WorldEntry, WorldPicture


class RevealInline(ReadOnly, Inline):
    """Who learned of the page; the journal is only read."""

    model = Reveal
    fields = ["member", "shown", "how", "session", "by", "created"]
    readonly_fields = ["member", "shown", "how", "session", "by", "created"]


@admin.register(WorldEntry)
class WorldEntryAdmin(Kept, SimpleHistoryAdmin):
    """Locations, handouts, notes and threads. Who sees what is changed on the site, where the journal is kept."""

    list_display = ["name", "kind", "campaign", "visibility", "author", "parent", "closed", "archived"]
    list_filter = ["kind", "visibility", "archived", "campaign__system"]
    search_fields = ["name", "text", "campaign__name"]
    fields = [
        "campaign", "kind", "name", "text", "parent", "visibility", "players", "author", "closed", "archived",
        "revision", "by", "created",
    ]  # fmt: skip
    readonly_fields = fields
    list_select_related = ["campaign", "parent", "author__user"]
    inlines = [RevealInline]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Pages are written on the site, where links and the journal are kept with them."""
        return False


@admin.register(WorldPicture)
class WorldPictureAdmin(ReadOnly, admin.ModelAdmin):
    """Pictures by their figures; they are seen on their pages."""

    list_display = ["entry", "described", "media_type", "width", "height", "created", "removed"]
    list_filter = ["media_type", "removed"]
    search_fields = ["described", "entry__name", "entry__campaign__name"]
    fields = ["entry", "described", "media_type", "width", "height", "sha256", "by", "created", "removed"]
    list_select_related = ["entry"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[WorldPicture]:
        """Without the pictures themselves, which would be read for every row."""
        return super().get_queryset(request).defer("data")


@admin.register(Reveal)
class RevealAdmin(ReadOnly, admin.ModelAdmin):
    """The journal: who learned what, when, by what."""

    list_display = ["entry", "character", "member", "shown", "how", "session", "campaign", "by", "created"]
    list_filter = ["shown", "created", "campaign__system"]
    search_fields = ["entry__name", "character__name", "how", "campaign__name", "member__user__username"]
    date_hierarchy = "created"
    list_select_related = ["entry", "character", "member__user", "session", "campaign", "by"]


@admin.register(Recap)
class RecapAdmin(Kept, SimpleHistoryAdmin):
    """What is told of evenings."""

    list_display = ["session", "audience", "character", "by", "created"]
    list_filter = ["audience", "created"]
    search_fields = ["text", "session__title", "session__campaign__name", "character__name"]
    raw_id_fields = ["session", "character"]
    readonly_fields = ["revision", "by", "created"]
    list_select_related = ["session", "character", "by"]
