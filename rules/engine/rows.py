"""A campaign's catalogue as the site hands it over."""

from typing import Any

from rules.engine.codec import Struct


class Row(Struct):
    """A catalogue row in force; what it is for stands in `figures`, in which the operator may write anything."""

    kind: str
    key: str
    name: str
    figures: dict[str, Any] = {}
