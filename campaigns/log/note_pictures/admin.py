"""The admin of pictures in notes."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.log.note_pictures.models import NotePicture
from common.admin import ClosedLookupAdmin, UndeletableAdmin


@admin.register(NotePicture)
class NotePictureAdmin(UndeletableAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """Pictures in notes, without the pictures themselves: a note may be secret."""

    list_display = ["pk", "width", "height", "used", "created"]
    search_fields = ["campaign__name"]
    fields = ["media_type", "width", "height", "used", "by", "created"]
    readonly_fields = ["media_type", "width", "height", "used", "by", "created"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: pictures are pasted on the site."""
        return False
