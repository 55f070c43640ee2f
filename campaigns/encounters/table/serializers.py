"""JSON of a running encounter: commands, offers, events, undo."""

from typing import Any, Final

from rest_framework import serializers

from common.serializer_fields import IdField, IntegerField, JsonObjectField, StrictSerializer, TextField

SEEN: Final = (
    "The `number` at which it was chosen. If something was played since, the answer is 409 with the current number if "
    "the command no longer fits, if its actor has given the same command since, or if a question has come up that "
    "nobody had seen. Left out or null: the command is judged as things stand now."
)


class SeatQuery(serializers.Serializer[Any]):
    """The seat: a participant you play, "gm" or "observer"; if left out, your first seat."""

    locals()["as"] = serializers.CharField(
        required=False,
        max_length=64,
        help_text="One of your `seats`: a participant that you play, `gm` or `observer`; 404 for others. If left out: "
        "your first seat.",
    )


class OddsQuery(SeatQuery):
    """A command that would be given."""

    command = serializers.CharField(max_length=4000, help_text="The command as JSON.")


class EventsQuery(SeatQuery):
    """The number after which events are returned."""

    after = serializers.IntegerField(
        required=False,
        min_value=-1,
        max_value=2**31 - 1,
        default=-1,
        help_text="The `number` of your last answer; 0 leaves out only the events of the start, -1 nothing.",
    )


class CommandBody(StrictSerializer):
    """A command in the format of the game, and the number at which it was chosen."""

    shares_fields = True

    command = JsonObjectField(help_text="For example the `example` of an offer, with your `choices`.")
    seen = IntegerField(min_value=0, required=False, allow_null=True, help_text=SEEN)


class UndoBody(StrictSerializer):
    """Undoes every command after number `to`."""

    to = IntegerField(min_value=0, help_text="The number of the last command that stays; 0: only the start.")
    seen = IntegerField(
        min_value=0,
        required=False,
        allow_null=True,
        help_text="The `number` that you saw. If there are commands after it, the answer is 409 with the current one. "
        "Left out or null: it is undone whatever has happened since.",
    )


class ControlBody(StrictSerializer):
    """The new player of a participant: a member's id, or null for the GM."""

    participant = TextField(max_length=64)
    member = IdField(allow_null=True)
    reason = TextField(max_length=400)


class EventSerializer(serializers.Serializer[Any]):
    """What happened, in one sentence with the rule ids; other fields depend on the game and the type of event.

    The schema of an event of type `damage` in 52 Fates is `FiftyTwoFatesDamageEvent`, and so on.
    """

    number = serializers.IntegerField(help_text="The number of the command that caused it; 0 for the start.")
    position = serializers.IntegerField(
        required=False, help_text="Its place among the events of that command that you may know."
    )
    struck = serializers.BooleanField(help_text="Whether the command was undone.")
    type = serializers.CharField(help_text="What kind of event it is.")
    text = serializers.CharField(help_text="What happened, as one plain sentence.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="The ids of the rules that decided it.")


class OutcomeSerializer(serializers.Serializer[Any]):
    """The result of a command, as its sender may see it."""

    number = serializers.IntegerField(help_text="The number of the command.")
    events = EventSerializer(many=True, help_text="What happened, as far as you may know it.")
    view = serializers.DictField(help_text="The table as you may see it now, in the format of its game.")


class SeatViewSerializer(serializers.Serializer[Any]):
    """A running encounter through one of the caller's seats."""

    number = serializers.IntegerField(help_text="The number of the last command.")
    seats = serializers.ListField(child=serializers.CharField(), help_text="All seats that you can name in `as`.")
    locals()["as"] = serializers.CharField(help_text="The seat of the view.")
    view = serializers.DictField(help_text="The table as you may see it now, in the format of its game.")


class ChanceSerializer(serializers.Serializer[Any]):
    """The chance of an outcome."""

    chance = serializers.FloatField(min_value=0, max_value=1)
    exact = serializers.BooleanField(help_text="False for an estimate.")
    of = serializers.CharField(help_text="What happens with this chance.")


class OddsSerializer(serializers.Serializer[Any]):
    """The chance that a command succeeds."""

    odds = ChanceSerializer(allow_null=True, help_text="null if nothing is left to chance, or you may not know it.")


class OfferSerializer(serializers.Serializer[Any]):
    """Something the seat may do now; `example` is a whole command.

    `FiftyTwoFatesOffer`, `FortuneSystemOffer` and so on name all fields of the offers of a game.
    """

    type = serializers.CharField(help_text="The type of the command.")
    actor = serializers.CharField(help_text='Who may give it: the id of a participant, or "gm".')
    label: Any = serializers.CharField(help_text="The words for a button.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="The ids of the rules that allow it.")
    fixed = serializers.DictField(help_text="Fields of the command that are given.")
    choices = serializers.DictField(help_text="Fields of the command that the actor chooses.")
    example = serializers.DictField(help_text="A whole command that is accepted as it is.")


class OffersSerializer(serializers.Serializer[Any]):
    """The offers of one seat at one number."""

    number = serializers.IntegerField(help_text="Send it as `seen` with the command.")
    locals()["as"] = serializers.CharField(help_text="The seat of the offers.")
    seats = serializers.ListField(child=serializers.CharField(), help_text="All seats that you can name in `as`.")
    offers = OfferSerializer(many=True)


class EventsSerializer(serializers.Serializer[Any]):
    """Events after a number, oldest first; continue after `number`."""

    number = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = EventSerializer(many=True)


class VerifySerializer(serializers.Serializer[Any]):
    """Whether the public events match what was published before each shuffle and roll."""

    ok = serializers.BooleanField()
    shuffles = serializers.IntegerField()
    opened = serializers.IntegerField()
    rolled = serializers.IntegerField()
    faults = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField(), help_text="What is not proved, as sentences.")
    receipts = serializers.ListField(
        child=serializers.CharField(), help_text="One receipt per shuffle or set of sealed dice."
    )
    folded = serializers.IntegerField(help_text="Cards that left a pile and were never shown.")
    unseen = serializers.IntegerField(help_text="Cards or dice used for something that players do not see.")
    supplied = serializers.IntegerField(help_text="Cards or dice that people entered.")
    redeals = serializers.IntegerField(help_text="How often revealed lines were undone.")
    restarts = serializers.IntegerField(help_text="How often everything was undone, back to the start.")
    earlier = serializers.IntegerField(help_text="Earlier starts of the same encounter.")
    words = serializers.IntegerField(help_text="Words of players that are part of the deal.")
    secret_opened = serializers.BooleanField()


class PassBody(StrictSerializer):
    """For whom to pass."""

    actor = TextField(max_length=64)
    number = IntegerField(
        min_value=0, required=False, help_text="The number of the wait; 409 if the participant has played since."
    )
