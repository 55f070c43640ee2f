"""Scopes limit what an API token may do.

A token without scopes may do everything that its owner may do (or only read it, if it may not write).
config/api/urls.py names the subject of each endpoint. For the subject `log`, reading needs the scope `log:read`, and
changing needs `log:write`, which also allows reading.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# An operation that every token may call, and one for tokens without scopes alone.
ANY: Final = ""
EVERYTHING: Final = "everything"
SCOPES: Final[dict[str, Promise]] = {
    "characters:read": _("read characters and monsters"),
    "characters:write": _("change characters and monsters, and award experience"),
    "log:read": _("read sessions and the log"),
    "log:write": _("write sessions and the log"),
    "world:read": _("read the world and the calendar"),
    "world:write": _("change the world and the calendar"),
    "tables:read": _("watch tables"),
    "tables:write": _("run tables, play and roll"),
    "modules:read": _("read modules and imported adventures"),
    "modules:write": _("import modules and use imported adventures"),
    "campaign:read": _("read campaigns and their members"),
    "campaign:write": _("change campaigns, members and invitations"),
}


def needed_scopes(subjects: str, *, reads: bool) -> list[str]:
    """The scopes that an operation needs: one for each of its subjects."""
    return [f"{subject}:{'read' if reads else 'write'}" for subject in subjects.split()]


def missing_scopes(scopes: Iterable[str], needed: Iterable[str], *, can_write: bool) -> list[str]:
    """The `needed` scopes that a token with `scopes` does not have; a token without scopes may read everything."""
    granted = set(scopes)
    if granted:
        return [scope for scope in needed if scope not in granted and scope.replace(":read", ":write") not in granted]
    return [scope for scope in needed if not can_write and scope.endswith(":write")]


def may_change(token: Any, subject: str) -> bool:
    """Whether a caller may change a subject, by the token of the request; None is a caller without a token."""
    if token is None:
        return True
    return not missing_scopes(token.scopes, needed_scopes(subject, reads=False), can_write=token.can_write)


def sort_scopes(scopes: Iterable[str]) -> list[str]:
    """The scopes once each, in their usual order, without a scope to read what another scope allows to write."""
    chosen = set(scopes)
    implied = {scope.replace(":write", ":read") for scope in chosen if scope.endswith(":write")}
    return [scope for scope in SCOPES if scope in chosen - implied]
