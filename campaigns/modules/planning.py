"""What an import would do: object by object, before anything is written."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.models import Campaign, ImportedObject, ImportRun, ModuleVersion
from campaigns.modules import convert, counts, references
from campaigns.modules.canonical import digest
from campaigns.modules.faults import Fault, ModuleConflict, ModuleInvalid, at, shown
from campaigns.modules.schema import SINGULAR, is_type
from campaigns.modules.text import title

DEFAULT_PARTY: Final = 4
MOST_PARTICIPANTS: Final = 40
# What an object needs to be of use; chapters, places and scenes merely mention each other.
COMES_ALONG: Final = {"encounter", "monster", "npc", "hazard", "treasure", "check", "award", "table", "asset"}
OPTIONS: Final = {"ruleset", "party_size", "select", "policy", "prune", "allow_downgrade"}


@dataclass(frozen=True, slots=True)
class Step:
    """What happens to one object: `action` is create, unchanged, keep, update, conflict, skipped_deleted or
    orphan."""

    collection: str
    key: str
    title: str
    action: str
    note: str = ""

    @property
    def ref(self) -> str:
        """The object as a reference."""
        return f"{SINGULAR[self.collection]}:{self.key}"

    def as_json(self) -> dict[str, str]:
        """The step as the API answers it."""
        return {
            "ref": self.ref, "title": self.title, "action": self.action,
            "note": self.note,
        }  # fmt: skip


@dataclass(slots=True)
class Plan:
    """The steps of an import in reading order; `token` holds as long as neither module, options nor campaign
    move."""

    steps: list[Step]
    options: dict[str, Any]
    token: str
    warnings: list[Fault] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        """How many objects each action meets."""
        return dict(Counter(step.action for step in self.steps))

    def as_json(self) -> dict[str, Any]:
        """The plan as the API answers it."""
        return {
            "counts": self.counts, "steps": [step.as_json() for step in self.steps], "options": self.options,
            "plan_token": self.token, "warnings": [one.as_json() for one in self.warnings],
        }  # fmt: skip


def checked_options(campaign: Campaign, document: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options filled in: ruleset, party_size 1-10, select (references or None), policy, prune,
    allow_downgrade.

    ModuleInvalid with pointers into the options; ModuleConflict("import.ruleset") for another game than the
    campaign's."""
    faults = [
        Fault(at("", name), "schema.unknown", _("%(name)s is no option of an import") % {"name": shown(name)})
        for name in sorted(set(options) - OPTIONS)
    ]
    designed = document["module"].get("party", {}).get("designed_for", DEFAULT_PARTY)
    size = options.get("party_size")
    size = designed if size is None else size
    if not is_type(size, "integer") or not 1 <= size <= 10:
        faults.append(Fault("/party_size", "schema.maximum", _("the party has 1 to 10 characters")))
    if options.get("policy", "keep_local") != "keep_local":
        faults.append(Fault("/policy", "schema.enum", _("the only policy so far is 'keep_local'")))
    for name in ("prune", "allow_downgrade"):
        if not isinstance(options.get(name, False), bool):
            faults.append(Fault(at("", name), "schema.type", _("say true or false")))
        elif name == "prune" and options.get(name):
            message = _("what left the module is always kept so far; leave it out")
            faults.append(Fault("/prune", "schema.enum", message))
    select = options.get("select")
    faults += _selected_faults(document, select)
    if faults:
        raise ModuleInvalid(sorted(faults))
    game = options.get("ruleset") or campaign.system
    if game != campaign.system:
        message = _("The campaign plays %(own)s; import with that ruleset, or leave it out.")
        raise ModuleConflict("import.ruleset", message % {"own": campaign.system})
    return {
        "ruleset": game, "party_size": size, "select": sorted(set(select)) if select else None,
        "policy": "keep_local", "prune": False,
        "allow_downgrade": options.get("allow_downgrade", False),
    }  # fmt: skip


def _selected_faults(document: dict[str, Any], select: Any) -> list[Fault]:
    if select is None:
        return []
    if not isinstance(select, list) or len(select) > 1000:
        return [Fault("/select", "schema.type", _("give a list of references, such as encounter:some-key"))]
    own = references.own_references(document)
    return [
        Fault(
            at("/select", index),
            "ref.unresolved",
            _("there is no %(text)s in this module") % {"text": shown(one)},
        )
        for index, one in enumerate(select)
        if not isinstance(one, str) or one not in own
    ]


def make(campaign: Campaign, version: ModuleVersion, options: dict[str, Any]) -> Plan:
    """The plan for a version with checked options; reads only.

    ModuleConflict: conflict.key_taken when another module of that key was imported, module.downgrade when the
    version is older than what stands."""
    document = version.document
    rows = {
        (row.collection, row.key): row
        for row in ImportedObject.objects.filter(campaign=campaign, module_key=version.module.key)
    }
    _same_module(campaign, version)
    _not_older(version, rows.values(), options)
    steps = [
        Step(collection, item["key"], title(item), *_action(rows.get((collection, item["key"])), item))
        for collection, item in chosen(document, options["select"])
    ]
    gone = set(rows) - {(name, item["key"]) for name in SINGULAR for item in document.get(name, [])}
    steps += [Step(name, key, rows[name, key].title, "orphan") for name, key in sorted(gone)]
    stand = sorted([*one, row.base_digest, digest(row.current), row.tombstone] for one, row in rows.items())
    token = digest([version.digest, convert.CONVERTER, options, campaign.pk, stand])
    return Plan(steps, options, token, _warnings(document, options, campaign.system))


def chosen(document: dict[str, Any], select: list[str] | None) -> list[tuple[str, dict[str, Any]]]:
    """The objects to import in order: all of them, or the selected ones and what they need."""
    everything = [(name, item) for name in SINGULAR for item in document.get(name, [])]
    if select is None:
        return everything
    by_reference = {f"{SINGULAR[name]}:{item['key']}": (name, item) for name, item in everything}
    wanted, waiting = set(select), list(select)
    while waiting:
        name, item = by_reference[waiting.pop()]
        for reference in references.of_object(name, item, ""):
            needed = reference.module is None and reference.kind in COMES_ALONG
            if needed and reference.short not in wanted and reference.short in by_reference:
                wanted.add(reference.short)
                waiting.append(reference.short)
    return [one for reference, one in by_reference.items() if reference in wanted]


def _action(row: ImportedObject | None, item: dict[str, Any]) -> tuple[str, str]:
    if row is None:
        return "create", ""
    if row.tombstone:
        return "skipped_deleted", _("It was deleted here.")
    local, new = digest(row.current) != row.base_digest, digest(item) != row.base_digest
    if not new:
        return ("keep", _("It was changed here.")) if local else ("unchanged", "")
    return ("conflict", _("It was changed here and in the module.")) if local else ("update", "")


def _same_module(campaign: Campaign, version: ModuleVersion) -> None:
    runs = ImportRun.objects.filter(campaign=campaign, version__module__key=version.module.key)
    if runs.exclude(version__module=version.module_id).exists():
        message = _("Another module with the key %(key)s was imported here; its objects would be overwritten.")
        raise ModuleConflict("conflict.key_taken", message % {"key": version.module.key})


def _not_older(version: ModuleVersion, rows: Any, options: dict[str, Any]) -> None:
    installed = max((row.base_version for row in rows), key=precedence, default=None)
    older = installed is not None and precedence(version.version) < precedence(installed)
    if older and not options["allow_downgrade"]:
        message = _("Version %(installed)s is installed; %(version)s is older.")
        say = {"installed": installed, "version": version.version}
        raise ModuleConflict("module.downgrade", message % say)


def precedence(version: str) -> tuple[Any, ...]:
    """A SemVer text as something that sorts; a pre-release comes before its release."""
    core, _dash, pre = version.partition("-")
    parts = [(0, int(one), "") if one.isdigit() else (1, 0, one) for one in re.split(r"\.", pre)] if pre else []
    return (*(int(one) for one in core.split(".")), not pre, parts)


def _warnings(document: dict[str, Any], options: dict[str, Any], game: str) -> list[Fault]:
    found = []
    for index, item in enumerate(document.get("monsters", [])):
        if game not in item.get("stats", {}):
            made = convert.stats(game, item) is not None
            message = _("%(name)s has no figures for this game; they are converted") if made else _(
                "%(name)s has no figures for this game and gets the usual ones")  # fmt: skip
            found.append(Fault(at("", "monsters", index), "stats.converted", message % {"name": shown(item["name"])}))
    for index, item in enumerate(document.get("encounters", [])):
        size = options["party_size"]
        total = sum(counts.for_party(group["count"], size, group.get("role", "")) for group in item.get("groups", []))
        if total > MOST_PARTICIPANTS:
            message = _("%(total)s foes are more than one table takes (%(most)s); split the encounter")
            say = {"total": total, "most": MOST_PARTICIPANTS}
            found.append(Fault(at("", "encounters", index), "encounter.crowded", message % say))
    return found[:200]
