"""The templates of pages that every campaign has."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Preset(NamedTuple):
    """A template that comes with the site."""

    key: str
    name: str | Promise
    kind: str
    text: str | Promise
    tag_names: tuple[str, ...] = ()


PRESETS: Final = (
    Preset(
        "person",
        _("Person"),
        "note",
        _(
            "*Who this is, in one sentence.*\n\n"
            "## Looks and manner\n\n\n## Wants\n\n\n## Knows\n\n\n"
            ":::secret\nWhat nobody knows yet.\n:::\n"
        ),
        ("person",),
    ),
    Preset(
        "place",
        _("Place"),
        "location",
        _(
            "*What visitors see, hear and smell when they arrive.*\n\n"
            "## People here\n\n- [[Name]]\n\n## What can happen here\n\n\n"
            ":::secret\nWhat is hidden here.\n:::\n"
        ),
    ),
    Preset(
        "faction",
        _("Faction"),
        "faction",
        _(
            "*What it says it wants.*\n\n"
            "## Leaders\n\n- [[Name]]\n\n## Means\n\n\n## Friends and enemies\n\n\n"
            ":::secret\nWhat it really wants, and its next step.\n:::\n"
        ),
    ),
    Preset(
        "session",
        _("Session preparation"),
        "note",
        _(
            "## A strong start\n\n\n## Scenes that may happen\n\n- \n\n"
            "## Secrets and clues\n\n- \n\n## Places and people\n\n- [[Name]]\n\n## Rewards\n\n- \n"
        ),
        ("preparation",),
    ),
    Preset(
        "item",
        _("Item"),
        "item",
        _("*What it looks like.*\n\n## What it does\n\n\n## History\n\n\n:::secret\nWhat it costs.\n:::\n"),
    ),
)


def find_preset(key: str) -> Preset | None:
    """The preset with a key."""
    return next((preset for preset in PRESETS if preset.key == key), None)
