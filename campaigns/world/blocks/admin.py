"""The admin of the readers of secret blocks."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from campaigns.world.blocks.models import BlockReader
from common.admin import ClosedLookupAdmin, UndeletableAdmin


@admin.register(BlockReader)
class BlockReaderAdmin(UndeletableAdmin, ClosedLookupAdmin, admin.ModelAdmin):
    """To whom secret blocks were opened. It is written on the site, which keeps the journal."""

    list_display = ["entry_id", "number"]
    list_filter = ["entry__campaign__system"]
    search_fields = ["entry__campaign__name"]
    fields = ["entry_id", "number"]
    readonly_fields = ["entry_id", "number"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: blocks are opened on the site."""
        return False
