"""The backups in the data folder, which the site makes itself and deletes again."""

from pathlib import Path

from django.conf import settings


def backup_folder() -> Path:
    """The folder of these backups."""
    return Path(settings.DATA_DIR) / "backups"


def kept_backups() -> list[Path]:
    """The backups that are there, oldest first."""
    return sorted(backup_folder().glob("site-*.zip"))
