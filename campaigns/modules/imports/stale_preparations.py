"""Finds preparations of unchanged encounters that the import would write differently now."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.modules.exports.own_content import STUB_MARK
from campaigns.modules.format import counts
from campaigns.modules.format.references import parse_reference
from campaigns.modules.imports import stub_monsters
from campaigns.modules.imports.local_changes import LocalModule, LocalObject
from campaigns.modules.models import ImportedObject
from people.models import Campaign

Item = dict[str, Any]


def find_replaceable_stubs(campaign: Campaign, local_module: LocalModule) -> dict[str, ImportedObject]:
    """The references whose monsters are no longer missing, each with the placeholder that stands for it.

    Monsters of other modules only: the module's own placeholders are updated like every other monster."""
    stubs = {}
    for (collection, _key), local_object in local_module.objects.items():
        raw_reference = local_object.row.current.get("x", {}).get(STUB_MARK)
        if collection == "monsters" and raw_reference and local_object.row.monster_id is not None:
            stubs[raw_reference] = local_object.row
    references = {raw_reference: parse_reference(raw_reference) for raw_reference in stubs}
    modules = {reference.module for reference in references.values() if reference and reference.module}
    rows = ImportedObject.objects.filter(
        campaign=campaign, module_key__in=modules, collection=stub_monsters.MONSTERS, monster__isnull=False
    )
    here = set(rows.exclude(tombstone=True).values_list("module_key", "key")) if modules else set()
    return {
        raw_reference: stubs[raw_reference]
        for raw_reference, reference in references.items()
        if reference is not None and (reference.module, reference.key) in here
    }


def reason_to_write_again(
    local_object: LocalObject | None, item: Item | None, sizes: tuple[int, int], stubs: dict[str, ImportedObject]
) -> str:
    """Why the preparation of the encounter `item` is written again, as a note of the plan; empty if it stays.

    It must not have begun. `sizes` are the party of the import before and of this one (1 to 10), `stubs` is from
    `find_replaceable_stubs`. Lines that people changed or removed are so in `item`, and therefore never differ."""
    if local_object is None or item is None or "encounter" not in local_object.row.made:
        return ""
    encounter = local_object.encounter
    if encounter is None or encounter.status != Encounter.Status.PREPARED:
        return ""
    written = local_object.row.made["encounter"]["lines"]
    for group in item.get("groups", []):
        before, now = (counts.for_party(group["count"], size, group.get("role", "standard")) for size in sizes)
        line, stub = local_object.lines.get(written.get(group["key"], {}).get("group", "")), stubs.get(group["who"])
        # Where opponents are notes there are no lines. This import marks the placeholder as one that left the module.
        in_notes = not written and stub is not None and not stub.orphan
        if in_notes or (line is not None and stub is not None and stub.monster_id == line.monster_id):
            return _("Its monsters are no longer missing.")
        if now != (before if line is None else line.count) and group.get("role") != "bystander":
            return _("The numbers fit another size of the party.")
    return ""
