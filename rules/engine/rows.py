"""Rows of a campaign's catalogue, as the site passes them to the rules."""

from typing import Any

from rules.engine.codec import Struct


class Row(Struct):
    """A row of the catalogue; its `figures` may contain anything, because operators and game masters edit them."""

    kind: str
    key: str
    name: str
    figures: dict[str, Any] = {}
