"""JSON of the world: pages, the reveal journal; of recaps and plots; and bodies for writing them."""

from typing import Any

from rest_framework import serializers

from campaigns import wiki
from campaigns.access_world import may_write
from campaigns.models import Recap, Reveal, WorldEntry
from campaigns.serializers.story import LogEntrySerializer, NoteBody
from characters.models import Character
from rules.serializers import Flag, Id, Strict, Text, Whole

REVISION = "The one you read; when it is not the current one, 409 and no change."


class WorldEntrySerializer(serializers.ModelSerializer[Any]):
    """A page of the world. `text` is without its secrets for everybody but GMs."""

    parent: Any = serializers.IntegerField(
        source="parent_id", allow_null=True, help_text="Null, too, when the caller may not see it."
    )
    picture = serializers.BooleanField(source="pictured", help_text="Whether `picture/` shows one.")
    players = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True,
        help_text="Members it was shown to; null but for GMs and its author.",
    )  # fmt: skip

    author: Any = serializers.IntegerField(
        source="author_id", allow_null=True, help_text="The member whose page it is; null for the GMs' pages."
    )

    class Meta:
        model = WorldEntry
        fields = [
            "id", "campaign", "kind", "name", "text", "parent", "visibility", "players", "picture", "closed",
            "archived", "revision", "created", "author",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: WorldEntry) -> dict[str, object]:
        """The page as the caller may know it."""
        own = self.context["own"]
        told: dict[str, object] = {
            "id": instance.pk, "campaign": instance.campaign_id, "kind": instance.kind, "name": instance.name,
            "text": wiki.told(instance.text, runs=own.runs),
            "parent": instance.parent_id if instance.parent_id in self.context["parents"] else None,
            "visibility": instance.visibility,
            "players": [one.pk for one in instance.players.all()] if may_write(own, instance) else None,
            "picture": bool(instance.pictured),  # type: ignore[attr-defined]
            "closed": _moment(instance.closed), "archived": _moment(instance.archived),
            "revision": instance.revision, "created": _moment(instance.created), "author": instance.author_id,
        }  # fmt: skip
        return told


def _moment(value: Any) -> Any:
    return serializers.DateTimeField().to_representation(value) if value else None


class WorldQuery(serializers.Serializer[Any]):
    """How the pages may be narrowed."""

    kind = serializers.ChoiceField(WorldEntry.Kind.choices, required=False)
    open = serializers.BooleanField(required=False, help_text="Of threads: whether they are open.")
    archived = serializers.BooleanField(required=False, default=False, help_text="Those put aside, for GMs; one's own.")
    text = serializers.CharField(required=False, max_length=200, help_text="Beginnings of words of name or text.")


class WorldBody(Strict):
    """A new page; only GMs, and the player whose note it is, see it until it is shown."""

    kind = serializers.ChoiceField(WorldEntry.Kind.choices, help_text="Players write notes.")
    name = Text(max_length=120)
    text = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    parent: Any = Id(required=False, allow_null=True)
    shown = Flag(required=False, default=False, help_text="Show it to everybody at once.")


class WorldChange(Strict):
    """What may be changed about a page; who sees it is changed by show and hide."""

    revision = Whole(required=False, min_value=1, help_text=REVISION)
    name = Text(max_length=120, required=False)
    text = Text(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    parent: Any = Id(required=False, allow_null=True)
    closed = Flag(required=False, help_text="Of a thread.")
    archived = Flag(required=False, help_text="True puts the page aside, false takes it up again.")
    reason = Text(max_length=400, required=False, allow_blank=True)


class ShowBody(Strict):
    """Whom to show a page: everybody, or the members listed."""

    members = serializers.ListField(
        child=Id(), required=False, allow_null=True, max_length=200, help_text="Ids of members; left out: everybody."
    )
    how = Text(max_length=200, required=False, allow_blank=True, help_text="By what they learn of it.")
    session = Id(required=False, allow_null=True, help_text="Left out: the evening that is on.")


class NpcSerializer(serializers.ModelSerializer[Any]):
    """An NPC as the world knows it. `about` is without its secrets for everybody but GMs."""

    class Meta:
        model = Character
        fields = ["id", "campaign", "name", "status", "visible", "about"]
        read_only_fields = fields

    def to_representation(self, instance: Character) -> dict[str, object]:
        """The NPC as the caller may know it."""
        told: dict[str, object] = super().to_representation(instance)
        return told | {"about": wiki.told(instance.about, runs=self.context["own"].runs)}


class KnowBody(Strict):
    """Whether the players know an NPC."""

    known = Flag()
    how = Text(max_length=200, required=False, allow_blank=True)


class RevealSerializer(serializers.ModelSerializer[Any]):
    """A line of the reveal journal; `member` null means everybody."""

    class Meta:
        model = Reveal
        fields = ["id", "campaign", "entry", "character", "member", "shown", "how", "session", "created"]
        read_only_fields = fields


class RecapSerializer(serializers.Serializer[Any]):
    """What is told of an evening; revision 0 is the draft that nobody has edited."""

    audience = serializers.ChoiceField(Recap.Audience.choices)
    character = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(help_text="Markdown.")
    revision = serializers.IntegerField()


class RecapQuery(serializers.Serializer[Any]):
    """Which recap."""

    audience = serializers.ChoiceField(Recap.Audience.choices, required=False, default=Recap.Audience.PARTY)
    character = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class RecapBody(Strict):
    """A recap to keep in the place of the draft."""

    audience = serializers.ChoiceField(Recap.Audience.choices)
    character = Id(required=False, allow_null=True)
    text = Text(max_length=65536, trim_whitespace=False)
    revision = Whole(required=False, min_value=0, help_text=f"{REVISION} 0 is the draft.")


class HappenedSerializer(serializers.Serializer[Any]):
    """What happened on an evening, collected by itself."""

    encounters = serializers.ListField(
        child=serializers.DictField(), help_text="{id, title, status, outcome} in the order of play."
    )
    checks = LogEntrySerializer(many=True)
    awards = LogEntrySerializer(many=True)
    characters = LogEntrySerializer(many=True)
    learned = RevealSerializer(many=True)


class LuckSerializer(serializers.Serializer[Any]):
    """Checks with a known chance: how many succeeded, how many chance expects."""

    name = serializers.CharField()
    checks = serializers.IntegerField()
    succeeded = serializers.IntegerField()
    expected = serializers.FloatField()
    spread = serializers.FloatField(help_text="One standard deviation of the number of successes.")


class ProgressSerializer(serializers.Serializer[Any]):
    """What a character has earned, day by day."""

    character = serializers.IntegerField()
    name = serializers.CharField()
    unit = serializers.CharField()
    points = serializers.ListField(
        child=serializers.DictField(), help_text="{day, earned, level}; level is null where the game has none."
    )


class CountSerializer(serializers.Serializer[Any]):
    """How often something was."""

    name = serializers.CharField()
    count = serializers.IntegerField()


class AttendanceSerializer(serializers.Serializer[Any]):
    """How often somebody came."""

    name = serializers.CharField()
    came = serializers.IntegerField()
    held = serializers.IntegerField(help_text="Evenings held since joining.")


class PlotsSerializer(serializers.Serializer[Any]):
    """The figures of a campaign over time."""

    progress = ProgressSerializer(many=True)
    checks_by_person = LuckSerializer(many=True)
    checks_by_session = LuckSerializer(many=True)
    encounters = CountSerializer(many=True)
    attendance = AttendanceSerializer(many=True)
    sessions = CountSerializer(many=True)


class LogBulkBody(Strict):
    """Notes for the log, written all or none."""

    entries: Any = NoteBody(many=True, allow_empty=False, max_length=500)  # type: ignore[call-arg]


class LogBulkSerializer(serializers.Serializer[Any]):
    """What was written, in the order of the body."""

    results = LogEntrySerializer(many=True)
