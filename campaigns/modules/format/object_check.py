"""Checks a single object of a module, without the objects around it."""

from typing import Any

from campaigns.modules.format import rollable_tables
from campaigns.modules.format.faults import Fault
from campaigns.modules.format.schema import load
from campaigns.modules.format.schema_walker import Walker
from campaigns.modules.format.vocabulary import SINGULAR


def schema_faults(collection: str, item: Any) -> list[Fault]:
    """The faults of an object by the schema of its collection."""
    walker = Walker(load())
    walker.walk(item, {"$ref": f"#/$defs/{SINGULAR[collection]}"}, "")
    return walker.faults


def faults(collection: str, item: Any) -> list[Fault]:
    """The faults of an object by the schema, or else of a table whose rows do not cover every outcome once."""
    return schema_faults(collection, item) or list(rollable_tables.check(item, "") if collection == "tables" else ())
