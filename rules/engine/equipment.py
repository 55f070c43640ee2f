"""Equipment, which the sheets of all games share."""

from typing import Annotated

from rules.engine.codec import Meta, Struct, Text

Quantity = Annotated[int, Meta(ge=0, le=9999)]


class Thing(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One piece of equipment; a quantity of 1 and an empty note are left out of its JSON."""

    name: Text
    quantity: Quantity = 1
    note: Text | None = None
