"""The admin of pictures in texts."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.world.text_pictures.models import TextPicture
from common.admin import ClosedLookupAdmin, UndeletableAdmin


@admin.register(TextPicture)
class TextPictureAdmin(UndeletableAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Pictures in texts, without the pictures themselves: a text may be secret."""

    list_display = ["pk", "width", "height", "created"]
    search_fields = ["entry__campaign__name"]
    fields = ["media_type", "width", "height", "by", "created"]
    readonly_fields = ["media_type", "width", "height", "by", "created"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: pictures are pasted on the site."""
        return False
