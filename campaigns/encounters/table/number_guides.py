"""Help from the catalogue for the numbers that an action asks for: guide values and named modifiers."""

import json
from typing import Any


def number_guides(rows: list[Any]) -> dict[str, list[dict[str, Any]]]:
    """`{field: [{"name", "text", "value"}]}` of the rows that hold one whole number."""
    guides: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        for name, value in row.figures.items() if len(row.figures) == 1 else ():
            if type(value) is int:
                guides.setdefault(name, []).append({"name": row.name, "text": row.text, "value": value})
    return guides


def named_modifiers(guides: dict[str, list[dict[str, Any]]]) -> list[dict[str, str]]:
    """The named modifiers among the guides, each as a form posts it."""
    return [
        {
            "name": row["name"],
            "text": row["text"],
            "signed": f"{row['value']:+d}",
            "posted": json.dumps({"name": row["name"], "value": row["value"]}),
        }
        for row in guides.get("value", [])
    ]
