"""manage.py changepassword NAME: sets someone's password and ends their API tokens."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from people.actions import revoke_all_tokens
from people.models import User


class Command(changepassword.Command):
    help = "Sets a person's password; their API tokens end, because an intruder may have created some."

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Asks for the password as Django's command does."""
        message: str | None = super().handle(*args, **options)
        # Not in one transaction with the question: SQLite would refuse all other writers while it waits for an answer.
        revoke_all_tokens(user=User.objects.get(username=options["username"] or getpass.getuser()))
        return message
