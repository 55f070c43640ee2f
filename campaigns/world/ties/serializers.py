"""JSON of ties, and the bodies for writing them."""

from typing import Any

from rest_framework import serializers

from campaigns.world.models import WorldEntry
from campaigns.world.ties.access import may_edit_tie
from campaigns.world.ties.models import ENDS, Tie
from common.revisions import READ, content_revision
from common.serializer_fields import REVISION, IdField, IntegerField, StrictSerializer, TextField


class TieSerializer(serializers.ModelSerializer[Any]):
    """A tie between two pages or characters; of each end either the page or the person is given."""

    start = serializers.CharField(help_text="The name of what the tie comes from.")
    end = serializers.CharField(help_text="The name of what it leads to.")
    players = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Members who may see the tie; null for everyone but GMs and the author.",
    )
    revision = serializers.IntegerField(read_only=True, help_text=READ)
    author: Any = serializers.IntegerField(
        source="author_id", allow_null=True, help_text="The member who owns the tie; null for ties of the GMs."
    )

    class Meta:
        model = Tie
        fields = [
            "id", "campaign", "kind", "from_page", "from_person", "to_page", "to_person", "start", "end", "words",
            "back", "since", "until", "visibility", "players", "author", "revision", "created",
        ]  # fmt: skip
        read_only_fields = fields

    def to_representation(self, instance: Tie) -> dict[str, object]:
        """The tie as the caller may see it."""
        fields: dict[str, object] = {name: getattr(instance, name) for name in ("kind", "words", "back")}
        fields |= {"since": instance.since, "until": instance.until, "visibility": instance.visibility}
        fields |= {"start": instance.start.name, "end": instance.end.name}
        writes = may_edit_tie(self.context["membership"], instance)
        return {
            "id": instance.pk,
            "campaign": instance.campaign_id,
            **{name: getattr(instance, f"{name}_id") for name in ENDS},
            **fields,
            "players": [player.pk for player in instance.players.all()] if writes else None,
            "author": instance.author_id,
            "revision": instance.revision if writes else content_revision(fields),
            "created": serializers.DateTimeField().to_representation(instance.created),
        }


class TieQuery(serializers.Serializer[Any]):
    """The filters of ties."""

    page = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="The id of a page of the world: only its ties."
    )
    person = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="The id of a character: only its ties."
    )
    kind = serializers.ChoiceField(Tie.Kind.choices, required=False)
    former = serializers.BooleanField(required=False, help_text="Only former ties, or only current ones.")


class TieChange(StrictSerializer):
    """The fields of a tie that can change. “Who learned what” records who learns of it and from whom it is hidden."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    words = TextField(max_length=60, required=False, allow_blank=True)
    back = TextField(max_length=60, required=False, allow_blank=True, help_text="As read from its end.")
    since = TextField(max_length=60, required=False, allow_blank=True)
    until = TextField(
        max_length=60, required=False, allow_blank=True, help_text="If filled in, the tie is a former tie."
    )
    visibility = serializers.ChoiceField(WorldEntry.Visibility.choices, required=False)
    players = serializers.ListField(
        child=IdField(), required=False, max_length=200, help_text="Ids of members, with the visibility `chosen`."
    )
    how = TextField(max_length=200, required=False, allow_blank=True, help_text="How they learn it.")


class TieBody(TieChange):
    """A new tie: name one page or person at each end."""

    revision = None  # type: ignore[assignment]
    kind = serializers.ChoiceField(Tie.Kind.choices, default=Tie.Kind.OTHER)
    from_page = IdField(required=False)
    from_person = IdField(required=False)
    to_page = IdField(required=False)
    to_person = IdField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One thing at each end."""
        for side in ("from", "to"):
            if (f"{side}_page" in attrs) == (f"{side}_person" in attrs):
                message = f"Name either {side}_page or {side}_person."
                raise serializers.ValidationError({f"{side}_page": [message]})
        return attrs
