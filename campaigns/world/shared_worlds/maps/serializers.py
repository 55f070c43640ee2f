"""The JSON of shared maps."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from campaigns.world.serializers import REVISION
from campaigns.world.shared_worlds.changes import CHANGES
from campaigns.world.shared_worlds.serializers import SharedEditionValues
from common.serializer_fields import BooleanField, IntegerField, StrictSerializer


class SharedPinSerializer(serializers.Serializer[Any]):
    """A pin of a shared map."""

    name = serializers.CharField(help_text="The label of the pin, or the name of what it leads to.")
    x = serializers.FloatField(source="fields.x", help_text="From the left, from 0 to 1.")
    y = serializers.FloatField(source="fields.y", help_text="From the top, from 0 to 1.")
    page = serializers.IntegerField(source="fields.page", allow_null=True, help_text="The shared page, or null.")
    map = serializers.IntegerField(source="fields.map", allow_null=True, help_text="The shared map, or null.")
    secret = serializers.BooleanField(help_text="Whether only GMs see the pin in a campaign that takes the map.")
    waits = serializers.BooleanField(help_text="Whether this campaign has not taken what it leads to.")


class SharedAreaSerializer(serializers.Serializer[Any]):
    """An area of a shared map, hidden in every campaign that takes the map."""

    name = serializers.CharField()
    points = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), help_text="The corners, as fractions."
    )


class SharedMapSerializer(SharedEditionValues, serializers.Serializer[Any]):
    """A map that the campaigns of a world share."""

    id = serializers.IntegerField()
    title = serializers.CharField(source="name")
    origin = serializers.CharField(source="origin.name", help_text="The campaign that shared it first.")
    gm_part = serializers.BooleanField(help_text="Whether hidden areas and pins are shared too.")
    edition = serializers.IntegerField(source="number", help_text="The number of the newest edition.")
    map = serializers.SerializerMethodField(help_text="The map of this campaign that is its copy, or null.")
    taken = serializers.SerializerMethodField(help_text="The edition that this campaign has, or null.")

    def get_map(self, page: Any) -> int | None:
        """The campaign's copy."""
        return page.own_copy.map_id if page.own_copy else None


class SharedMapDetailSerializer(SharedMapSerializer):
    """A shared map with its newest edition. Its picture has an address of its own."""

    described = serializers.CharField(source="newest.map.described")
    wide = serializers.FloatField(source="newest.map.wide", allow_null=True)
    unit = serializers.CharField(source="newest.map.unit")
    place = serializers.IntegerField(
        source="newest.map.place", allow_null=True, help_text="The shared page of the location, or null."
    )
    has_picture = serializers.SerializerMethodField(help_text="Whether it has a picture.")
    areas = SharedAreaSerializer(source="newest.map.areas", many=True, help_text="With the GM part, else none.")
    pins = serializers.SerializerMethodField(help_text="Its pins, without those that wait to be shared.")

    def get_has_picture(self, page: Any) -> bool:
        """Whether the newest edition has a picture."""
        return page.newest.map_picture_id is not None

    @extend_schema_field(SharedPinSerializer(many=True))
    def get_pins(self, page: Any) -> Any:
        """The pins of the newest edition."""
        return SharedPinSerializer(page.pins, many=True).data


class SharedMapBody(StrictSerializer):
    """How a map is shared."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    gm_part = BooleanField(
        required=False,
        help_text="True shares hidden areas and pins too, permanently. Left out: as it was shared before.",
    )


class SharedPinChangeSerializer(serializers.Serializer[Any]):
    """A pin that the newest edition changes."""

    what = serializers.ChoiceField(CHANGES, help_text="“ended”: it is no longer shared; a copy stays.")
    pin = SharedPinSerializer(source="line")


class SharedMapChangesSerializer(serializers.Serializer[Any]):
    """What is new in a shared map since this campaign last took it over."""

    revision = serializers.IntegerField(help_text="The revision of this campaign's map.")
    edition = serializers.IntegerField(help_text="The number of the newest edition.")
    title = serializers.CharField(source="changes.title", help_text="The new title, or empty.")
    described = serializers.CharField(source="changes.described", help_text="The new description, or empty.")
    scale = serializers.BooleanField(source="changes.scale", help_text="Whether the scale changes.")
    picture = serializers.BooleanField(source="changes.picture", help_text="Whether the picture changes.")
    areas = serializers.ListField(
        child=serializers.CharField(), source="changes.areas", help_text="The names of the new hidden areas."
    )
    pins = SharedPinChangeSerializer(many=True, source="changes.pins")


class SharedMapChangesBody(StrictSerializer):
    """Which changes are taken over."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    edition = IntegerField(min_value=1)
