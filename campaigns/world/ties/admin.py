"""The admin of ties."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from simple_history.admin import SimpleHistoryAdmin

from campaigns.world.models import WorldEntry
from campaigns.world.ties.models import Tie
from common.admin import UndeletableAdmin
from common.staff_admin import SecretTexts


@admin.register(Tie)
class TieAdmin(SecretTexts, UndeletableAdmin, SimpleHistoryAdmin):
    """Ties between people, factions, places and items. They are written on the site, which keeps the journal."""

    secret_fields = ("from_page", "from_person", "to_page", "to_person", "words", "back", "since", "until", "players")
    open_rows = {"visibility": WorldEntry.Visibility.PARTY}

    list_display = ["campaign", "kind", "visibility", "author", "removed", "created"]
    list_filter = ["kind", "visibility", "removed", "campaign__system"]
    search_fields = ["campaign__name"]
    fields = [
        "campaign", "kind", "from_page", "from_person", "to_page", "to_person", "words", "back", "since", "until",
        "visibility", "players", "author", "removed", "revision", "by", "created",
    ]  # fmt: skip
    readonly_fields = fields
    list_select_related = ["campaign", "author__user"]

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Never: ties are written on the site, which also keeps the journal."""
        return False
