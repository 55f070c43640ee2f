"""JSON of games, rules and catalogue rows."""

from typing import Any

from rest_framework import serializers

from rules.models import CatalogueRow


class FaultSerializer(serializers.Serializer[Any]):
    """One error and its place."""

    pointer = serializers.CharField(help_text="RFC 6901; empty for the whole body.", allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


class SystemSerializer(serializers.Serializer[Any]):
    """A game."""

    slug = serializers.CharField()
    name = serializers.CharField()
    gm = serializers.CharField(help_text="The game's name for its GM.")
    chance = serializers.CharField(help_text="cards or dice")
    options = serializers.DictField(help_text="House rules with their defaults.")


class RuleSerializer(serializers.Serializer[Any]):
    """A rule in our own words, with the id that responses and events use."""

    id = serializers.CharField()
    area = serializers.CharField()
    text = serializers.CharField()


class CatalogueRowSerializer(serializers.ModelSerializer[Any]):
    """A row of a game's catalogue."""

    figures = serializers.DictField(read_only=True, help_text="Figures for the game engine, whose names it decides.")

    class Meta:
        model = CatalogueRow
        fields = ["id", "system", "kind", "key", "name", "text", "figures", "rule"]
        read_only_fields = fields


class CatalogueQuery(serializers.Serializer[Any]):
    """The filters of the catalogue."""

    system = serializers.CharField(required=False, max_length=40, help_text="The slug of a game.")
    kind = serializers.CharField(required=False, max_length=40)
    text = serializers.CharField(required=False, max_length=200)


class RuleQuery(serializers.Serializer[Any]):
    """The filters of rules."""

    text = serializers.CharField(required=False, max_length=200)
