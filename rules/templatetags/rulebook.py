"""A rule's text in pieces, so that a page can link the other rules it names."""

import re

from django import template

from rules import queries

register = template.Library()
NAMED = re.compile(r"\b([A-Z][A-Z0-9]{1,5}-\d{2,3})\b")


@register.filter
def rule_paragraphs(text: str, system: str) -> list[list[tuple[str, bool]]]:
    """Paragraphs of (words, whether they are the id of a rule in the game's book)."""
    known = queries.rule_ids(system)
    paragraphs = [part for part in text.split("\n") if part.strip()]
    return [[(piece, piece in known) for piece in NAMED.split(part) if piece] for part in paragraphs]
