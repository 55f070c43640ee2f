"""JSON of a campaign's catalogue, and the bodies for writing it."""

from typing import Any

from campaigns.overview.serializers import RowInForceSerializer
from common.serializer_fields import BooleanField, IdField, IntegerField, JsonObjectField, StrictSerializer, TextField


class CatalogueRowDetailSerializer(RowInForceSerializer):
    """A row of the catalogue as a GM changes it."""

    class Meta(RowInForceSerializer.Meta):
        fields = [*RowInForceSerializer.Meta.fields, "active", "revision"]
        read_only_fields = fields


class CatalogueRowBody(StrictSerializer):
    """A new row; with the name of a row of the site it takes that row's place in the campaign."""

    kind = TextField(max_length=40)
    name = TextField(max_length=120)
    text = TextField(max_length=8000, required=False, allow_blank=True)
    figures = JsonObjectField(required=False, help_text="The same figures as in other rows of this kind.")
    rule = TextField(max_length=10, required=False, allow_blank=True, help_text="The id of a rule.")
    active = BooleanField(required=False, help_text="Whether it is offered.")
    gm_only = BooleanField(required=False, help_text="Only for effects, conditions and your own kinds.")
    pattern: Any = IdField(
        required=False,
        allow_null=True,
        help_text="A row of the catalogue; figures that are left out are taken from it.",
    )


class CatalogueRowChange(StrictSerializer):
    """The fields of a campaign's own row that can change; what is left out stays."""

    revision = IntegerField(required=False, min_value=1, help_text="The revision that you read.")
    kind = TextField(max_length=40, required=False)
    name = TextField(max_length=120, required=False)
    text = TextField(max_length=8000, required=False, allow_blank=True)
    figures = JsonObjectField(required=False, help_text="Figures that are left out stay as they are.")
    rule = TextField(max_length=10, required=False, allow_blank=True)
    active = BooleanField(required=False)
    gm_only = BooleanField(required=False)
