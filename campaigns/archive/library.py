"""What a site may have already: modules of the library, and monsters that belong to no campaign.

Each looks in the database that the row in the making is for."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns.archive.faults import ArchiveInvalid
from campaigns.models import Module, ModuleFile, ModuleVersion, User
from campaigns.modules import schema
from campaigns.modules.canonical import digest
from campaigns.modules.faults import WARNINGS
from characters.models import Monster


def module(made: Module, by: User, place: str, campaign: int) -> int | None:
    """The restoring GM's own module of that key, or the shared one; a new one becomes theirs."""
    rows = Module._base_manager.using(made._state.db).filter(Q(owner=None) | Q(owner=by), key=made.key)
    made.owner_id = by.pk
    found = sorted(rows, key=lambda row: row.owner_id is None)
    return found[0].pk if found else None


def version(made: ModuleVersion, by: User, place: str, campaign: int) -> int | None:
    """The version with the same document; nothing is ever added to a module that everybody shares.

    ArchiveInvalid for a document that is no module, or another one than the library has under that number."""
    if digest(made.document) != made.digest:
        raise ArchiveInvalid("archive.row", f"{place}#/digest", _("The document has another digest."))
    rows = ModuleVersion._base_manager.using(made._state.db)
    found = rows.filter(module=made.module_id, version=made.version).first()
    if found is not None and found.digest == made.digest:
        return int(found.pk)
    if made.module.owner_id is None:
        made.module = Module._base_manager.using(made._state.db).get_or_create(
            owner_id=by.pk, key=made.module.key, defaults={"title": made.module.title}
        )[0]
    elif found is not None:
        message = _("Your library has another document under this version of the module.")
        raise ArchiveInvalid("archive.row", f"{place}#/version", message)
    faults = [one for one in schema.check(made.document) if one.code not in WARNINGS]
    if faults:
        raise ArchiveInvalid("archive.row", f"{place}#/document{faults[0].pointer}", faults[0].message)
    return None


def picture(made: ModuleFile, by: User, place: str, campaign: int) -> int | None:
    """The picture of that key, where the library has the version already."""
    rows = ModuleFile._base_manager.using(made._state.db)
    found = rows.filter(version=made.version_id, key=made.key).first()
    return found.pk if found else None


def monster(made: Monster, by: User, place: str, campaign: int) -> int | None:
    """The site's monster of that key, or the same in name and figures; else the campaign gets it as its own."""
    rows = Monster._base_manager.using(made._state.db).filter(campaign=None, system=made.system).order_by("pk")
    rows = rows.filter(key=made.key) if made.key else rows.filter(key="", name=made.name)
    found = next((row for row in rows if made.key or row.stats == made.stats), None)
    if found is None:
        made.key, made.shipped, made.campaign_id = "", None, campaign
    return found.pk if found else None


MATCHED: dict[str, Callable[[Any, User, str, int], int | None]] = {
    "modules": module, "module_versions": version, "module_files": picture, "site_monsters": monster,
}  # fmt: skip
