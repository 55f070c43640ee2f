"""JSON of maps, pins, areas and stops of the party, and the bodies for writing them."""

import math
from typing import Any

from rest_framework import serializers

from campaigns.world.maps.geometry import MOST_CORNERS
from campaigns.world.maps.models import MapArea, MapPin, MapVisit, WorldMap
from campaigns.world.models import WorldEntry
from common.revisions import READ, content_revision
from common.serializer_fields import REVISION, BooleanField, IdField, IntegerField, StrictSerializer, TextField
from people.models import Member

POINTS = (
    "The corners as [x, y], fractions of width and height; from -1 to 2, so that an area may reach over the edge. Two"
    " corners are a rectangle."
)
PLAYERS = "Ids of members, with the visibility `chosen`."
SEEN_BY = "Members who may see it; null for everyone but GMs."


class NumberField(serializers.FloatField):
    """A finite number; refuses text and booleans."""

    def to_internal_value(self, data: Any) -> float:
        """The number."""
        if isinstance(data, bool) or not isinstance(data, int | float) or not math.isfinite(data):
            self.fail("invalid")
        return float(data)


def _moment(value: Any) -> Any:
    return serializers.DateTimeField().to_representation(value) if value else None


def _audience(membership: Member, row: WorldMap | MapPin, values: dict[str, Any]) -> dict[str, Any]:
    """For GMs the players and the revision; for others a number that changes with what they read."""
    if membership.is_gm:
        return {"players": [player.pk for player in row.players.all()], "revision": row.revision}
    return {"players": None, "revision": content_revision(values)}


class MapSerializer(serializers.ModelSerializer[Any]):
    """A map. Its picture is at `picture/`, its pins at `pins/`."""

    place: Any = serializers.IntegerField(
        allow_null=True,
        help_text="The page of the location that it shows; null if there is none or the caller may not see it.",
    )
    wide = serializers.FloatField(allow_null=True, help_text="How wide the whole picture is in the world.")
    players = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text=SEEN_BY)
    revision = serializers.IntegerField(read_only=True, help_text=READ)

    class Meta:
        model = WorldMap
        fields = [
            "id", "campaign", "title", "place", "described", "wide", "unit", "visibility", "players", "archived",
            "revision", "created",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: WorldMap) -> dict[str, object]:
        """The map as the caller may see it."""
        values: dict[str, object] = {
            name: getattr(instance, name) for name in ("title", "described", "wide", "unit", "visibility")
        }
        values["place"] = instance.place_id if instance.place_id in self.context["places"] else None
        values["archived"] = _moment(instance.archived)
        return {
            "id": instance.pk,
            "campaign": instance.campaign_id,
            **values,
            **_audience(self.context["membership"], instance, values),
            "created": _moment(instance.created),
        }


class MapQuery(serializers.Serializer[Any]):
    """The filters of maps."""

    archived = serializers.BooleanField(required=False, default=False, help_text="Archived maps: for GMs.")
    place = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class MapChange(StrictSerializer):
    """The fields of a map that can change. The log says when it is shown to everyone."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    title = TextField(max_length=120, required=False)
    place: Any = IdField(required=False, allow_null=True)
    described = TextField(max_length=300, required=False, allow_blank=True)
    wide: Any = NumberField(required=False, allow_null=True)
    unit = TextField(max_length=20, required=False, allow_blank=True, help_text="Needed with `wide`.")
    visibility = serializers.ChoiceField(WorldEntry.Visibility.choices, required=False)
    players = serializers.ListField(child=IdField(), required=False, max_length=200, help_text=PLAYERS)
    archived = BooleanField(required=False, help_text="True archives the map, false restores it.")


class MapBody(MapChange):
    """A new map, without its picture."""

    revision = None  # type: ignore[assignment]
    archived = None  # type: ignore[assignment]
    title = TextField(max_length=120)


class PinSerializer(serializers.ModelSerializer[Any]):
    """A pin. It leads to a page, to another map, or is just a label."""

    name = serializers.CharField(help_text="The label, or the name of the page or map.")
    players = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text=SEEN_BY)
    covered = serializers.BooleanField(help_text="Whether it lies in a hidden area, where only GMs see it.")
    revision = serializers.IntegerField(read_only=True, help_text=READ)

    class Meta:
        model = MapPin
        fields = [
            "id", "map", "x", "y", "name", "label", "page", "leads_to", "visibility", "players", "covered", "revision",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: MapPin) -> dict[str, object]:
        """The pin as the caller may see it."""
        values: dict[str, object] = {
            name: getattr(instance, name) for name in ("x", "y", "label", "visibility", "covered")
        }
        values |= {"name": str(instance), "page": instance.page_id, "leads_to": instance.leads_to_id}
        audience = _audience(self.context["membership"], instance, values)
        return {"id": instance.pk, "map": instance.map_id, **values, **audience}


class PinChange(StrictSerializer):
    """The fields of a pin that can change."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    x = NumberField(required=False, min_value=0, max_value=1, help_text="From the left, as a fraction of the width.")
    y = NumberField(required=False, min_value=0, max_value=1, help_text="From the top, as a fraction of the height.")
    label: Any = TextField(max_length=60, required=False, allow_blank=True)
    page: Any = IdField(required=False, allow_null=True)
    leads_to: Any = IdField(required=False, allow_null=True, help_text="A map; not one that leads here.")
    visibility = serializers.ChoiceField(WorldEntry.Visibility.choices, required=False)
    players = serializers.ListField(child=IdField(), required=False, max_length=200, help_text=PLAYERS)


class PinBody(PinChange):
    """A new pin. Without `visibility`, everyone who may see the map and the pin's target sees it."""

    revision = None  # type: ignore[assignment]
    x = NumberField(min_value=0, max_value=1, help_text="From the left, as a fraction of the width.")
    y = NumberField(min_value=0, max_value=1, help_text="From the top, as a fraction of the height.")


class AreaSerializer(serializers.ModelSerializer[Any]):
    """An area that is hidden from all players, or was."""

    points = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), help_text="The corners as [x, y]."
    )
    revision = serializers.IntegerField(read_only=True, help_text=READ)

    class Meta:
        model = MapArea
        fields = ["id", "map", "name", "points", "revealed", "revision"]
        read_only_fields = fields

    def to_representation(self, instance: MapArea) -> dict[str, object]:
        """The area as the caller may see it."""
        values: dict[str, object] = {"name": instance.name, "points": instance.points}
        values["revealed"] = _moment(instance.revealed)
        is_gm = self.context["membership"].is_gm
        revision = instance.revision if is_gm else content_revision(values)
        return {"id": instance.pk, "map": instance.map_id, **values, "revision": revision}


class AreaChange(StrictSerializer):
    """The fields of an area that can change."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    name = TextField(max_length=80, required=False, help_text="Players read it when the area is revealed.")
    points = serializers.ListField(
        child=serializers.ListField(child=NumberField(), min_length=2, max_length=2),
        required=False,
        min_length=2,
        max_length=MOST_CORNERS,
        help_text=POINTS,
    )
    revealed = BooleanField(required=False, help_text="True shows the area to all who see the map, false hides it.")


class AreaBody(AreaChange):
    """A new area, which hides a part of the map at once."""

    revision = None  # type: ignore[assignment]
    revealed = None  # type: ignore[assignment]
    name = TextField(max_length=80, help_text="Players read it when the area is revealed.")
    points = serializers.ListField(
        child=serializers.ListField(child=NumberField(), min_length=2, max_length=2),
        min_length=2,
        max_length=MOST_CORNERS,
        help_text=POINTS,
    )


class VisitSerializer(serializers.ModelSerializer[Any]):
    """A stop of the party, at a pin in a session."""

    class Meta:
        model = MapVisit
        fields = ["id", "pin", "session"]
        read_only_fields = fields


class VisitBody(StrictSerializer):
    """Where the party was, and in which session."""

    pin = IdField()
    session = IdField()


class DistanceQuery(serializers.Serializer[Any]):
    """Two pins of the map."""

    start = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The id of a pin of the map.")
    end = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The id of another pin of the map.")


class DistanceSerializer(serializers.Serializer[Any]):
    """The distance of two pins in a straight line; null where the map has no scale or no picture."""

    distance = serializers.FloatField(allow_null=True)
    unit = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True, help_text="In words.")
