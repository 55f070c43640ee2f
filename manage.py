#!/usr/bin/env python
"""Django's command line for Fatekeeper."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.env import load_settings

    load_settings()
    if sys.argv[1:2] == ["runserver"]:
        require_known_database()
    execute_from_command_line(sys.argv)


def require_known_database() -> None:
    """Ends with a sentence when the database does not fit this code; our own commands look for themselves."""
    import django

    django.setup()
    from operations import startup

    try:
        startup.check()
    except startup.UnfitDatabase as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
