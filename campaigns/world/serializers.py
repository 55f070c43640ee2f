"""JSON of the world, and the bodies for writing it."""

from functools import cached_property
from typing import Any

from rest_framework import serializers

from campaigns.world.access import may_edit_page
from campaigns.world.models import Reveal, WorldEntry, WorldPicture
from campaigns.world.readable_text import Reader
from characters.models import Character
from common.revisions import READ, revision_read
from common.serializer_fields import REVISION, BooleanField, IdField, IntegerField, StrictSerializer, TextField
from people.models import Member


def tag_list() -> serializers.ListField:
    """The field of tags in a body."""
    return serializers.ListField(
        child=TextField(max_length=80),
        required=False,
        max_length=40,
        help_text="Tags of at most 40 letters; at most 20.",
    )


class TagSerializer(serializers.Serializer[Any]):
    """A tag, and the number of pages with it that the caller may read."""

    name = serializers.CharField()
    pages = serializers.IntegerField()


class WorldEntrySerializer(serializers.ModelSerializer[Any]):
    """A page of the world. `text` is without its secrets, and without the targets of links that the caller may not
    follow, for everyone but GMs."""

    parent: Any = serializers.IntegerField(
        source="parent_id", allow_null=True, help_text="Null if there is none or the caller may not see it."
    )
    picture = serializers.BooleanField(source="pictured", help_text="Whether the page has a picture (see `picture/`).")
    players = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Members who may see the page; null for everyone but GMs and the author.",
    )

    revision = serializers.IntegerField(read_only=True, help_text=READ)
    author: Any = serializers.IntegerField(
        source="author_id", allow_null=True, help_text="The member who owns the page; null for pages of the GMs."
    )

    tags = serializers.ListField(child=serializers.CharField(), source="tag_names")
    notebook = serializers.BooleanField(
        source="shared", help_text="Whether it is a page of the party notebook, which every player may change."
    )

    class Meta:
        model = WorldEntry
        fields = [
            "id",
            "campaign",
            "kind",
            "name",
            "text",
            "parent",
            "visibility",
            "players",
            "picture",
            "closed",
            "here",
            "archived",
            "revision",
            "created",
            "author",
            "tags",
            "notebook",
        ]
        read_only_fields = fields

    def to_representation(self, instance: WorldEntry) -> dict[str, object]:
        """The page as the caller may see it."""
        may_edit = may_edit_page(self.context["membership"], instance)
        fields: dict[str, object] = {
            "id": instance.pk,
            "campaign": instance.campaign_id,
            "kind": instance.kind,
            "name": instance.name,
            "text": self.reader.page(instance),
            "parent": instance.parent_id if instance.parent_id in self.context["parents"] else None,
            "visibility": instance.visibility,
            "players": [player.pk for player in instance.players.all()] if may_edit else None,
            "picture": bool(instance.pictured),  # type: ignore[attr-defined]
            "closed": _moment(instance.closed),
            "here": _moment(instance.here),
            "archived": _moment(instance.archived),
            "created": _moment(instance.created),
            "author": instance.author_id,
            "tags": instance.tag_names,
            "notebook": instance.shared,
        }
        return fields | {"revision": instance.revision if may_edit else revision_read(fields)}

    @cached_property
    def reader(self) -> Reader:
        """The caller's reader, created once for all pages of a response."""
        return Reader(self.context["membership"])


def _moment(value: Any) -> Any:
    return serializers.DateTimeField().to_representation(value) if value else None


class WorldQuery(serializers.Serializer[Any]):
    """The filters of pages."""

    kind = serializers.ChoiceField(WorldEntry.Kind.choices, required=False)
    open = serializers.BooleanField(required=False, help_text="For threads: only open or only closed ones.")
    archived = serializers.BooleanField(
        required=False, default=False, help_text="Archived pages: all of them for GMs, their own for players."
    )
    text = serializers.CharField(required=False, max_length=200, help_text="Beginnings of words in name or text.")
    tag = serializers.CharField(required=False, max_length=80, help_text="Only pages with this tag.")


class WorldBody(StrictSerializer):
    """A new page; until it is shown, only GMs and the player who owns the note can see it."""

    kind = serializers.ChoiceField(WorldEntry.Kind.choices, help_text="Players can write notes only.")
    name = TextField(max_length=120)
    text = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    parent: Any = IdField(required=False, allow_null=True)
    shown = BooleanField(required=False, default=False, help_text="Show it to everyone immediately.")
    tags = tag_list()
    notebook = BooleanField(
        required=False,
        default=False,
        help_text="For players: a page of the party notebook, which every player may change.",
    )


class WorldChange(StrictSerializer):
    """The fields of a page that can change; use show and hide to change who sees it."""

    revision = IntegerField(required=False, min_value=1, help_text=REVISION)
    name = TextField(max_length=120, required=False)
    text = TextField(max_length=65536, required=False, allow_blank=True, trim_whitespace=False)
    parent: Any = IdField(required=False, allow_null=True)
    closed = BooleanField(required=False, help_text="Of a thread.")
    here = BooleanField(required=False, help_text="For a location: true says that the party is here now.")
    tags = tag_list()
    archived = BooleanField(required=False, help_text="True archives the page, false restores it.")
    notebook = BooleanField(
        required=False, help_text="True puts a player's own note into the party notebook, false removes it."
    )
    reason = TextField(max_length=400, required=False, allow_blank=True)


class ShowBody(StrictSerializer):
    """The audience of a page: everyone, or the listed members."""

    members = serializers.ListField(
        child=IdField(),
        required=False,
        allow_null=True,
        max_length=200,
        help_text="Ids of members; if left out: everyone.",
    )
    how = TextField(max_length=200, required=False, allow_blank=True, help_text="How they learn it.")
    session = IdField(required=False, allow_null=True, help_text="If left out: the session that is running.")


class NpcSerializer(serializers.ModelSerializer[Any]):
    """The public view of an NPC. `about` is without its secrets for everyone but GMs."""

    players = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="If not everyone knows it: the members who do; null for everyone but GMs.",
    )

    class Meta:
        model = Character
        fields = ["id", "campaign", "name", "status", "visible", "players", "portrait", "about"]
        read_only_fields = fields

    def to_representation(self, instance: Character) -> dict[str, object]:
        """The NPC as the caller may see it."""
        membership: Member = self.context["membership"]
        # A reader knows that they know it; only GMs see who else does.
        return {
            "id": instance.pk,
            "campaign": instance.campaign_id,
            "name": instance.name,
            "status": instance.status,
            "visible": instance.visible if membership.is_gm else True,
            "players": [player.pk for player in instance.players.order_by("pk")] if membership.is_gm else None,
            "portrait": instance.portrait,
            "about": Reader(membership).text(instance.about),
        }


class PictureSerializer(serializers.ModelSerializer[Any]):
    """A picture that a page has or had; `removed` is null for the current one."""

    class Meta:
        model = WorldPicture
        fields = ["id", "described", "width", "height", "created", "removed"]
        read_only_fields = fields


class PictureBody(StrictSerializer):
    """An earlier picture of the page."""

    picture = IdField()


class KnowBody(StrictSerializer):
    """Whether the players know an NPC."""

    known = BooleanField()
    members = serializers.ListField(
        child=IdField(),
        required=False,
        allow_null=True,
        max_length=200,
        help_text="Ids of the members who learn it now, in addition to those who know it; if left out: everyone.",
    )
    how = TextField(max_length=200, required=False, allow_blank=True)


class RevealSerializer(serializers.ModelSerializer[Any]):
    """An entry of “Who learned what”; `member` null means everyone.

    `block` is the number of the secret block of the page that was shown; null is the page itself. For callers who
    are no GMs, the blocks of a page count in the order in which they learned of each: 1, 2 and so on. With `map`, the
    entry is about a hidden area of that map; `area` is null if the area was removed later."""

    class Meta:
        model = Reveal
        fields = [
            "id",
            "campaign",
            "entry",
            "block",
            "character",
            "tie",
            "map",
            "area",
            "member",
            "shown",
            "how",
            "session",
            "created",
        ]
        read_only_fields = fields
        extra_kwargs = {"area": {"help_text": "If empty in an entry about a map, the area was removed later."}}
