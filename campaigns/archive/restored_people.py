"""The people of a restored campaign: the restoring person, and absent people who hold the other places."""

import secrets
from typing import Any

from django.utils.translation import gettext as _

from campaigns.archive import reading
from people.models import User


def match_people(contents: reading.ArchiveContents, by: User, using: str = "default") -> dict[int, int]:
    """The account here for each person of the archive: the restoring person for their own name, else an absent one."""
    people = list(reading.read_people(contents.reader))
    own = _own_person(contents, people, by.username)
    return {
        person["id"]: by.pk if person["id"] == own else create_absent_user(person["name"], using).pk
        for person in people
    }


def _own_person(contents: reading.ArchiveContents, people: list[dict[str, Any]], name: str) -> int | None:
    """The person of the archive who has a name; if several have it, one with a place, present rather than absent."""
    left = {person: left for person, _name, _role, left in contents.places}
    named = [person for person in people if person["name"] == name]
    named.sort(key=lambda person: (person["id"] not in left, left.get(person["id"]), bool(person["absent"])))
    return named[0]["id"] if named else None


def create_absent_user(name: str, using: str = "default") -> User:
    """Creates an account that holds a place until its person takes it; nobody can sign in to it.

    The suffix of the name is random, because a counter would show whether other restored campaigns have the name."""
    username = f"{name[:120]} ({_('absent')} {secrets.token_hex(3)})"
    row = User(username=username, first_name=name, kind=User.Kind.ABSENT, is_active=False)
    row.set_unusable_password()
    row.save(using=using)
    return row
