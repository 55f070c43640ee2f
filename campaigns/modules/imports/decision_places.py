"""Refuses decisions of an import about places that do not exist, so that a mistyped place is not ignored."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.modules.format.faults import SHOWN_FAULTS, Fault, ModuleInvalid, at, quote_value


def refuse_unknown(decisions: Mapping[str, str], items: Mapping[str, Any], changed: set[str]) -> None:
    """Checks the places of decisions, such as `monster:rat#/name`.

    A place is known if it is in `changed`, or if the module's own object has it (`items` by reference), so that the
    same decisions may be sent again after they took effect. ModuleInvalid names every other place (ref.unresolved)."""
    message = _("there is no place %(text)s; use the places in “undecided” of the plan")
    faults = []
    for place in sorted(set(decisions) - changed):
        reference, _hash, pointer = place.partition("#")
        if not (reference in items and _has_place(items[reference], pointer)):
            faults.append(Fault(at("/decisions", place), "ref.unresolved", message % {"text": quote_value(place)}))
    if faults:
        raise ModuleInvalid(faults[:SHOWN_FAULTS], truncated=len(faults) > SHOWN_FAULTS)


def _has_place(value: Any, pointer: str) -> bool:
    """Whether the merge has a place of that name: fields by name, keyed objects by key, `-` for a list's order."""
    if not pointer.startswith("/"):
        return False
    for token in pointer[1:].split("/"):
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            if name == "-":
                return pointer.endswith("/-")
            value = next((item for item in value if isinstance(item, dict) and item.get("key") == name), None)
        elif isinstance(value, dict):
            value = value.get(name)
        else:
            return False
        if value is None:
            return False
    return True
