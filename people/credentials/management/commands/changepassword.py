"""manage.py changepassword NAME: sets someone's password and ends their API tokens and sign-ins."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from people.actions import end_other_access
from people.models import User


class Command(changepassword.Command):
    help = "Sets a person's password; their API tokens and sign-ins end, because some may be an intruder's."

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Asks for the password as Django's command does."""
        message: str | None = super().handle(*args, **options)
        # Not in one transaction with the question: SQLite would refuse all other writers while it waits for an answer.
        end_other_access(user=User.objects.get(username=options["username"] or getpass.getuser()))
        return message
