"""The strict base serializer and strict fields for request bodies."""

import re
from collections.abc import Mapping
from datetime import time
from functools import cache
from typing import Any, Final

from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.utils.serializer_helpers import BindingDict

REVISION: Final = "The revision that you read. If it is not the current one, the response is 409 and nothing changes."


class StrictSerializer(serializers.Serializer[Any]):
    """A body that refuses unknown fields instead of ignoring them."""

    # Whether all bodies of this class use the same fields, which are otherwise copied for each: only where no field
    # reads the context or the rest of the body.
    shares_fields = False

    @cached_property
    def fields(self) -> BindingDict:
        """The fields by name."""
        return _shared_fields(type(self)) if self.shares_fields else super().fields

    def to_internal_value(self, data: Any) -> Any:
        """The validated values; ValidationError lists unknown fields together with other errors."""
        faults: dict[str, Any] = {}
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            sentence = f"There is no such field; the fields are {', '.join(sorted(known)) or 'none'}."
            faults = {str(name): [serializers.ErrorDetail(sentence, "unknown")] for name in data if name not in known}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            inner = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
            inner = {name: self._name_choices(name, detail) for name, detail in inner.items()}
            raise serializers.ValidationError({**inner, **faults}) from None
        if faults:
            raise serializers.ValidationError(faults)
        return value

    def _name_choices(self, name: str, detail: Any) -> Any:
        """The faults of a field; a value that is none of its choices is answered with the choices."""
        field = self.fields.get(name)
        choices = getattr(field, "choices", None) or getattr(getattr(field, "child", None), "choices", None)
        if not choices:
            return detail
        return _replace_invalid_choices(detail, f"Send one of: {', '.join(str(choice) for choice in choices)}.")


def _replace_invalid_choices(detail: Any, sentence: str) -> Any:
    """The faults of a field, or of the entries of a list or an object, with `sentence` for each invalid choice."""
    if isinstance(detail, dict):
        return {place: _replace_invalid_choices(faults, sentence) for place, faults in detail.items()}
    return [
        serializers.ErrorDetail(sentence, fault.code) if getattr(fault, "code", "") == "invalid_choice" else fault
        for fault in detail
    ]


@cache
def _shared_fields(form: type[StrictSerializer]) -> BindingDict:
    shared = BindingDict(form())
    for name, field in form().get_fields().items():
        shared[name] = field
    return shared


class IntegerField(serializers.IntegerField):
    """An integer that fits every column; refuses text, booleans and 1.0."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", -9999)
        kwargs.setdefault("max_value", 2**31 - 1)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class IdField(IntegerField):
    """The id of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, **kwargs)


CLOCK: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


@extend_schema_field({"type": "string", "pattern": CLOCK})
class ClockField(serializers.TimeField):
    """A time of day such as "22:30", in a time zone that is said elsewhere."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], **options)

    def to_internal_value(self, value: Any) -> time:
        """The time; refuses seconds and offsets."""
        if not isinstance(value, str) or not re.match(CLOCK, value):
            self.fail("invalid", format="hh:mm")
        return super().to_internal_value(value)


class TextField(serializers.CharField):
    """A text; refuses numbers."""

    def to_internal_value(self, data: Any) -> str:
        """The text without surrounding spaces."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class BooleanField(serializers.BooleanField):
    """A boolean; refuses 1 and "true"."""

    def to_internal_value(self, data: Any) -> bool:
        """The value."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class JsonObjectField(serializers.DictField):
    """A JSON object that an engine or an action validates."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object, unchanged."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data
