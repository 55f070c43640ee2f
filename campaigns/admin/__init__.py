"""The admin of people and play, one file a subject."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from campaigns.admin import accounts, campaigns, encounters, log, members, modules, sessions, transfers, world

__all__ = ["accounts", "campaigns", "encounters", "log", "members", "modules", "sessions", "transfers", "world"]

admin.site.site_header = admin.site.site_title = _("Fatekeeper: administration")
admin.site.index_title = _("Everything that is kept")
