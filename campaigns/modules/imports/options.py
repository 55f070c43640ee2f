"""Checks and completes the options of an import."""

from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.modules.format import references
from campaigns.modules.format.faults import Fault, ModuleConflict, ModuleInvalid, at, quote_value
from campaigns.modules.format.vocabulary import is_type
from campaigns.modules.imports import installed_versions, merging, stub_monsters
from people.models import Campaign

DEFAULT_PARTY: Final = 4
ASK: Final = "ask"
POLICIES: Final = (merging.LOCAL, merging.NEW, ASK)
FLAGS: Final = ("prune", "allow_downgrade", "restore_deleted", "reconvert")
OPTIONS: Final = {"allow_missing", "ruleset", "party_size", "select", "policy", "decisions", *FLAGS}
MOST_DECISIONS: Final = 2000


def complete_options(campaign: Campaign, document: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The completed options: ruleset, party_size 1-10, select (references or None), policy (keep_local, take_new or
    ask), decisions ({"monster:rat#/name": keep_local or take_new}), prune, allow_downgrade, restore_deleted, reconvert,
    allow_missing (None, or "monsters": stubs replace missing monsters). Without party_size it is that of the module's
    latest import here, or else the size that the module is designed for.

    ModuleInvalid with pointers into the options; ModuleConflict("import.ruleset") for a game other than the
    campaign's."""
    size = options.get("party_size")
    size = _usual_party_size(campaign, document["module"]) if size is None else size
    policy = options.get("policy", merging.LOCAL)
    select, decisions = options.get("select"), options.get("decisions") or {}
    faults = _unknown_faults(options) + _value_faults(options, size, policy)
    faults += _selected_faults(document, select) + _decision_faults(decisions)
    if faults:
        raise ModuleInvalid(sorted(faults))
    game = options.get("ruleset") or campaign.system
    if game != campaign.system:
        message = _("This is a campaign of %(own)s. Import with that ruleset, or leave it out.")
        raise ModuleConflict("import.ruleset", message % {"own": campaign.system})
    return {
        "ruleset": game,
        "party_size": size,
        "select": None if select is None else sorted(set(select)),
        "policy": policy,
        "decisions": decisions,
        "allow_missing": options.get("allow_missing"),
        **{name: options.get(name, False) for name in FLAGS},
    }


def _usual_party_size(campaign: Campaign, head: dict[str, Any]) -> Any:
    latest = installed_versions.latest_party_size(campaign, head["key"])
    return latest or head.get("party", {}).get("designed_for", DEFAULT_PARTY)


def _unknown_faults(options: dict[str, Any]) -> list[Fault]:
    return [
        Fault(at("", name), "schema.unknown", _("%(name)s is not an option of an import") % {"name": quote_value(name)})
        for name in sorted(set(options) - OPTIONS)
    ]


def _value_faults(options: dict[str, Any], size: Any, policy: Any) -> list[Fault]:
    faults = []
    if not is_type(size, "integer") or not 1 <= size <= 10:
        faults.append(Fault("/party_size", "schema.maximum", _("the party size must be 1 to 10")))
    if policy not in POLICIES:
        message = _("the policy must be one of %(choices)s") % {"choices": ", ".join(POLICIES)}
        faults.append(Fault("/policy", "schema.enum", message))
    for name in FLAGS:
        if not isinstance(options.get(name, False), bool):
            faults.append(Fault(at("", name), "schema.type", _("must be true or false")))
    if options.get("allow_missing") not in (None, stub_monsters.MONSTERS):
        faults.append(Fault("/allow_missing", "schema.enum", _("only monsters may be missing")))
    return faults


def decider(options: dict[str, Any], reference: str, undecided: list[str]) -> merging.Decide:
    """Resolves conflicts of one object by the decisions, then by the policy; with `ask` collects `undecided` ones."""

    def decide(pointer: str) -> str:
        place = f"{reference}#{pointer}"
        chosen = options["decisions"].get(place)
        if chosen is None and options["policy"] == ASK:
            undecided.append(place)
        default = merging.LOCAL if options["policy"] == ASK else options["policy"]
        return str(chosen or default)

    return decide


def _selected_faults(document: dict[str, Any], select: Any) -> list[Fault]:
    if select is None:
        return []
    if not isinstance(select, list) or len(select) > 1000:
        return [Fault("/select", "schema.type", _("give a list of references, such as encounter:some-key"))]
    if not select:
        message = _("name the objects to import, or leave select out to import everything")
        return [Fault("/select", "schema.min_items", message)]
    own_names = references.own_references(document)
    message = _("there is no %(text)s in this module")
    return [
        Fault(at("/select", index), "ref.unresolved", message % {"text": quote_value(chosen)})
        for index, chosen in enumerate(select)
        if not isinstance(chosen, str) or chosen not in own_names
    ]


def _decision_faults(decisions: Any) -> list[Fault]:
    if not isinstance(decisions, dict) or len(decisions) > MOST_DECISIONS:
        return [Fault("/decisions", "schema.type", _("give an object of places and sides"))]
    message = _("choose keep_local or take_new")
    return [
        Fault(at("/decisions", place), "schema.enum", message)
        for place, side in decisions.items()
        if side not in (merging.LOCAL, merging.NEW)
    ]
