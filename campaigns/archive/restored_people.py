"""The people of a restored campaign: the restoring person, and absent people who hold the other places."""

import secrets

from django.utils.translation import gettext as _

from campaigns.archive import reading
from people.models import User


def match_people(
    contents: reading.ArchiveContents, by: User, confirmed: set[str], using: str = "default"
) -> dict[int, int]:
    """The account here for each person of the archive: the restoring person, if confirmed, or None."""
    accounts = {by.username: by.pk} if by.username in confirmed else {}
    new: dict[int, int] = {}
    for person in reading.read_people(contents.reader):
        known = None if person["absent"] else accounts.pop(person["name"], None)
        new[person["id"]] = known or create_absent_user(person["name"], using).pk
    return new


def create_absent_user(name: str, using: str = "default") -> User:
    """Creates an account that holds a place until its person takes it; nobody can sign in to it.

    The suffix of the name is random, because a counter would show whether other restored campaigns have the name."""
    username = f"{name[:120]} ({_('absent')} {secrets.token_hex(3)})"
    row = User(username=username, first_name=name, kind=User.Kind.ABSENT, is_active=False)
    row.set_unusable_password()
    row.save(using=using)
    return row
