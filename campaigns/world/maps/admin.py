"""The admin of maps. They are written on the site, which hides areas and keeps the log; pictures are not shown here."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from campaigns.world.maps.earlier_pictures.models import EarlierMapPicture
from campaigns.world.maps.models import MapArea, MapPicture, MapPin, MapVisit, WorldMap
from common.admin import ReadOnlyAdmin
from common.staff_admin import ReadHistory, SecretRows


@admin.register(WorldMap)
class WorldMapAdmin(ReadHistory, SecretRows, ReadOnlyAdmin, SimpleHistoryAdmin):
    """Maps. A map may be secret, so all of them are."""

    list_display = ["title", "campaign", "visibility", "archived", "created"]
    list_filter = ["visibility", "archived", "campaign__system"]
    search_fields = ["title", "campaign__name"]
    fields = [
        "campaign", "title", "place", "described", "wide", "unit", "visibility", "players", "archived", "revision",
        "by", "created",
    ]  # fmt: skip
    list_select_related = ["campaign"]


@admin.register(EarlierMapPicture, MapPicture)
class MapPictureAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """The data of pictures; the pictures themselves are shown on their pages."""

    list_display = ["map", "media_type", "width", "height", "created"]
    search_fields = ["map__title", "map__campaign__name"]
    fields = ["map", "media_type", "width", "height", "sha256", "by", "created"]
    list_select_related = ["map"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Without the bytes, which would be read for every row."""
        return super().get_queryset(request).defer("data")


@admin.register(MapArea, MapPin)
class MapPartAdmin(ReadHistory, SecretRows, ReadOnlyAdmin, SimpleHistoryAdmin):
    """Areas and pins of maps."""

    list_display = ["__str__", "map", "campaign", "created"]
    search_fields = ["map__title", "campaign__name"]
    list_select_related = ["map", "campaign"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With what a pin is named after."""
        rows = super().get_queryset(request)
        return rows.select_related("page", "leads_to") if rows.model is MapPin else rows


@admin.register(MapVisit)
class MapVisitAdmin(SecretRows, ReadOnlyAdmin, admin.ModelAdmin):
    """Stops of the party."""

    list_display = ["campaign", "pin", "session", "created"]
    search_fields = ["campaign__name"]
    list_select_related = ["campaign", "pin__page", "pin__leads_to", "session"]
