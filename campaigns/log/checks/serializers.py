"""JSON of checks."""

from common.serializer_fields import IdField, JsonObjectField, StrictSerializer, TextField


class CheckBody(StrictSerializer):
    """A check by the rules of a game; with `campaign` it is logged there."""

    system = TextField(max_length=40)
    kind = TextField(max_length=64)
    inputs = JsonObjectField()
    campaign = IdField(required=False, allow_null=True)
    character = IdField(required=False, allow_null=True)
    session = IdField(required=False, allow_null=True)
