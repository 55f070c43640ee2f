"""Plans what an import will do with each object, before it writes anything."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules import stats_conversion
from campaigns.modules.exports.own_content import STUB_MARK
from campaigns.modules.format import references
from campaigns.modules.format.canonical_json import digest
from campaigns.modules.format.faults import SHOWN_FAULTS
from campaigns.modules.format.text import title
from campaigns.modules.format.vocabulary import SINGULAR
from campaigns.modules.imports import (
    decision_places,
    installed_versions,
    local_changes,
    merging,
    needed_foes,
    options,
    plan_checks,
    rendering,
    stale_preparations,
    stub_monsters,
    usage,
)
from campaigns.modules.imports.object_merging import merge_object
from campaigns.modules.imports.plans import Plan, Step
from campaigns.modules.models import ImportedObject, ModuleVersion
from people.models import Campaign
from rules import play

# References that an object needs; chapters, locations and scenes only mention each other.
COMES_ALONG: Final = {"encounter", "monster", "npc", "hazard", "treasure", "check", "award", "table", "asset"}
Item = dict[str, Any]


def make_plan(campaign: Campaign, version: ModuleVersion, chosen_options: dict[str, Any]) -> Plan:
    """The plan for a version with checked options; reads only. ModuleInvalid for decisions about unknown places, and
    ref.unresolved for foes that an encounter needs and nobody has imported.

    ModuleConflict: conflict.key_taken if another module with that key was imported, module.downgrade if the version is
    older than the imported one."""
    plan_checks.require_same_module(campaign, version)
    document, lacking = stub_monsters.add_stubs(
        campaign, version.document, chosen_options["allow_missing"] == stub_monsters.MONSTERS
    )
    local_module = read_under_new_keys(campaign, version)
    if not chosen_options["allow_downgrade"]:
        installed_versions.require_not_older(
            campaign, version, [local_object.row for local_object in local_module.objects.values()]
        )
    tables = stats_conversion.tables_in_force(campaign)
    plan = Plan([], chosen_options, plan_fingerprint(version, local_module, tables), tables)
    stubs = stale_preparations.find_replaceable_stubs(campaign, local_module)
    size = chosen_options["party_size"]
    sizes = installed_versions.latest_party_size(campaign, version.module.key) or size, size
    for collection, position, item in objects_to_import(document, chosen_options["select"]):
        old = local_module.objects.get((collection, item["key"]))
        step = Step(
            collection, item["key"], title(item), "create", value=item, new=item, local_object=old, position=position
        )
        if old is not None:
            _compare(step, old, item, plan)
            _reconvert(step, campaign.system, plan)
            _update_licence(step, document["module"])
            _update_preparation(step, sizes, stubs)
        plan.steps.append(step)
    plan.steps += _steps_for_removed(campaign, document, local_module, chosen_options)
    decision_places.refuse_unknown(
        chosen_options["decisions"],
        {f"{SINGULAR[name]}:{item['key']}": item for name, _position, item in objects_to_import(document, None)},
        {f"{step.ref}#{change.pointer}" for step in plan.steps for change in step.changes},
    )
    needed_foes.require_foes(campaign, document, plan)
    warnings = [*lacking, *plan_checks.warnings(document, chosen_options, campaign.system, tables)]
    plan.warnings, plan.truncated = warnings[:SHOWN_FAULTS], len(warnings) > SHOWN_FAULTS
    return plan


def read_under_new_keys(campaign: Campaign, version: ModuleVersion) -> local_changes.LocalModule:
    """The current state of the module, under the keys of this version."""
    renames = version.document["module"].get("x", {}).get("satchel:renames", {})
    return local_changes.read_local_module(campaign, version.module.key, renames)


def plan_fingerprint(
    version: ModuleVersion, local_module: local_changes.LocalModule, tables: stats_conversion.Tables
) -> str:
    """A hash that changes with the module, its state in the campaign, or the conversion tables."""
    return digest([version.digest, stats_conversion.CONVERTER, tables.digest, local_module.fingerprint()])


def _compare(step: Step, old: local_changes.LocalObject, item: Item, plan: Plan) -> None:
    """Sets the action for an object that was imported before."""
    if old.deleted and not plan.options["restore_deleted"]:
        step.action, step.note, step.value = "skipped_deleted", _("Deleted here."), None
        return
    if old.row.base == item and not old.edited and old.stored is None:
        step.action, step.value = ("update" if old.row.orphan else "unchanged"), item
        return
    undecided: list[str] = []
    decide = options.decider(plan.options, step.ref, undecided)
    merged = merge_object(step.collection, old.row.base, old.local, item, decide)
    step.value, step.changes = merged.value, merged.changes
    plan.undecided += [place for place, _change in step.conflicts if place in undecided]
    if old.deleted:
        step.action, step.note = "restore", _("Deleted here.")
    elif merged.have(merging.CONFLICT):
        step.action, step.note = "conflict", _("Changed here and in the module.")
    elif merged.have(merging.UPDATE):
        kept = merged.have(merging.KEEP)
        step.action, step.note = "update", _("The changes made here are kept.") if kept else ""
    elif merged.have(merging.KEEP):
        step.action, step.note = "keep", _("Changed here.")
    else:
        step.action = "converged" if merged.changes else "unchanged"
    if step.action in {"unchanged", "keep"}:
        if old.stored is not None:
            step.action, step.note = "update", _("Renamed in the module.")
        elif old.row.orphan:
            step.action, step.note = "update", _("It is in the module again.")


def _reconvert(step: Step, game: str, plan: Plan) -> None:
    """If new conversions were requested, updates monsters whose converted figures differ now."""
    written = step.local_object.row.made.get("monster") if step.local_object else None
    if (
        not plan.options["reconvert"]
        or written is None
        or step.action not in {"unchanged", "keep"}
        or step.value is None
    ):
        return
    block = stats_conversion.stats(game, step.value, plan.tables)
    if game in step.value.get("stats", {}) or block is None:
        return
    if play.monster(game, stats_conversion.for_engine(game, block)) != written["stats"]:
        step.action, step.note = "update", _("The figures are converted again.")


def _update_licence(step: Step, head: Item) -> None:
    """Updates a monster if only the licence or attribution changed, which may be that of the whole module.

    What staff corrected in the bestiary stays, except in rows of earlier releases, which did not record it."""
    row = step.local_object.row if step.local_object else None
    monster = row.monster if row is not None else None
    if row is None or monster is None or step.action not in {"unchanged", "keep"} or step.value is None:
        return
    # An NPC without figures of its own has a monster only while it is in a fight.
    if step.collection != "monsters" and "stats" not in step.value:
        return
    written = row.made.get("monster", {})
    before = written.get("licence", monster.licence), written.get("attribution", monster.attribution)
    if rendering.credit(head, step.value) != before:
        step.action, step.note = "update", _("The licence changed in the module.")


def _update_preparation(step: Step, sizes: tuple[int, int], stubs: dict[str, ImportedObject]) -> None:
    """Updates a preparation of which only the size of the party or a missing monster changed."""
    if step.collection == "encounters" and step.action in {"unchanged", "keep"}:
        note = stale_preparations.reason_to_write_again(step.local_object, step.value, sizes, stubs)
        if note:
            step.action, step.note = "update", note


def _steps_for_removed(
    campaign: Campaign, document: Item, local_module: local_changes.LocalModule, chosen_options: dict[str, Any]
) -> list[Step]:
    """Steps for objects that left the module: kept, unless pruning was requested and they are unchanged and unused."""
    there = {(name, item["key"]) for name in SINGULAR for item in document.get(name, [])}
    left_module = [
        local_object
        for place, local_object in sorted(local_module.objects.items())
        if place not in there and not local_object.deleted
    ]
    untouched = [local_object.row for local_object in left_module if not local_object.edited]
    played = usage.in_play(campaign, untouched) if chosen_options["prune"] and untouched else set()
    steps = []
    for local_object in left_module:
        row = local_object.row
        remove = chosen_options["prune"] and not local_object.edited and row.pk not in played
        note = (
            ""
            if remove or not chosen_options["prune"]
            else _("Changed here.")
            if local_object.edited
            else _("Used in play.")
        )
        step = Step(
            row.collection,
            row.key,
            row.title,
            "remove" if remove else "orphan",
            note,
            local_object=local_object,
            value=local_object.local,
        )
        if not remove and local_object.stored is not None:
            _update_orphan(step, row)
        steps.append(step)
    return steps


def _update_orphan(step: Step, row: ImportedObject) -> None:
    """Makes the step write an object that left the module, because it refers to a renamed object."""
    step.action, step.note, step.new = "update", _("Renamed in the module."), row.base
    step.key, step.position, step.base_version = row.base["key"], row.position, row.base_version
    step.flags = {"orphan": True}


def objects_to_import(document: Item, select: list[str] | None) -> list[tuple[str, int, Item]]:
    """The objects to import in order, with their index: all, or the selected ones and those that they need."""
    everything = [(name, place, item) for name in SINGULAR for place, item in enumerate(document.get(name, []))]
    if select is None:
        return everything
    by_reference = {f"{SINGULAR[name]}:{item['key']}": (name, place, item) for name, place, item in everything}
    wanted, waiting = set(select), list(select)
    while waiting:
        name, _place, item = by_reference[waiting.pop()]
        for reference in references.of_object(name, item, ""):
            short = f"monster:{stub_monsters.stub_key(reference)}" if reference.module else reference.short
            if reference.kind in COMES_ALONG and short not in wanted and _satisfies(reference, by_reference.get(short)):
                wanted.add(short)
                waiting.append(short)
    return [item for reference, item in by_reference.items() if reference in wanted]


def _satisfies(reference: references.Reference, target: tuple[str, int, Item] | None) -> bool:
    """Whether the object satisfies the reference: the module's own object, or a stub of another module's monster."""
    if target is None or reference.module is None:
        return target is not None
    return target[2].get("x", {}).get(STUB_MARK) == reference.text
