"""JSON of a running encounter: commands, offers, events, undo."""

from typing import Any

from rest_framework import serializers

from rules.serializers import Id, JsonObject, Strict, Text, Whole


class SeatQuery(serializers.Serializer[Any]):
    """Through whose eyes: a participant you play, "gm" or "observer"; your first seat when left out."""

    locals()["as"] = serializers.CharField(required=False, max_length=64)


class OddsQuery(SeatQuery):
    """A command that would be given."""

    command = serializers.CharField(max_length=4000, help_text="The command as JSON.")


class EventsQuery(SeatQuery):
    """From where on."""

    after = serializers.IntegerField(required=False, min_value=-1, max_value=2**31 - 1, default=-1)


class CommandBody(Strict):
    """A command in the words of the game's ledger, and the number it was chosen at."""

    command = JsonObject()
    seen = Whole(min_value=0, required=False, allow_null=True)


class UndoBody(Strict):
    """Strikes every command after number `to`."""

    to = Whole(min_value=0)
    seen = Whole(min_value=0, required=False, allow_null=True)


class ControlBody(Strict):
    """Who plays a participant from now on: a member's id, or null for the GM."""

    participant = Text(max_length=64)
    member = Id(allow_null=True)
    reason = Text(max_length=400)


class EventSerializer(serializers.Serializer[Any]):
    """What happened, in one plain sentence with the ledger ids; more fields by the kind of event."""

    number = serializers.IntegerField()
    position = serializers.IntegerField(required=False)
    struck = serializers.BooleanField()
    type = serializers.CharField()
    text = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())


class OutcomeSerializer(serializers.Serializer[Any]):
    """What a command came to, as its giver may know it."""

    number = serializers.IntegerField()
    events = EventSerializer(many=True)
    view = serializers.DictField()


class OfferSerializer(serializers.Serializer[Any]):
    """Something the seat may do now; `example` is a whole command."""

    type = serializers.CharField()
    actor = serializers.CharField()
    label: Any = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField())
    fixed = serializers.DictField()
    choices = serializers.DictField()
    example = serializers.DictField()


class OffersSerializer(serializers.Serializer[Any]):
    """The offers of one seat at one number."""

    number = serializers.IntegerField()
    locals()["as"] = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    offers = OfferSerializer(many=True)


class EventsSerializer(serializers.Serializer[Any]):
    """Events after a number, oldest first; go on after `number`."""

    number = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = EventSerializer(many=True)


class VerifySerializer(serializers.Serializer[Any]):
    """Whether the public account agrees with what was published before each shuffle and roll."""

    ok = serializers.BooleanField()
    shuffles = serializers.IntegerField()
    opened = serializers.IntegerField()
    rolled = serializers.IntegerField()
    faults = serializers.ListField(child=serializers.CharField())
