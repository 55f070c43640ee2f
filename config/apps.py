"""The app configurations that the project changes."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class SiteAdminConfig(AdminConfig):
    """The admin with the site's own sign-in."""

    default_site = "config.admin_site.SiteAdmin"


class SiteStaticFilesConfig(StaticFilesConfig):
    """Static files without those of libraries' pages that the site does not use, because collecting them took a
    minute."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework"]
