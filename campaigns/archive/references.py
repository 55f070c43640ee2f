"""Which columns of an archive's tables refer to other rows, and how the ids in them are changed."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Field, ForeignKey, Model

from campaigns.archive.entities import Entity


def referenced_model(field: "Field[Any, Any]") -> type[Model] | None:
    """The model that the column refers to; for a history's copy of the key, the recorded model."""
    if isinstance(field, ForeignKey):
        return field.related_model
    if field.name == "id" and hasattr(field.model, "instance_type"):
        return field.model.instance_type
    return None


def reference_fields(entity: Entity) -> Iterator[tuple[Any, type[Model]]]:
    """The columns that refer to other rows, with their models."""
    for field in entity.fields:
        model = referenced_model(field)
        if model is not None:
            yield field, model


def map_ids(value: Any, path: tuple[str, ...], change: Any) -> Any:
    """A JSON value with the ids at a path changed; values that do not match the path stay unchanged."""
    if not path:
        return change(value) if type(value) is int else value
    head, *rest = path
    if isinstance(value, list) and head == "*":
        return [map_ids(item, tuple(rest), change) for item in value]
    if isinstance(value, dict):
        return {key: map_ids(item, tuple(rest), change) if head in ("*", key) else item for key, item in value.items()}
    return value
