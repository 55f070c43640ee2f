"""JSON in and out of the API for the games; and the strictness that every body of the API shares."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from rules.models import CatalogueRow


class Strict(serializers.Serializer[Any]):
    """A body whose fields are all known: another one is refused at its place, never dropped."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated values; ValidationError names every unknown field beside the faults of the others."""
        faults: dict[str, Any] = {}
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            sentence = f"There is no such field; the fields are {', '.join(sorted(known)) or 'none'}."
            faults = {str(name): [serializers.ErrorDetail(sentence, "unknown")] for name in data if name not in known}
        try:
            value = super().to_internal_value(data)
        except serializers.ValidationError as error:
            inner = error.detail if isinstance(error.detail, dict) else {"non_field_errors": error.detail}
            raise serializers.ValidationError({**inner, **faults}) from None
        if faults:
            raise serializers.ValidationError(faults)
        return value


class Whole(serializers.IntegerField):
    """A whole number that every column holds; neither text nor a bool nor 1.0 is one."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", -9999)
        kwargs.setdefault("max_value", 2**31 - 1)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        """The number itself."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class Id(Whole):
    """The id of a row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, **kwargs)


class Text(serializers.CharField):
    """A text; a number is none."""

    def to_internal_value(self, data: Any) -> str:
        """The text, without space around it."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """Yes or no; neither 1 nor "true" is one."""

    def to_internal_value(self, data: Any) -> bool:
        """The value itself."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class JsonObject(serializers.DictField):
    """A JSON object that an engine or an action checks by itself."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object as it came."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data


class FaultSerializer(serializers.Serializer[Any]):
    """One fault and its place."""

    pointer = serializers.CharField(help_text="RFC 6901; empty for the whole body.", allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


class SystemSerializer(serializers.Serializer[Any]):
    """A game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    gm = serializers.CharField(help_text="What its GM is called.")
    chance = serializers.CharField(help_text="cards or dice")
    options = serializers.DictField(help_text="House rules with their defaults.")


class RuleSerializer(serializers.Serializer[Any]):
    """A rule in our own words, with the id that answers and events name."""

    id = serializers.CharField()
    area = serializers.CharField()
    text = serializers.CharField()


class CatalogueRowSerializer(serializers.ModelSerializer[Any]):
    """A row of a game's catalogue."""

    class Meta:
        model = CatalogueRow
        fields = ["id", "system", "kind", "key", "name", "text", "figures", "rule"]
        read_only_fields = fields


class CatalogueQuery(serializers.Serializer[Any]):
    """How the catalogue may be narrowed."""

    system = serializers.CharField(required=False, max_length=40, help_text="The slug of a game.")
    kind = serializers.CharField(required=False, max_length=40)
    text = serializers.CharField(required=False, max_length=200)


class RuleQuery(serializers.Serializer[Any]):
    """How the rules may be narrowed."""

    text = serializers.CharField(required=False, max_length=200)
