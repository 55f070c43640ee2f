"""Finds modules and monsters of an archive that the site has already.

Each function looks in the database in which the row will be stored."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.models import Module, ModuleFile, ModuleVersion
from characters.models import Monster
from people.models import User


def restore_module(made: Module, by: User, _place: str, _campaign: int) -> int | None:
    """The restoring GM's module with that key, or the shared one, or a new one of the GM."""
    rows = Module._base_manager.using(made._state.db).filter(Q(owner=None) | Q(owner=by), key=made.key)
    made.owner_id = by.pk
    found = sorted(rows, key=lambda row: row.owner_id is None)
    return found[0].pk if found else None


def restore_version(made: ModuleVersion, by: User, place: str, _campaign: int) -> int | None:
    """The version with the same document; a shared module gets no new versions.

    ArchiveInvalid if the document does not match its digest, or the library's document of the same version."""
    if digest(made.document) != made.digest:
        raise ArchiveInvalid("archive.row", f"{place}#/digest", _("The digest of the document is different."))
    rows = ModuleVersion._base_manager.using(made._state.db)
    row = rows.filter(module=made.module_id, version=made.version).first()
    if row is not None and row.digest == made.digest:
        return int(row.pk)
    if made.module.owner_id is None:
        made.module = Module._base_manager.using(made._state.db).get_or_create(
            owner_id=by.pk, key=made.module.key, defaults={"title": made.module.title}
        )[0]
    elif row is not None:
        message = _("Your library contains a different document for this version of the module.")
        raise ArchiveInvalid("archive.row", f"{place}#/version", message)
    return None


def restore_picture(made: ModuleFile, _by: User, _place: str, _campaign: int) -> int | None:
    """The picture with that key, if the library has the version already."""
    rows = ModuleFile._base_manager.using(made._state.db)
    row = rows.filter(version=made.version_id, key=made.key).first()
    return row.pk if row else None


def restore_monster(made: Monster, _by: User, _place: str, campaign: int) -> int | None:
    """The site's monster with that key, or with the same name and figures; otherwise the campaign gets its own."""
    rows = Monster._base_manager.using(made._state.db).filter(campaign=None, system=made.system).order_by("pk")
    rows = rows.filter(key=made.key) if made.key else rows.filter(key="", name=made.name)
    found = next((row for row in rows if made.key or row.stats == made.stats), None)
    if found is None:
        made.key, made.shipped, made.campaign_id = "", None, campaign
    return found.pk if found else None


SHARED_ROW_RESTORERS: dict[str, Callable[[Any, User, str, int], int | None]] = {
    "modules": restore_module,
    "module_versions": restore_version,
    "module_files": restore_picture,
    "site_monsters": restore_monster,
}
