"""Reads of templates: those of a campaign, and with what a new page begins."""

from typing import Any

from campaigns.world.page_templates.access import visible_templates
from campaigns.world.page_templates.presets import PRESETS, find_preset
from common.parsing import parse_id
from people.models import Member


def available_templates(membership: Member) -> list[dict[str, Any]]:
    """The templates that a GM is offered for a new page: the campaign's own, then the presets."""
    if not membership.is_gm:
        return []
    stored = [{"key": str(row.pk), "name": row.name} for row in visible_templates(membership).only("pk", "name")]
    return stored + [{"key": preset.key, "name": preset.name} for preset in PRESETS]


def start_of_page(membership: Member, key: str) -> dict[str, Any]:
    """The kind, text and tags with which a new page begins; nothing for an unknown template."""
    if not membership.is_gm:
        return {}
    number = parse_id(key)
    row = find_preset(key) if number is None else visible_templates(membership).filter(pk=number).first()
    if row is None:
        return {}
    return {"kind": row.kind, "text": str(row.text), "tags": ", ".join(row.tag_names)}
