"""Emblems of people, places and factions, derived from their names; a name always has the same one."""

from typing import Any, Final
from zlib import crc32

from django.template import Library
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.world.models import WorldEntry
from campaigns.world.thumbnails.queries import thumbnail_address
from campaigns.world.wiki_links import fold_name
from characters.models import Character

register = Library()
HUES: Final = 8
# The outline of each kind of thing, and its right and lower half, in a square of 32.
SHAPES: Final = {
    "person": ("M16 1a15 15 0 0 1 0 30a15 15 0 0 1 0-30z", "M16 1a15 15 0 0 1 0 30z", "M1 16h30a15 15 0 0 1-30 0z"),
    "faction": (
        "M3 2h26v13c0 8-6 13-13 16C9 28 3 23 3 15z",
        "M16 2h13v13c0 8-6 13-13 16z",
        "M3 16h26c-1 8-6 12-13 15C9 28 4 24 3 16z",
    ),
    "location": ("M3 31V14a13 13 0 0 1 26 0v17z", "M16 1a13 13 0 0 1 13 13v17H16z", "M3 18h26v13H3z"),
    "item": ("M16 0l16 16l-16 16l-16-16z", "M16 0l16 16l-16 16z", "M0 16h32l-16 16z"),
    "": ("M4 2h24v28H4z", "M16 2h12v28H16z", "M4 16h24v14H4z"),
}
MINOR: Final = frozenset({"the", "of", "a", "an", "and", "der", "die", "das", "von", "de", "la", "le", "du"})


def portrait_address(character_id: int, digest: str) -> str:
    """Where a portrait is; the address changes with the picture."""
    return f"{reverse('character-portrait', args=[character_id])}?{digest[:12]}"


def picture_address(thing: Any) -> str:
    """Where the small picture of a character or page is; empty without one, and if nobody has asked (mark_pictures)."""
    read = getattr(thing, "__dict__", {})  # never asks for a column that was left out
    if isinstance(thing, Character) and read.get("portrait"):
        return portrait_address(thing.pk, thing.portrait)
    return (
        thumbnail_address(thing.pk, read["pictured"]) if isinstance(thing, WorldEntry) and read.get("pictured") else ""
    )


def initials(name: str) -> str:
    """One or two letters: those of the first and the last word that counts."""
    words = [word for word in fold_name(name).split() if word[0].isalnum()]
    counting = [word for word in words if word not in MINOR] or words
    ends = [counting[0], counting[-1]] if len(counting) > 1 else counting
    return "".join(word[0].upper() for word in ends) or "?"


def draw_emblem(name: str, group: str) -> SafeString:
    """The marks of an emblem, without the `svg` around them; its outline says what it is."""
    number = crc32(fold_name(name).encode("utf-8", "surrogatepass"))
    outline, right, lower = SHAPES.get(group, SHAPES[""])
    halves = [half for bit, half in ((8, right), (16, lower)) if number & bit]
    shades = "".join(f'<path class="shade" d="{half}"/>' for half in halves)
    return format_html(
        '<g class="hue-{}"><path d="{}"/>{}<text x="16" y="20.5">{}</text></g>',
        number % HUES,
        outline,
        mark_safe(shades),  # noqa: S308 (constants)
        initials(name),
    )


register.simple_tag(draw_emblem, name="draw_name_emblem")


@register.simple_tag
def name_emblem(name: str, group: str = "", thing: Any = None) -> SafeString:
    """The portrait of a character or the picture of a page (`thing`), or else the emblem of its name, which stands
    beside it."""
    if address := picture_address(thing):
        return format_html(
            '<img class="name-emblem {}" src="{}" width="32" height="32" alt="" loading="lazy">',
            "portrait" if isinstance(thing, Character) else "pictured",
            address,
        )
    return format_html(
        '<svg class="name-emblem" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">{}</svg>',
        draw_emblem(name, group),
    )
