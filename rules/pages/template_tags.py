"""Template tags for rules and games: a rule's text with the ids in it, and a game's emblem."""

import re
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.urls import get_script_prefix, reverse

from rules import play
from rules.catalogue import queries

register = template.Library()
RULE_ID = re.compile(r"\b([A-Z][A-Z0-9]{1,5}-\d{2,3})\b")


@register.filter
def rule_paragraphs(text: str, system: str) -> list[list[tuple[str, bool]]]:
    """Paragraphs of (words, whether they are the id of a rule in the game's book)."""
    known = queries.rule_ids(system)
    paragraphs = [part for part in text.split("\n") if part.strip()]
    return [[(piece, piece in known) for piece in RULE_ID.split(part) if piece] for part in paragraphs]


@register.filter
def emblem_id(system: str) -> str:
    """The id of a game's symbol in the site's drawing: its own, or one for games with cards or with dice."""
    own = f"emblem-{system}"
    return own if own in _drawn_symbols() else f"emblem-{play.SYSTEMS.get(system, {}).get('chance', 'dice')}"


@cache
def _drawn_symbols() -> frozenset[str]:
    found = finders.find("img/cards.svg")
    return frozenset(re.findall(r'<symbol id="([^"]+)"', Path(found).read_text(encoding="utf-8")) if found else ())


@register.simple_tag
def rule_url(system: str, rule_id: str) -> str:
    """The address of a rule's page, resolved once in a process."""
    return _rule_url(get_script_prefix(), system, rule_id)


@lru_cache(maxsize=4096)
def _rule_url(_prefix: str, system: str, rule_id: str) -> str:
    return reverse("rule", args=[system, rule_id])
