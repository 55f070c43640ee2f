"""Finds monsters and NPCs of other modules that an import needs and the campaign lacks, before anything is written."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from campaigns.encounters.models import Encounter
from campaigns.modules.exports.own_content import STUB_MARK
from campaigns.modules.format import counts
from campaigns.modules.format.faults import Fault, ModuleInvalid, at
from campaigns.modules.format.references import Reference, parse_reference
from campaigns.modules.imports import plans, stub_monsters
from campaigns.modules.imports.local_changes import is_deleted
from campaigns.modules.models import ImportedObject
from people.models import Campaign

Item = dict[str, Any]


def require_foes(campaign: Campaign, document: Item, plan: plans.Plan) -> None:
    """ModuleInvalid ref.unresolved lists every group whose foe is neither here nor replaced by a placeholder.

    Only groups count whose preparation the plan writes: those that fight, in encounters that have not begun."""
    groups = [(pointer, who) for step in plan.steps for pointer, who in _needed(step, plan.options["party_size"])]
    restored = {step.key for step in plan.steps if step.collection == "npcs" and step.action == "restore"}
    foes = _Foes(campaign, document, [who for _pointer, who in groups], restored)
    missing = [unresolved(pointer, who) for pointer, who in groups if not foes.has(parse_reference(who))]
    if missing:
        raise ModuleInvalid(sorted(missing)[:200])


def unresolved(pointer: str, who: str) -> Fault:
    """The fault of a foe that is nowhere."""
    message = _("%(who)s has no figures in this campaign; import its module first") % {"who": who}
    return Fault(pointer, "ref.unresolved", message)


def _needed(step: plans.Step, party_size: int) -> Iterator[tuple[str, str]]:
    """The places and references of the groups for which the step writes lines of a preparation."""
    if step.collection != "encounters" or step.value is None or step.action not in plans.WRITES - {"remove"}:
        return
    local_object = step.local_object
    if local_object is not None and local_object.encounter is not None:
        if local_object.encounter.status != Encounter.Status.PREPARED:
            return
    elif local_object is not None and step.action != "restore" and "encounter" in local_object.row.made:
        return  # the preparation was deleted here, and stays so
    for place, group in enumerate(step.value.get("groups", [])):
        role = group.get("role", "standard")
        if role != "bystander" and counts.for_party(group["count"], party_size, role):
            yield at("", "encounters", step.position, "groups", place, "who"), group["who"]


class _Foes:
    """The foes at hand: those of the module with its placeholders, and those of other modules that were imported."""

    def __init__(self, campaign: Campaign, document: Item, needed: list[str], restored_npcs: set[str]) -> None:
        self.module, self.restored_npcs = document["module"]["key"], restored_npcs
        self.npcs = {item["key"]: item for item in document.get("npcs", [])}
        self.stubs = {item["key"] for item in document.get("monsters", []) if STUB_MARK in item.get("x", {})}
        references = [parse_reference(who) for who in [*needed, *(npc.get("monster") for npc in self.npcs.values())]]
        modules = {reference.module for reference in references if reference and reference.module}
        rows = ImportedObject.objects.filter(
            campaign=campaign, collection__in=["monsters", "npcs"], module_key__in={*modules, self.module}
        )
        self.rows = {(row.module_key, row.collection, row.key): row for row in rows.defer("base")} if modules else {}

    def has(self, reference: Reference | None) -> bool:
        """Whether the foe has figures here, or was deleted here so that its group is left out."""
        if reference is None:
            return False
        if reference.module is None:
            npc = self.npcs.get(reference.key, {}) if reference.collection == "npcs" else {}
            has_figures = "monster" not in npc or "stats" in npc or self.has(parse_reference(npc["monster"]))
            return has_figures or self._was_deleted(reference.key)
        row = self.rows.get((reference.module, reference.collection, reference.key))
        if row is None:
            return self._has_stub(stub_monsters.stub_key(reference))
        others = parse_reference(row.current.get("monster")) if row.collection == "npcs" else None
        other = self.rows.get((others.module or row.module_key, others.collection, others.key)) if others else None
        return any(found is not None and (found.monster_id or is_deleted(found)) for found in (row, other))

    def _was_deleted(self, npc: str) -> bool:
        """Whether an NPC of the module was deleted here, and stays so."""
        row = self.rows.get((self.module, "npcs", npc))
        return row is not None and is_deleted(row) and npc not in self.restored_npcs

    def _has_stub(self, key: str) -> bool:
        row = self.rows.get((self.module, "monsters", key))
        return key in self.stubs or (row is not None and STUB_MARK in row.current.get("x", {}))
