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


def restore_module(module: Module, by: User, _place: str, _campaign: int) -> int | None:
    """The restoring GM's module with that key, or the shared one, or a new one of the GM."""
    rows = Module._base_manager.using(module._state.db).filter(Q(owner=None) | Q(owner=by), key=module.key)
    module.owner_id = by.pk
    modules = sorted(rows, key=lambda row: row.owner_id is None)
    return modules[0].pk if modules else None


def restore_version(version: ModuleVersion, by: User, place: str, _campaign: int) -> int | None:
    """The version with the same document; a shared module gets no new versions.

    ArchiveInvalid if the document does not match its digest, or the library's document of the same version."""
    if digest(version.document) != version.digest:
        raise ArchiveInvalid("archive.row", f"{place}#/digest", _("The digest of the document is different."))
    rows = ModuleVersion._base_manager.using(version._state.db)
    row = rows.filter(module=version.module_id, version=version.version).first()
    if row is not None and row.digest == version.digest:
        return int(row.pk)
    if version.module.owner_id is None:
        version.module = Module._base_manager.using(version._state.db).get_or_create(
            owner_id=by.pk, key=version.module.key, defaults={"title": version.module.title}
        )[0]
    elif row is not None:
        message = _("Your library contains a different document for this version of the module.")
        raise ArchiveInvalid("archive.row", f"{place}#/version", message)
    return None


def restore_picture(picture: ModuleFile, _by: User, _place: str, _campaign: int) -> int | None:
    """The picture with that key, if the library has the version already."""
    rows = ModuleFile._base_manager.using(picture._state.db)
    row = rows.filter(version=picture.version_id, key=picture.key).first()
    return row.pk if row else None


def restore_monster(monster: Monster, _by: User, _place: str, campaign: int) -> int | None:
    """The site's monster with that key, or with the same name and figures; otherwise the campaign gets its own."""
    rows = Monster._base_manager.using(monster._state.db).filter(campaign=None, system=monster.system).order_by("pk")
    rows = rows.filter(key=monster.key) if monster.key else rows.filter(key="", name=monster.name)
    equal = next((row for row in rows if monster.key or row.stats == monster.stats), None)
    if equal is None:
        monster.key, monster.shipped, monster.campaign_id = "", None, campaign
    return equal.pk if equal else None


SHARED_ROW_RESTORERS: dict[str, Callable[[Any, User, str, int], int | None]] = {
    "modules": restore_module,
    "module_versions": restore_version,
    "module_files": restore_picture,
    "site_monsters": restore_monster,
}
