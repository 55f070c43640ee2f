"""What games have no figure for, as blocks for the GM: defences, senses and languages, and a description."""

import re
from typing import Any, Final

from django.utils.translation import gettext_lazy

from campaigns.modules.adapters.draft import text

# The blocks of a creature with their lines, by the names under which adapters store them; "" is a line without a label.
BLOCKS: Final[dict[str, tuple[Any, dict[str, Any]]]] = {
    "defences": (
        gettext_lazy("Defences"),
        {
            "vulnerabilities": gettext_lazy("Vulnerabilities"),
            "resistances": gettext_lazy("Resistances"),
            "immunities": gettext_lazy("Immunities"),
            "conditions": gettext_lazy("Condition immunities"),
        },
    ),
    "senses": (
        gettext_lazy("Senses and languages"),
        {"senses": gettext_lazy("Senses"), "languages": gettext_lazy("Languages")},
    ),
    "description": (gettext_lazy("Description"), {"description": ""}),
}
# The senses that formats store as distances.
SENSES: Final = ("blindsight", "darkvision", "tremorsense", "truesight")
PASSIVE: Final = re.compile(r"[,;]? ?\bpassive perception \d{1,2}", re.IGNORECASE)
MOST: Final = 20_000


def fact(value: Any) -> str:
    """A text, a list of texts, or a list of objects with names, as one text; “” if it contains no word."""
    parts = value if isinstance(value, list) else [value]
    words = [text(part.get("name") if isinstance(part, dict) else part, MOST) for part in parts[:100]]
    joined = ", ".join(part for part in words if part)[:MOST]
    return joined if re.search(r"\w", joined) else ""


def senses(value: Any) -> str:
    """Senses as one text, without passive perception, which is a figure."""
    return PASSIVE.sub("", fact(value)).strip(" ,;")


def far_senses(ranges: dict[str, Any], unit: str = "ft.") -> str:
    """Senses that are stored as numbers by their names: “darkvision 60 ft.”."""
    found = [(name, value) for name, value in ranges.items() if isinstance(value, int | float) and 0 < value < 100_000]
    return ", ".join(f"{name} {value:g} {unit}" for name, value in found)


def blocks(facts: dict[str, str]) -> list[dict[str, Any]]:
    """The blocks of the facts that are not empty."""
    made = []
    for key, (title, labels) in BLOCKS.items():
        lines = [
            f"**{label}:** {facts[name]}" if label else facts[name] for name, label in labels.items() if facts.get(name)
        ]
        if lines:
            made.append({"key": key, "kind": "gm", "title": str(title), "md": "\n\n".join(lines)})
    return made
