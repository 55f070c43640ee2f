"""Imports the admin module of every subject, because Django only looks for one in each app."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.archive import admin as archive_admin
from campaigns.encounters import admin as encounter_admin
from campaigns.encounters.calls import admin as call_admin
from campaigns.log import admin as log_admin
from campaigns.log.calendar import admin as calendar_admin
from campaigns.log.note_pictures import admin as note_pictures_admin
from campaigns.modules import admin as module_admin
from campaigns.overview import admin as overview_admin
from campaigns.sessions import admin as session_admin
from campaigns.sessions.guests import admin as guest_admin
from campaigns.sessions.notices import admin as notice_admin
from campaigns.sessions.planning import admin as planning_admin
from campaigns.sessions.stand_ins import admin as stand_in_admin
from campaigns.webhooks import admin as webhook_admin
from campaigns.world import admin as world_admin
from campaigns.world.blocks import admin as blocks_admin
from campaigns.world.maps import admin as maps_admin
from campaigns.world.page_templates import admin as page_templates_admin
from campaigns.world.quests import admin as quests_admin
from campaigns.world.shared_worlds import admin as shared_worlds_admin
from campaigns.world.text_pictures import admin as text_pictures_admin
from campaigns.world.ties import admin as ties_admin
from characters.sheets.portraits import admin as portrait_admin
from people import admin as people_admin
from people.admin import accounts
from people.devices import admin as device_admin

__all__ = [
    "accounts",
    "archive_admin",
    "blocks_admin",
    "calendar_admin",
    "call_admin",
    "device_admin",
    "encounter_admin",
    "guest_admin",
    "log_admin",
    "maps_admin",
    "module_admin",
    "note_pictures_admin",
    "notice_admin",
    "overview_admin",
    "page_templates_admin",
    "people_admin",
    "planning_admin",
    "portrait_admin",
    "quests_admin",
    "session_admin",
    "shared_worlds_admin",
    "stand_in_admin",
    "text_pictures_admin",
    "ties_admin",
    "webhook_admin",
    "world_admin",
]

admin.site.site_header = admin.site.site_title = _("Fatekeeper: administration")
admin.site.index_title = _("All data")
