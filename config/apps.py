"""The app configurations that the project changes."""

from django.contrib.admin.apps import AdminConfig
from django.contrib.staticfiles.apps import StaticFilesConfig

from common import pool_checks
from config.server import csrf_tokens


class SiteAdminConfig(AdminConfig):
    """The admin with the site's own sign-in."""

    default_site = "config.admin_site.SiteAdmin"

    def ready(self) -> None:
        """Also installs the site's CSRF tokens, its lookup of session users, and its checks of database connections."""
        super().ready()
        from config.server import session_users

        csrf_tokens.install()
        session_users.install()
        pool_checks.install()


class SiteStaticFilesConfig(StaticFilesConfig):
    """Static files without those of libraries' pages that the site does not use, because collecting them took a
    minute."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework"]
