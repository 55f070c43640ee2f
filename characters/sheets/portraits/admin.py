"""The admin of portraits: their data; the pictures themselves are shown beside the names."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from characters.models import Portrait
from common.admin import ReadOnlyAdmin
from common.staff_admin import SecretTexts


@admin.register(Portrait)
class PortraitAdmin(SecretTexts, ReadOnlyAdmin, admin.ModelAdmin):
    """The data of portraits."""

    open_rows = {"character__visible": True}

    list_display = ["character", "media_type", "width", "height", "created"]
    search_fields = ["character__name", "character__campaign__name"]
    fields = ["character", "media_type", "width", "height", "sha256", "by", "created"]
    list_select_related = ["character"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Portrait]:
        """Without the picture bytes, which would be read for every row."""
        return super().get_queryset(request).defer("data")
