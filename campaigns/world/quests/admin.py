"""The admin of quests."""

from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from campaigns.world.quests.models import QuestLine
from common.admin import UndeletableAdmin
from common.staff_admin import ReadHistory, SecretRows


@admin.register(QuestLine)
class QuestLineAdmin(ReadHistory, SecretRows, UndeletableAdmin, SimpleHistoryAdmin):
    """Steps and rewards of threads. A thread may be secret, so these are too."""

    list_display = ["text", "kind", "thread", "campaign", "done", "gm_only", "created"]
    list_filter = ["kind", "gm_only", "campaign__system"]
    search_fields = ["text", "thread__name", "campaign__name"]
    readonly_fields = ["campaign", "thread", "kind", "text", "place", "done", "gm_only", "by", "created"]
    list_select_related = ["thread", "campaign"]
