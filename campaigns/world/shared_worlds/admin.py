"""The admin of shared worlds. Texts of shared pages are for the GMs of the world."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from campaigns.world.shared_worlds.maps.models import SharedMapPicture, SharedPinCopy
from campaigns.world.shared_worlds.models import (
    SharedEdition,
    SharedPage,
    SharedPageCopy,
    SharedPortrait,
    SharedWorld,
    WorldInvitation,
    WorldTable,
)
from campaigns.world.shared_worlds.offers.models import CharacterOffer
from campaigns.world.shared_worlds.ties.models import SharedTie, SharedTieCopy
from common.admin import ClosedLookupAdmin, ReadOnlyAdmin
from common.staff_admin import SecretRows


class _SharedRowsAdmin(ReadOnlyAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """The admin of rows that only the site writes."""


@admin.register(SharedWorld)
class SharedWorldAdmin(_SharedRowsAdmin):
    """Shared worlds."""

    list_display = ["name", "created_by", "created"]
    search_fields = ["name"]
    fields = ["name", "created_by", "created"]


@admin.register(WorldTable)
class WorldTableAdmin(_SharedRowsAdmin):
    """Campaigns of shared worlds."""

    list_display = ["campaign", "world", "open_to_players", "joined"]
    search_fields = ["campaign__name", "world__name"]
    list_select_related = ["campaign", "world"]
    fields = ["campaign", "world", "open_to_players", "by", "joined"]


@admin.register(WorldInvitation)
class WorldInvitationAdmin(_SharedRowsAdmin):
    """Invitations to shared worlds; the codes are not stored."""

    list_display = ["world", "campaign", "expires"]
    search_fields = ["campaign__name", "world__name"]
    list_select_related = ["campaign", "world"]
    fields = ["world", "campaign", "by", "expires", "created"]


@admin.register(SharedPage)
class SharedPageAdmin(SecretRows, _SharedRowsAdmin):
    """Shared pages, of which only GMs know the names."""

    list_display = ["pk", "world", "origin", "kind", "number", "withdrawn"]
    search_fields = ["world__name", "origin__name"]
    list_select_related = ["world", "origin"]
    fields = ["world", "origin", "kind", "number", "gm_part", "withdrawn", "created"]


@admin.register(SharedEdition)
class SharedEditionAdmin(SecretRows, _SharedRowsAdmin):
    """Editions of shared pages."""

    list_display = ["pk", "campaign", "number", "by", "created"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign", "by"]
    fields = ["campaign", "number", "by", "created"]


@admin.register(SharedPageCopy)
class SharedPageCopyAdmin(SecretRows, _SharedRowsAdmin):
    """Which pages are copies of shared pages."""

    list_display = ["pk", "campaign"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign"]
    fields = ["campaign"]


@admin.register(SharedMapPicture)
class SharedMapPictureAdmin(SecretRows, _SharedRowsAdmin):
    """Pictures of shared maps, without the pictures themselves."""

    list_display = ["pk", "width", "height", "created"]
    search_fields = ["page__world__name"]
    fields = ["width", "height", "media_type", "by", "created"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the bytes, which would be read for every row."""
        return super().get_queryset(request).defer("data")


@admin.register(SharedPinCopy)
class SharedPinCopyAdmin(SecretRows, _SharedRowsAdmin):
    """Which pins are copies of pins of shared maps."""

    list_display = ["pk", "key"]
    search_fields = ["copy__campaign__name"]
    fields = ["key"]


@admin.register(SharedTie)
class SharedTieAdmin(SecretRows, _SharedRowsAdmin):
    """Shared ties, of which only GMs know the ends and the words."""

    list_display = ["pk", "world", "origin", "number", "removed"]
    search_fields = ["world__name", "origin__name"]
    list_select_related = ["world", "origin"]
    fields = ["world", "origin", "number", "removed", "created"]


@admin.register(SharedTieCopy)
class SharedTieCopyAdmin(SecretRows, _SharedRowsAdmin):
    """Which ties are copies of shared ties."""

    list_display = ["pk", "campaign", "number"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign"]
    fields = ["campaign", "number"]


@admin.register(CharacterOffer)
class CharacterOfferAdmin(SecretRows, _SharedRowsAdmin):
    """Offers of characters, which GMs of two campaigns know."""

    list_display = ["pk", "campaign", "to", "status", "created"]
    search_fields = ["campaign__name", "to__name"]
    list_select_related = ["campaign", "to"]
    fields = ["campaign", "to", "gm_part", "status", "by", "created", "answered_by", "answered"]


@admin.register(SharedPortrait)
class SharedPortraitAdmin(SecretRows, _SharedRowsAdmin):
    """Portraits of shared NPCs, without the pictures."""

    list_display = ["pk", "width", "height", "created"]
    search_fields = ["edition__campaign__name"]
    fields = ["width", "height", "media_type", "by", "created"]
