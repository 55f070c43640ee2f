"""Reads parts of foreign JSON, whose types nobody has checked: a value of another type counts as missing."""

from typing import Any

Item = dict[str, Any]


def as_object(value: Any) -> Item:
    """The object; an empty one instead of any other value."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """The list; an empty one instead of any other value."""
    return value if isinstance(value, list) else []


def get_object(holder: Any, name: str) -> Item:
    """The object of this name."""
    return as_object(as_object(holder).get(name))


def get_objects(holder: Any, name: str) -> list[Item]:
    """The objects in the list of this name, without its other values."""
    return [row for row in as_list(as_object(holder).get(name)) if isinstance(row, dict)]


def get_numbered_objects(holder: Any, name: str) -> list[tuple[int, Item]]:
    """The same with the index of each object in the list."""
    return [(index, row) for index, row in enumerate(as_list(as_object(holder).get(name))) if isinstance(row, dict)]


def get_texts(holder: Any, name: str) -> list[str]:
    """The texts in the list of this name, without its other values."""
    return [row for row in as_list(as_object(holder).get(name)) if isinstance(row, str)]
